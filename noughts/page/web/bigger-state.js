// A game on a bigger board, as plain data, and every change to it.

// Rows, columns, and the length of a winning line.
export const SIZES = ["3x4x3", "4x4x3", "4x4x4", "4x5x4", "5x5x4", "5x5x5"];

export const nothing = {
  size: "4x4x4",
  side: "X", // the user's mark
  moves: [],
  found: null, // the position, and the values known so far
};

export const begin = (size, side = "X") => ({ ...nothing, size, side });

export const take = (big, square) => ({
  ...big,
  moves: [...big.moves, square],
  found: null,
});

/** Go back to the user's last turn. */
export function undo(big) {
  const mine = big.side === "X" ? 0 : 1;
  const last = big.moves.length - 1;
  const at = last - ((last - mine) % 2 === 0 ? 0 : 1);
  return { ...big, moves: big.moves.slice(0, Math.max(at, mine)), found: null };
}

export const canUndo = (big) => big.moves.length > (big.side === "X" ? 0 : 1);

export const isMine = ({ side, found }) => found?.turn === side;
export const isTheirs = ({ side, found }) =>
  Boolean(found?.turn) && found.turn !== side;
export const isFree = ({ found }, square) => found?.board[square - 1] === ".";

/** Split "4x5x4". */
export function measures(size) {
  const [rows, columns, line] = size.split("x").map(Number);
  return { rows, columns, line };
}

export const write = ({ size, side, moves }) => [size, side, ...moves].join("-");

/**
 * Read the game of an address; unknown sizes are ignored. Invalid numbers become square 0,
 * which the server rejects.
 */
export function read(text) {
  const [size, side, ...squares] = (text ?? "").split("-");
  if (!SIZES.includes(size)) return nothing;
  const moves = squares.map((square) =>
    /^\d{1,2}$/.test(square) ? Number(square) : 0,
  );
  return { ...begin(size, side === "O" ? "O" : "X"), moves };
}
