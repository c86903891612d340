// What a node is called: by its letters in a tree of numbers, by its moves on a board.

import { nodes } from "./tree.js";

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
