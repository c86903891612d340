// What is to be practised: a tree, a search, and what is asked. Pure.

import { freshTree, seeded } from "./drill.js";
import { format, leavesVisited, nodes, NoTree, parse, search, treeOf } from "./tree.js";

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

// --- Order -------------------------------------------------------------------------------

/** How many leaves alpha-beta visits. */
export const visitedBy = (root) => leavesVisited(search(root)).length;

/** Return the text of a tree with one branch moved before its siblings. */
export function movedToFront(root, path) {
  const copy = (node) => {
    if (!node.children) return node;
    const children = node.children.map(copy);
    if (path.slice(0, -1) !== node.path) return { ...node, children };
    const chosen = children.filter((child) => child.path === path);
    const others = children.filter((child) => child.path !== path);
    return { ...node, children: [...chosen, ...others] };
  };
  return format(copy(root));
}

/** Return the least number of leaves that alpha-beta visits in any order of the branches. */
export function leastVisited(root) {
  let least = Infinity;
  for (const each of orders(root))
    least = Math.min(least, visitedBy(parse(format(each), root.isMax)));
  return least;
}

function* orders(node) {
  if (!node.children) {
    yield node;
    return;
  }
  for (const children of permutations(node.children))
    for (const chosen of products(children)) yield { ...node, children: chosen };
}

function* products(list) {
  const [first, ...others] = list;
  if (!first) {
    yield [];
    return;
  }
  for (const head of orders(first))
    for (const tail of products(others)) yield [head, ...tail];
}

function* permutations(list) {
  if (list.length < 2) {
    yield list;
    return;
  }
  for (const [n, head] of list.entries())
    for (const tail of permutations([...list.slice(0, n), ...list.slice(n + 1)]))
      yield [head, ...tail];
}

// --- Names ---------------------------------------------------------------------------------

/** What is written beside a node: its last letter's branch, or the square of a move. */
export const labelOf = (node) =>
  node.square === undefined ? node.path : String(node.square);

/** Return the name of a node: its letters, or the moves that lead to it. */
export function nameOf(root, path) {
  const squares = nodes(root)
    .filter((node) => path.startsWith(node.path) && node.path !== "")
    .map(({ square }) => square);
  return squares.every((square) => square === undefined) ? path : squares.join("-");
}
