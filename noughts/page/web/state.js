// The state of the page as plain data, and every change to it. No drawing, no rules of the
// game, no loading.

import { unchecked } from "./check-state.js";
import { unopened } from "./class-state.js";
import { beginning } from "./lessons-state.js";

export const START = ".........";
export const METHODS = ["minimax", "alphabeta", "strong-first", "compare"];
export const OWN = "own"; // the search of the given engine, or of the file in the field
export const SIDES = ["X", "O", "both"];
export const OPPONENTS = ["perfect", "casual", "random"];

export const initial = {
  // Choices, most of which are in the address.
  start: START, // the board at the start of the game
  moves: [], // squares 1 to 9, including undone moves
  at: 0, // how many of the moves are on the board
  side: "X", // the user's mark, or both
  against: "perfect",
  values: false, // are the values shown?
  view: "values",
  method: "minimax",
  step: 0, // of the recorded search
  open: [], // the squares that lead to the open position of the tree
  speed: 1,
  guesses: {}, // by square: the guessed value, 1, 0 or -1
  class: unopened, // a class that is being graded
  check: unchecked, // a file that is being checked
  course: beginning, // the lessons and the user's place in them
  // Loaded data.
  about: null,
  game: [], // all positions of the game, including undone ones
  position: null, // the position on the board
  rival: null, // the program of a lesson's player, shown as if it were one's own
  // Temporary state.
  thinking: false,
  running: false, // is a search being played?
  advised: null, // the board on which the user asked for a hint
  present: false, // presentation mode
  shown: false, // in presentation mode: is the answer shown?
  notice: "",
};

export const set = (state, changes) => ({ ...state, ...changes });

// --- The game ---------------------------------------------------------------

export const played = (state) => state.moves.slice(0, state.at);

/** The move that takes a square. */
export const moveOn = (position, square) =>
  position?.moves.find((move) => move.square === square);

/** The move shown as a hint, if the user asked for one on this board. */
export const advice = ({ advised, position }) =>
  advised === position.board ? moveOn(position, position.reply) : undefined;

/** Is it the opponent's turn? */
export const isTheirs = ({ side, position }) =>
  side !== "both" && Boolean(position.turn) && position.turn !== side;

/** The number of the user's last mistake in a lost or drawn game, or 0. */
export function wentWrong({ side, position, game, moves, at }) {
  if (position.turn || position.winner === side) return 0;
  for (let n = at; n > 0; n--) {
    const before = game[n - 1];
    const isMine = side === "both" || before.turn === side;
    if (isMine && moveOn(before, moves[n - 1]).mistake) return n;
  }
  return 0;
}

const elsewhere = { step: 0, open: [], guesses: {} };

/** Play a move. Undone moves are dropped, unless it repeats the next one. */
export function play(state, square) {
  const moves =
    state.moves[state.at] === square ? state.moves : [...played(state), square];
  return { ...state, ...elsewhere, moves, at: state.at + 1 };
}

/** Go to any point of the game, or the nearest one. */
export function jump(state, at) {
  const within = Math.max(0, Math.min(at, state.moves.length));
  return within === state.at ? state : { ...state, ...elsewhere, at: within };
}

/** Go back or forward to one of the user's turns. */
export function turnBy(state, by) {
  let at = state.at + by;
  const isTheirTurn = ({ turn } = {}) =>
    state.side !== "both" && turn && turn !== state.side;
  while (isTheirTurn(state.game[at]) && at > 0 && at < state.moves.length) at += by;
  return jump(state, at);
}

/** Take the moves of an address, and keep undone moves that continue them. */
export function resume(state, start, moves) {
  const known = start === state.start && moves.every((m, n) => m === state.moves[n]);
  const kept = known ? state.moves : moves;
  return { ...state, ...elsewhere, start, moves: kept, at: moves.length };
}

export const restart = (state, start = START) => ({
  ...state,
  ...elsewhere,
  start,
  moves: [],
  at: 0,
});

// --- Guess first, then look --------------------------------------------------

export const guess = (state, square, value) =>
  set(state, { guesses: { ...state.guesses, [square]: value } });

/** Count the guesses, and how many are right. */
export function score({ guesses, position }) {
  const judged = position.moves.filter(({ square }) => square in guesses);
  const right = judged.filter(
    ({ square, verdict: [outcome] }) => guesses[square] === outcome,
  );
  return { right: right.length, all: judged.length };
}

// --- The panel --------------------------------------------------------------

/** Open a position of the tree by its path, or close it with all below it. */
export function toggle(state, path) {
  const isOpen = path.every((square, n) => state.open[n] === square);
  return { ...state, open: isOpen ? path.slice(0, -1) : path };
}

export const chooseMethod = (state, method) => ({ ...state, ...elsewhere, method });

/** The method of the search; plain Minimax if no server can show an own search. */
export function methodOf({ method, about, check, rival }) {
  const hasOwn = about.engine || rival || (check.text && !about.frozen);
  return method !== OWN || hasOwn ? method : "minimax";
}

/** Go to a step of a search of that length, or the nearest one. */
export const stepTo = (state, step, length) => ({
  ...state,
  step: Math.max(0, Math.min(step, length - 1)),
  shown: false,
});
