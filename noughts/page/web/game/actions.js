// The user's actions in the game.

import { go } from "./go.js";
import { become, end, now, requests, run, update } from "../shared/page.js";
import * as change from "./state.js";
import { isTheirs, isThinking, moveOn, play, set, wentWrong } from "./state.js";

const PAUSE = 120; // milliseconds before a reply, to see one's own move first

/** End whatever would change the user's place later. */
export function interrupt() {
  end("reply", "own", "film");
  update({ notice: "" });
}

const canTake = (state, square) => !isThinking(state) && moveOn(state.position, square);

/** A click on the board: the opponent's move if it is due, or else the user's. */
export const press = (square) =>
  isThinking(now()) || (isTheirs(now()) ? reply() : take(square));

/** Play a move, and let the opponent reply. */
export async function take(square) {
  if (canTake(now(), square)) interrupt();
  const taken = await go((state) => canTake(state, square) && play(state, square));
  return taken && isTheirs(now()) ? reply() : undefined;
}

/** Make the opponent's move, without a history entry: Back leads to the user's turn. */
export function reply() {
  interrupt();
  return run("reply", async (still) => {
    const { position } = still.now();
    const [square] = await Promise.all([answer(still.now()), wait(PAUSE)]);
    const answered = (state) =>
      still.isWanted() && state.position === position && play(state, square);
    await go(answered, "replace");
  });
}

/** The opponent's square; meanwhile, what is behind it is loaded. */
async function answer(state) {
  const square = await choice(state);
  const { to } = moveOn(state.position, square) ?? {};
  if (to) await requests.position(to).catch(() => {}); // the move itself says what is wrong
  return square;
}

async function choice({ against, position }) {
  if (against === "perfect") return position.reply;
  if (against === "engine") return (await requests.engine(position.board)).square;
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
  return go(changed, how);
}

export const undo = () => leaveFor((state) => change.turnBy(state, -1));
export const redo = () => leaveFor((state) => change.turnBy(state, 1));
export const jump = (at) => leaveFor((state) => change.jump(state, at));
export const setUp = (board) => leaveFor((state) => change.restart(state, board));

/**
 * Open a board with the values of its moves, or in another view.
 *
 * @param {BoardText} board
 * @param {{ view?: string, method?: string }} [look]
 */
export const lookAt = (board, { view = "values", method } = {}) =>
  leaveFor((state) => {
    const there = change.restart(state, board);
    const search = { ...there.search, method: method ?? there.search.method };
    return { ...there, view, values: there.values || view === "values", search };
  });

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

// --- Guess first, then look --------------------------------------------------

export const guess = (square, value) => become(change.guess(now(), square, value));
