// The user's actions on a search.

import { ownAnswer, ownSearchOf } from "../asking.js";
import { interrupt, leaveFor } from "../game/actions.js";
import { go } from "../game/go.js";
import { restart } from "../game/state.js";
import { ownSearch } from "../shared/needs.js";
import { become, end, now, run, update } from "../shared/page.js";
import * as change from "./state.js";
import { OWN, ownFile, SPEEDS, staged, withSearch } from "./state.js";

/** End a search that is being played, and one that is being looked for. */
export function stop() {
  const isFilmed = now().busy.film;
  end("film", "own");
  if (isFilmed) update({}, "replace"); // the step is in the address
}

export function chooseMethod(method) {
  stop();
  return go((state) => change.chooseMethod(state, method), "replace");
}

export function goToStep(step) {
  stop();
  setStep(step, "replace");
}

function setStep(step, how) {
  const { recording } = staged(now());
  if (recording) become(change.stepTo(now(), step, recording.length), how);
}

export const stepBy = (by) => goToStep(staged(now()).step + by);

/** Go where a method of the recording leads: over, out, nextCut, nextBest. */
export function way(name) {
  const { recording, step } = staged(now());
  const to = recording?.[name](step) ?? -1;
  if (to >= 0) goToStep(to);
}

/** Play the search from here, or stop it. */
export function film() {
  if (now().busy.film) return stop();
  const { recording, step: at, speed } = staged(now());
  if (!recording) return undefined;
  const last = recording.length - 1;
  goToStep(at >= last ? 0 : at);
  const rate = SPEEDS[speed];
  const begun = { step: now().search.step, time: performance.now() };
  return run("film", async (still) => {
    while (still.now().search.step < last) {
      await wait(Math.max(16, 1000 / rate));
      const elapsed = (performance.now() - begun.time) / 1000;
      const step = begun.step + Math.floor(elapsed * rate);
      if (step !== still.now().search.step) setStep(step);
    }
    still.update({}, "replace"); // the last step is in the address
  });
}

/** Presentation mode hides what a step decides until the presenter shows it. */
export const present = (isAlone) =>
  become(withSearch(now(), { present: isAlone, isShown: false }));
export const togglePresent = () => present(!now().search.present);
export const unveil = () =>
  become(withSearch(now(), { isShown: !now().search.isShown }));

export const showWindows = (isWindowed) => become(withSearch(now(), { isWindowed }));

export function chooseSpeed(speed) {
  const isFilmed = now().busy.film;
  stop();
  become(withSearch(now(), { speed }));
  if (isFilmed) film();
}

/**
 * Show one's own search in a small position that it plays wrongly, or that of a lesson's
 * player as if it were one's own. What the user does meanwhile ends it.
 */
export function showOwn(rival = /** @type {OwnFile | null} */ (null)) {
  interrupt();
  return run("own", async (still) => {
    const file = ownFile(withSearch(still.now(), { rival }));
    const answer = ownAnswer(await ownSearchOf(file, "", still.signal));
    if (answer.unreadable) return still.update({ notice: answer.unreadable });
    const { board, wrong_at: step } = answer.recording;
    const answers = { ...still.now().answers, [ownSearch(file, board).key]: answer };
    still.update({ answers });
    const there = { method: OWN, step, rival };
    // The last thing this task does: going there ends it.
    return leaveFor((state) => ({
      ...withSearch(restart(state, board), there),
      view: "search",
    }));
  });
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
