// Boards as text, nine marks row by row, and values as they are written.

export const other = { X: "O", O: "X" };
export const free = (board) =>
  [...board].flatMap((cell, n) => (cell === "." ? [n + 1] : []));
export const put = (board, square, mark) =>
  board.slice(0, square - 1) + mark + board.slice(square);

/** A number as a Minimax value: +1, 0, -1, or one of the two infinities. */
export const number = (value) =>
  ({ "-Infinity": "−∞", "-1": "−1", 0: "0", 1: "+1", Infinity: "+∞" })[value];

export const BOUNDS = { exact: "", least: "≥ ", most: "≤ " };

/** The class of a value of X's: nothing while it is not known. */
export const valueClass = (value) =>
  ({ "-1": "o-wins", 0: "even", 1: "x-wins" })[value] ?? "";

export const outcomeName = ([outcome]) => ["loss", "draw", "win"][outcome + 1];
