// The open part of the game tree as plain data.

import { answerTo, positionOf } from "../shared/needs.js";
import { moveOn } from "../game/state.js";

/** Open a position of the tree by its path, or close it with all below it. */
export function toggle(state, path) {
  const isOpen = path.every((square, n) => state.open[n] === square);
  return { ...state, open: isOpen ? path.slice(0, -1) : path };
}

/** The open positions, from the one on the board down, as far as they are there. */
export function opened(state) {
  const positions = [state.position];
  for (const square of state.open) {
    const move = moveOn(positions[positions.length - 1], square);
    const next = move && answerTo(state, positionOf(move.to));
    if (!next) break;
    positions.push(next);
  }
  return positions;
}

/** The next position of the open path, unless it is there. */
export function needs(state) {
  const positions = opened(state);
  const move = moveOn(
    positions[positions.length - 1],
    state.open[positions.length - 1],
  );
  return move ? [positionOf(move.to)] : [];
}
