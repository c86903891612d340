// Boards as text, row by row, and values as text.

export const other = { X: "O", O: "X" };
export const free = (board) =>
  [...board].flatMap((cell, n) => (cell === "." ? [n + 1] : []));
export const put = (board, square, mark) =>
  board.slice(0, square - 1) + mark + board.slice(square);

/** Whose turn it is: X begins. */
export const turnOf = (board) => (free(board).length % 2 ? "X" : "O");

/** A Minimax value as text: +1, 0, −1 or an infinity. */
export const number = (value) =>
  ({ "-Infinity": "−∞", "-1": "−1", 0: "0", 1: "+1", Infinity: "+∞" })[value];

export const BOUNDS = { exact: "", least: "≥ ", most: "≤ " };

/** The CSS class of a value; empty if it is unknown. */
export const valueClass = (value) =>
  ({ "-1": "o-wins", 0: "even", 1: "x-wins" })[value] ?? "";

export const outcomeName = ([outcome]) => ["loss", "draw", "win"][outcome + 1];
