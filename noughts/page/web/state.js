// The state of the page as plain data: that of each feature, and what they share. No drawing,
// no rules of the game, no loading.

import { unchecked } from "./check/state.js";
import { unopened } from "./class/state.js";
import { unbegun } from "./game/state.js";
import { unlinked } from "./link/state.js";
import { beginning } from "./lessons/state.js";
import { unpractised } from "./practice/state.js";
import { unsearched } from "./search/state.js";

/** @type {State} */
export const initial = {
  ...unbegun,
  ...unlinked,
  view: "values",
  open: [], // the squares that lead to the open position of the tree
  search: unsearched,
  class: unopened, // a class that is being graded
  check: unchecked, // the file in the field, and its check
  engineCheck: unchecked, // that of the given engine
  checkOf: "engine", // whose report is shown, if there is an engine: its own or the text's
  practice: unpractised, // a tree of numbers, and what the user does with it
  course: beginning, // the lessons and the user's place in them
  about: /** @type {any} */ (null), // what the server has; there once the page begins
  answers: {}, // by the key of a need
  failed: {}, // by key: what is not asked for again until the user acts
  busy: {}, // by name: the commands that run
  language: "", // the one chosen
  notice: "",
};
