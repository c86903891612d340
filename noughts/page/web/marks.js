// A board as text, nine marks row by row, and what any module may do with it.

export const other = { X: "O", O: "X" };
export const free = (board) =>
  [...board].flatMap((cell, n) => (cell === "." ? [n + 1] : []));
export const put = (board, square, mark) =>
  board.slice(0, square - 1) + mark + board.slice(square);
