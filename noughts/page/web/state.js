// The state of the page as plain data: that of each feature, and what they share. No drawing,
// no rules of the game, no loading.

import { unchecked } from "./check/state.js";
import { unopened } from "./class/state.js";
import { elsewhere, unbegun } from "./game/state.js";
import { beginning } from "./lessons/state.js";

export const METHODS = ["minimax", "alphabeta", "strong-first", "compare"];
export const OWN = "own"; // the search of the given engine, or of the file in the field

/** @type {State} */
export const initial = {
  ...unbegun,
  view: "values",
  method: "minimax",
  step: 0, // of the recorded search
  open: [], // the squares that lead to the open position of the tree
  speed: 1,
  class: unopened, // a class that is being graded
  check: unchecked, // the file in the field, and its check
  engineCheck: unchecked, // that of the given engine
  course: beginning, // the lessons and the user's place in them
  about: /** @type {any} */ (null), // what the server has; there once the page begins
  rival: null, // the program of a lesson's player, shown as if it were one's own
  busy: {}, // by name: the commands that run
  loads: 0, // counts answers that views asked for
  language: "", // the one chosen
  present: false, // presentation mode
  shown: false, // in presentation mode: is the answer shown?
  notice: "",
};

/** Open a position of the tree by its path, or close it with all below it. */
export function toggle(state, path) {
  const isOpen = path.every((square, n) => state.open[n] === square);
  return { ...state, open: isOpen ? path.slice(0, -1) : path };
}

export const chooseMethod = (state, method) => ({
  ...state,
  ...elsewhere,
  method,
  rival: null,
});

/** The method of the search; plain Minimax if no server can show an own search. */
export function methodOf({ method, about, check, rival }) {
  const hasOwn = about.engine || rival || (check.text && !about.frozen);
  return method !== OWN || hasOwn ? method : "minimax";
}

/** Go to a step of a search of that length, or the nearest one. */
export const stepTo = (state, step, length) => ({
  ...state,
  step: Math.max(0, Math.min(step, length - 1)),
  shown: false,
});
