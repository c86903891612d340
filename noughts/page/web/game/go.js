// Changes of the state that need positions: they are loaded first.

import { end, queue, requests, update } from "../shared/page.js";
import { Refused, trouble } from "../shared/requests.js";
import { moveOn, set, START } from "./state.js";

/**
 * Change the state once its positions are loaded; return whether that succeeded. Changes are
 * queued, and each gets the state left by the one before, so quick clicks are not lost. A
 * change that does not apply returns nothing.
 *
 * @param {(state: State) => State | undefined | false | null} change
 * @param {How} how
 */
export const go = (change, how = "push") =>
  queue("go", (still) => changed(change, how, still));

/** Cancel all queued changes. */
export const abandon = () => end("go");

async function changed(change, how, still) {
  for (;;) {
    const before = still.now();
    const next = change(before);
    if (!next) return false;
    let ready;
    try {
      ready = await positions(next);
    } catch (error) {
      const failed = { ...still.now().failed, go: true };
      abandon(); // queued moves would follow a move that was never made
      update({ failed, notice: trouble(error) });
      return false;
    }
    if (still.now() !== before) continue; // the state has changed meanwhile
    still.become(ready, how);
    return true;
  }
}

/** Add the positions to a state; drop illegal moves. */
async function positions(state) {
  const game = [];
  try {
    game.push(await requests.position(state.start));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const begun = set(state, { start: START, moves: [], at: 0 });
    return set(await positions(begun), { notice: "bad_address" });
  }
  for (const square of state.moves) {
    const move = moveOn(game.at(-1), square);
    if (!move) break;
    game.push(await requests.position(move.to));
  }
  const moves = state.moves.slice(0, game.length - 1);
  const at = Math.min(state.at, moves.length);
  const notice = moves.length < state.moves.length ? "bad_address" : state.notice;
  return set(state, { game, moves, at, position: game[at], notice });
}
