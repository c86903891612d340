// The one state of the page, as plain data, and every change to it. Nothing here knows
// the screen, the rules of the game, or where the positions come from.

import { nothing } from "./bigger-state.js";
import { unchecked } from "./check-state.js";
import { unopened } from "./class-state.js";
import { beginning } from "./lessons-state.js";

export const START = ".........";
export const METHODS = ["minimax", "alphabeta", "strong-first", "compare"];
export const OWN = "own"; // the search of the given file, or of the one being checked
export const SIDES = ["X", "O", "both"];
export const OPPONENTS = ["perfect", "casual", "random"];

export const initial = {
  // What a person has chosen, and an address may say.
  start: START, // the board that the game began from
  moves: [], // squares 1 to 9, those undone included
  at: 0, // how many of the moves are on the board
  side: "X", // whom the person plays
  against: "perfect",
  values: false, // are the values shown?
  view: "values",
  method: "minimax",
  step: 0, // of the recorded search
  open: [], // squares: which positions of the tree are open
  speed: 1,
  guesses: {}, // by square: what one takes it to be worth, 1, 0 or -1
  class: unopened, // a class that is being graded
  check: unchecked, // a file that is being checked
  course: beginning, // the lessons, and where one is in them
  big: nothing, // the game on a bigger board
  // What was loaded for it.
  about: null,
  game: [], // the positions of the game, the undone ones too
  position: null, // the one on the board
  opened: [], // the positions of the tree that are open
  recording: null, // of the search
  second: null, // of the one that it is compared with
  shape: null, // the whole tree, where it is small enough to be drawn
  picture: null, // the whole tree of a lesson's task
  replay: null, // the position that answers a lesson's question
  untold: null, // why one's own search is not shown, by language
  rival: null, // the program of a lesson's player, shown as if it were one's own
  tooLong: null, // how many squares may be free, where too many are
  engineMove: null, // what the given engine plays here
  engineSearch: null, // and what its search visits
  // What is under way.
  thinking: false,
  running: false, // a search, or a line that is played out
  hint: null, // the square that is pointed at elsewhere
  advised: null, // the board on which a person has asked for a hint
  pointed: null, // the position of the whole tree that is pointed at
  present: false, // is the stage shown alone?
  shown: false, // and has somebody asked for what the step tells?
  notice: "",
};

export const set = (state, changes) => ({ ...state, ...changes });

// --- The game ---------------------------------------------------------------

export const played = (state) => state.moves.slice(0, state.at);

/** The move of a position that takes a square. */
export const moveOn = (position, square) =>
  position?.moves.find((move) => move.square === square);

/** The move that a person has asked for as a hint, if it is of the board that is there. */
export const advice = ({ advised, position }) =>
  advised === position.board ? moveOn(position, position.reply) : undefined;

/** Is it the turn of the one whom the person plays against? */
export const isTheirs = ({ side, position }) =>
  side !== "both" && Boolean(position.turn) && position.turn !== side;

/** Which move of a finished game was the person's last mistake; 0 if there was none. */
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

/** A move on the board: what had been undone is forgotten, unless it is the same move. */
export function play(state, square) {
  const moves =
    state.moves[state.at] === square ? state.moves : [...played(state), square];
  return { ...state, ...elsewhere, moves, at: state.at + 1 };
}

/** To any point of the game so far. */
export function jump(state, at) {
  const within = Math.max(0, Math.min(at, state.moves.length));
  return { ...state, ...elsewhere, at: within };
}

/** Back, or on again, to a turn of the person's. */
export function turnBy(state, by) {
  let at = state.at + by;
  const isTheirTurn = ({ turn } = {}) =>
    state.side !== "both" && turn && turn !== state.side;
  while (isTheirTurn(state.game[at]) && at > 0 && at < state.moves.length) at += by;
  return jump(state, at);
}

/** The moves of the address, keeping those undone if they are a continuation. */
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

export function guess(state, square, value) {
  const { [square]: before, ...others } = state.guesses;
  const guesses = before === value ? others : { ...others, [square]: value };
  return { ...state, guesses };
}

/** How many of the guesses are right, and how many there are. */
export function score({ guesses, position }) {
  const judged = position.moves.filter(({ square }) => square in guesses);
  const right = judged.filter(
    ({ square, verdict: [outcome] }) => guesses[square] === outcome,
  );
  return { right: right.length, all: judged.length };
}

// --- The panel --------------------------------------------------------------

/** Open a position of the tree by its path, or close it, and all below it. */
export function toggle(state, path) {
  const isOpen = path.every((square, n) => state.open[n] === square);
  return { ...state, open: isOpen ? path.slice(0, -1) : path };
}

export const chooseMethod = (state, method) => ({ ...state, ...elsewhere, method });

/** To a step of the search, or the nearest that there is. */
export function stepTo(state, step) {
  const last = (state.recording?.length ?? 1) - 1;
  return { ...state, step: Math.max(0, Math.min(step, last)), shown: false };
}

/** What was loaded for another position or another search does not count here. */
export function forgetting(state, before) {
  const same = before.position?.board === state.position.board;
  const unsearched = {
    recording: null,
    second: null,
    shape: null,
    untold: null,
    tooLong: null,
  };
  if (!same) return { ...state, ...unsearched, engineMove: null, engineSearch: null };
  return before.method === state.method ? state : { ...state, ...unsearched };
}
