// What is to be practised: a tree, a search, and what is asked. Pure.

import { freshTree, seeded } from "./drill.js";
import { NoTree, parse, treeOf } from "./tree.js";

const BOARD_RANGE = { low: -1, high: 1 };

/** Return the tree of a practice, or why its text is none: { root } or { trouble }. */
export function readTree({ tree, first }) {
  try {
    return { root: parse(tree, first === "max") };
  } catch (error) {
    if (error instanceof NoTree)
      return { trouble: { key: error.key, parts: error.parts } };
    throw error;
  }
}

export const methodOf = ({ search: name, cut }) =>
  name === "alphabeta" && cut === "beyond" ? "beyond" : name;

/** The exercise of the user's own tree. */
export function ownExercise({ tree, first, cut, ask }, root) {
  const method = methodOf({ search: "alphabeta", cut });
  return { id: `${tree} ${first} ${method} ${ask}`, root, method, ask, isBoard: false };
}

/** The exercise of a task; `recording` is the Minimax search of its board, if it has one. */
export function taskExercise(task, id, recording) {
  const method = methodOf(task);
  const ask = task.level;
  if (task.board) {
    const root = treeOf(recording);
    return { id, root, method, ask, range: BOARD_RANGE, isBoard: true };
  }
  const isMax = task.first !== "min";
  const text = task.skills?.length
    ? freshTree(task.skills, seeded(seedOf(id)), { method, isMax })
    : task.tree;
  // With leaves of a known range, as in games, a search may know the best value there is.
  const range = task.search === "stop-at-win" ? BOARD_RANGE : undefined;
  return { id, root: parse(text, isMax), method, ask, range, isBoard: false };
}

/** A number that differs from text to text. */
const seedOf = (text) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
