// The views of the panel, a row for each, in the order of their tabs. A view is
//
//   name      of its tab, its part of the address, and its words: tab.NAME
//   draw      (panel, state): puts what it shows into its panel
//   needs     (state): what is loaded for it later; see load.js
//   isThere   (state): whether it has a tab; it has one if this is left out
//   deeds     what its buttons do, by name
//   choices   what its lists to choose from do, by name
//   keys      (state): what keys do while it is shown
//   game      (state): what one can do in a game of its own, which takes the place of the one
//             on the board: take, undo, redo, hint, values, analyse, new; {} if there is none
//   bind      (panel): events of its own, once

import { bigger } from "./views/bigger.js";
import { engine } from "./views/engine.js";
import { check } from "./views/check.js";
import { first } from "./views/first.js";
import { lessons } from "./views/lessons.js";
import { search } from "./views/search.js";
import { tree } from "./views/tree.js";
import { values } from "./views/values.js";

export const VIEWS = [first, values, tree, search, lessons, check, bigger, engine];

export const viewNamed = (name) => VIEWS.find((view) => view.name === name);

/** The names of the views that there are for a state. */
export const names = (state) =>
  VIEWS.filter((view) => !view.isThere || view.isThere(state)).map(({ name }) => name);
