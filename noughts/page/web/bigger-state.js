// A game on a bigger board, as plain data, and every change to it.

// Rows, columns, and how many in a line win; who begins wins, or it is a draw.
export const SIZES = ["3x4x3", "4x4x3", "4x4x4", "4x5x4", "5x5x4", "5x5x5"];

export const nothing = {
  size: "4x4x4",
  side: "X", // whom the person plays
  moves: [],
  found: null, // the position, and what is known of its moves by now
};

export const begin = (size, side = "X") => ({ ...nothing, size, side });

export const take = (big, square) => ({
  ...big,
  moves: [...big.moves, square],
  found: null,
});

/** Back to the person's last turn. */
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

/** "4x5x4" in parts. */
export function measures(size) {
  const [rows, columns, line] = size.split("x").map(Number);
  return { rows, columns, line };
}

export const write = ({ size, side, moves }) => [size, side, ...moves].join("-");

/**
 * The game that an address names; a board that there is not is passed over. What is no number
 * is square 0: whether squares can be taken is for the server to say, and it refuses that.
 */
export function read(text) {
  const [size, side, ...squares] = (text ?? "").split("-");
  if (!SIZES.includes(size)) return nothing;
  const moves = squares.map((square) =>
    /^\d{1,2}$/.test(square) ? Number(square) : 0,
  );
  return { ...begin(size, side === "O" ? "O" : "X"), moves };
}
