// What the page shows, as plain data, and every change to it. Nothing here knows the
// screen, the rules of the game, or where the positions come from.

export const START = ".........";
export const VIEWS = ["values", "tree", "search", "engine"];
export const METHODS = ["alphabeta", "strong-first", "minimax"];
export const SIDES = ["X", "O", "both"];

export const initial = {
  start: START, // the board that the game began from
  moves: [], // squares 1 to 9, those undone included
  at: 0, // how many of the moves are on the board
  side: "X", // whom the person plays
  against: "perfect",
  values: false, // are the values shown?
  view: "values",
  method: "alphabeta",
  step: 0, // of the recorded search
  open: [], // squares: which positions of the tree are open
};

export const played = (state) => state.moves.slice(0, state.at);

/** A move on the board: what had been undone is forgotten, unless it is the same move. */
export function play(state, square) {
  const next = state.at + 1;
  const moves =
    state.moves[state.at] === square ? state.moves : [...played(state), square];
  return { ...state, moves, at: next, step: 0, open: [] };
}

/** To any point of the game so far. */
export function jump(state, at) {
  const within = Math.max(0, Math.min(at, state.moves.length));
  return { ...state, at: within, step: 0, open: [] };
}

/** The moves of the address, keeping those undone if they are a continuation. */
export function resume(state, start, moves) {
  const known = start === state.start && moves.every((m, n) => m === state.moves[n]);
  const kept = known ? state.moves : moves;
  return { ...state, start, moves: kept, at: moves.length, step: 0, open: [] };
}

export const restart = (state) => ({
  ...state,
  start: START,
  moves: [],
  at: 0,
  step: 0,
  open: [],
});

/** Open a position of the tree by its path, or close it, and all below it. */
export function toggle(state, path) {
  const isOpen = path.every((square, n) => state.open[n] === square);
  return { ...state, open: isOpen ? path.slice(0, -1) : path };
}

export const set = (state, changes) => ({ ...state, ...changes });
