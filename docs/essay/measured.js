// Numbers that Python has found; a test computes them again.

/** A perfect game, by the number of free squares from 1 to 9: the positions that Minimax visits. */
export const VISITS = [2, 5, 14, 47, 198, 935, 7332, 59705, 549946];

/** The free squares of a board, and what they are worth if the search looks 0 to 5 moves ahead. */
export const LIMITED_BOARD = "X...O...X";
export const LIMITED_SQUARES = [2, 3, 4, 6, 7, 8];
export const LIMITED = [
  [0, -0.1, 0, 0, -0.1, 0],
  [0.1, 0, 0.1, 0.1, 0, 0.1],
  [-0.1, -0.1, -0.1, -0.1, -0.1, -0.1],
  [0, 1, 0, 0, 1, 0],
  [-0.1, 1, -0.1, -0.1, 1, -0.1],
  [0, 1, 0, 0, 1, 0],
];
