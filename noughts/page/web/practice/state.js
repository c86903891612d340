// Practice as plain data: the tree that is shown, and what the user does with it.

export const BOOK = "3.12.8_2.4.6_14.5.2"; // the tree of the textbooks

export const MODES = ["practise", "sheet", "watch", "edit"];
export const LEVELS = ["windows", "values", "decisions"];
export const SHOWN = ["alphabeta", "minimax", "both"];

/** @type {PracticeState} */
export const unpractised = {
  tree: BOOK, // as the address has it
  first: "max", // who moves first
  cut: "equal", // whether equality is a cut: equal, or only beyond the limit
  mode: "practise",
  ask: "windows",
  shown: "alphabeta", // which search is watched
  step: 0, // of a search that is watched
  edit: "", // the name of the edit, empty for none
  showsLeaves: false,
  draft: null, // the text in the field, if it was changed
  trouble: null, // why the text is no tree: a key and its parts
  session: null, // see session.js
  sheet: null, // { id, crossed, isMarked }
  order: null, // { id, tree } of a tree that is being rearranged
  free: null, // the text that is edited freely and what was found, see edits.js
};

const LONGEST = 400; // characters of a tree; what is no tree gets a sentence

const one = (value, among, otherwise) => (among.includes(value) ? value : otherwise);

/** Return the practice of an address. */
export function readPractice(parts, before) {
  const tree = parts.get("tree") ?? unpractised.tree;
  const step = parts.get("step") ?? "";
  return {
    ...before,
    tree: tree.slice(0, LONGEST),
    first: one(parts.get("first"), ["max", "min"], "max"),
    cut: one(parts.get("cut"), ["equal", "beyond"], "equal"),
    mode: one(parts.get("mode"), MODES, unpractised.mode),
    step: /^\d{1,4}$/.test(step) ? Number(step) : 0,
    draft: null,
    trouble: null,
  };
}

/** Add a practice to the parts of an address. */
export function writePractice(parts, { tree, first, cut, mode, step }) {
  if (tree !== unpractised.tree) parts.set("tree", tree);
  if (first !== unpractised.first) parts.set("first", first);
  if (cut !== unpractised.cut) parts.set("cut", cut);
  if (mode !== unpractised.mode) parts.set("mode", mode);
  if (mode === "watch" && step) parts.set("step", String(step));
}
