// The user's actions.

import * as source from "./source.js";
import { trouble } from "./language.js";
import { go, ownSearch, staged } from "./load.js";
import * as change from "./state.js";
import { isTheirs, moveOn, play, set, wentWrong } from "./state.js";
import { become, now, update } from "./store.js";

const PAUSE = 120; // milliseconds before a reply, to see one's own move first
export const SPEEDS = [1, 4, 15, 60, 1000]; // steps per second, of up to 55,159

let replies = 0; // counts replies: a late one is dropped
let timer = null; // of a running search
const CALM = { thinking: false, running: false, notice: "" };

export function interrupt() {
  replies += 1;
  clearInterval(timer);
  update(CALM);
}

export function stop() {
  clearInterval(timer);
  if (now().running) update({ running: false }, "replace");
}

// --- The game ---------------------------------------------------------------

const canTake = ({ position, thinking }, square) =>
  !thinking && moveOn(position, square);

/** A click on the board: the opponent's move if it is due, or else the user's. */
export const press = (square) =>
  now().thinking || (isTheirs(now()) ? reply() : take(square));

/** Play a move, and let the opponent reply. */
export async function take(square) {
  if (canTake(now(), square)) interrupt();
  const taken = await go((state) => canTake(state, square) && play(state, square));
  if (taken && isTheirs(now())) reply();
}

/** Make the opponent's move, without a history entry: Back leads to the user's turn. */
export async function reply() {
  interrupt();
  const mine = replies;
  const { position } = now();
  update({ thinking: true });
  try {
    const [square] = await Promise.all([answer(now()), wait(PAUSE)]);
    const answered = (state) =>
      set(state.position === position ? play(state, square) : state, {
        thinking: false,
      });
    const isDone = await go((state) => mine === replies && answered(state), "replace");
    if (!isDone && mine === replies) update({ thinking: false });
  } catch (error) {
    if (mine === replies) update({ thinking: false, notice: trouble(error) });
  }
}

async function answer({ against, position }) {
  if (against === "perfect") return position.reply;
  if (against === "engine") return (await source.engine(position.board)).square;
  let chance = Math.random();
  for (const move of position.moves) {
    chance -= move.chances[against];
    if (chance < 0) return move.square;
  }
  return position.moves.at(-1).square;
}

const wait = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Cancel whatever is running, and change the state. */
export function leaveFor(changed, how) {
  interrupt();
  return go((state) => set(changed(state), CALM), how);
}

export const undo = () => leaveFor((state) => change.turnBy(state, -1));
export const redo = () => leaveFor((state) => change.turnBy(state, 1));
export const jump = (at) => leaveFor((state) => change.jump(state, at));
export const setUp = (board) => leaveFor((state) => change.restart(state, board));

/** Open a board with the values of its moves, or in another view. */
export const lookAt = (board, how = { view: "values", values: true }) =>
  leaveFor((state) => ({ ...change.restart(state, board), ...how }));

export async function again() {
  await leaveFor((state) => change.restart(state));
  if (isTheirs(now())) await reply();
}

export async function chooseSide(side) {
  await leaveFor((state) => set(state, { side }), "replace");
  if (isTheirs(now()) && now().at === 0) await reply();
}

export const chooseOpponent = (against) => update({ against }, "replace");
export const advise = () =>
  now().position.turn && !isTheirs(now()) && update({ advised: now().position.board });
export const lookBack = () => {
  const wrong = wentWrong(now());
  if (wrong) jump(wrong - 1);
};
export const toggleValues = () => update({ values: !now().values }, "replace");

/** Go to a position some moves ahead. */
export const follow = (squares) => leaveFor((state) => squares.reduce(play, state));

// --- The panel --------------------------------------------------------------

export function show(view) {
  stop();
  return go((state) => set(state, { view }));
}

export function chooseMethod(method) {
  stop();
  return go((state) => change.chooseMethod(state, method), "replace");
}

export const open = (path) => update({ open: path });
export const openBest = () => open(now().position.best.slice(0, -1));
export const toggle = (path) => become(change.toggle(now(), path));

// --- The search -------------------------------------------------------------

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
  const to = recording?.[name](step);
  if (to >= 0) goToStep(to);
}

export function run() {
  if (now().running) return stop();
  const { recording, step: at, speed } = staged(now());
  if (!recording) return;
  const last = recording.length - 1;
  if (at >= last) goToStep(0);
  const rate = SPEEDS[speed];
  const begun = { step: now().step, time: performance.now() };
  const beat = () => {
    const elapsed = (performance.now() - begun.time) / 1000;
    const step = begun.step + Math.floor(elapsed * rate);
    if (step !== now().step) setStep(step);
    if (step >= last) stop();
  };
  update({ running: true });
  timer = setInterval(beat, Math.max(16, 1000 / rate));
}

/** Presentation mode hides what a step decides until the presenter shows it. */
export const present = (isAlone) => update({ present: isAlone, shown: false });
export const unveil = () => update({ shown: !now().shown });

export function chooseSpeed(speed) {
  const isRunning = now().running;
  stop();
  update({ speed });
  if (isRunning) run();
}

/**
 * Show one's own search in a small position that it plays wrongly, or that of a lesson's
 * player as if it were one's own.
 */
export async function showOwn(rival = null) {
  update({ notice: "own.looking", rival });
  try {
    const { recording, unreadable } = await ownSearch(now());
    if (unreadable) return update({ notice: unreadable });
    const at = { view: "search", method: change.OWN, step: recording.wrong_at };
    return leaveFor((state) => ({ ...change.restart(state, recording.board), ...at }));
  } catch (error) {
    return update({ notice: trouble(error) });
  }
}

// --- Guess first, then look --------------------------------------------------

export const guess = (square, value) => become(change.guess(now(), square, value));
