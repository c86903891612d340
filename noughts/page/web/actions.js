// The user's actions in the panel and on a search.

import { end, now, run, update } from "./shared/page.js";
import { interrupt, leaveFor } from "./game/actions.js";
import { restart } from "./game/state.js";
import { go, ownSearch, staged } from "./load.js";
import * as change from "./state.js";

export const SPEEDS = [1, 4, 15, 60, 1000]; // steps per second, of up to 55,159

/** End a search that is being played, and one that is being looked for. */
export function stop() {
  const isFilmed = now().busy.film;
  end("film", "own");
  if (isFilmed) update({}, "replace"); // the step is in the address
}

// --- The panel --------------------------------------------------------------

export function chooseMethod(method) {
  stop();
  return go((state) => change.chooseMethod(state, method), "replace");
}

export const open = (path) => update({ open: path });
export const openBest = () => open(now().position.best.slice(0, -1));
export const toggle = (path) => update(change.toggle(now(), path));

// --- The search -------------------------------------------------------------

export function goToStep(step) {
  stop();
  setStep(step, "replace");
}

function setStep(step, how) {
  const { recording } = staged(now());
  if (recording) update(change.stepTo(now(), step, recording.length), how);
}

export const stepBy = (by) => goToStep(staged(now()).step + by);

/** Go where a method of the recording leads: over, out, nextCut, nextBest. */
export function way(name) {
  const { recording, step } = staged(now());
  const to = recording?.[name](step);
  if (to >= 0) goToStep(to);
}

/** Play the search from here, or stop it. */
export function film() {
  if (now().busy.film) return stop();
  const { recording, step: at, speed } = staged(now());
  if (!recording) return undefined;
  const last = recording.length - 1;
  if (at >= last) goToStep(0);
  const rate = SPEEDS[speed];
  const begun = { step: now().step, time: performance.now() };
  return run("film", async (still) => {
    while (still.now().step < last) {
      await wait(Math.max(16, 1000 / rate));
      const elapsed = (performance.now() - begun.time) / 1000;
      const step = begun.step + Math.floor(elapsed * rate);
      if (step !== still.now().step) setStep(step);
    }
    still.update({}, "replace"); // the last step is in the address
  });
}

/** Presentation mode hides what a step decides until the presenter shows it. */
export const present = (isAlone) => update({ present: isAlone, shown: false });
export const unveil = () => update({ shown: !now().shown });

export function chooseSpeed(speed) {
  const isFilmed = now().busy.film;
  stop();
  update({ speed });
  if (isFilmed) film();
}

/**
 * Show one's own search in a small position that it plays wrongly, or that of a lesson's
 * player as if it were one's own. What the user does meanwhile ends it.
 */
export function showOwn(rival = /** @type {State["rival"]} */ (null)) {
  interrupt();
  return run("own", async (still) => {
    const { recording, unreadable } = await ownSearch({ ...still.now(), rival });
    if (unreadable) return still.update({ notice: unreadable });
    still.now();
    const at = { view: "search", method: change.OWN, step: recording.wrong_at, rival };
    return leaveFor((state) => ({ ...restart(state, recording.board), ...at }));
  });
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
