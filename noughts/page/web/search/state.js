// The search as plain data: which one, where in it, and how it is shown.

import { hasJudge } from "../shared/judge.js";
import { answerTo, isLong, ownSearch, positionOf, searchBy } from "../shared/needs.js";

export const METHODS = ["minimax", "alphabeta", "strong-first", "compare"];
export const OWN = "own"; // the search of the given engine, or of the file in the field
// Small enough to draw the whole tree, with cuts by alpha-beta.
export const EXAMPLES = ["O.X.XOO.X", "X.O.O.X.."];
const LARGEST = 250; // positions; the whole of a larger tree is illegible
export const SPEEDS = [1, 4, 15, 60, 1000]; // steps per second, of up to 55,159

export const FIRST_WRONG = -1; // instead of a step: where one's own search first goes wrong

/** @type {SearchState} */
export const unsearched = {
  method: "minimax",
  step: 0, // of the recorded search
  speed: 1, // the place in SPEEDS
  rival: null, // the program of a lesson's player, shown as if it were one's own
  present: false, // presentation mode
  isShown: false, // in presentation mode: is the answer shown?
  isWindowed: false, // is the window of each position shown?
};

/** @type {(state: State, changes: Partial<SearchState>) => State} */
export const withSearch = (state, changes) => ({
  ...state,
  search: { ...state.search, ...changes },
});

export const chooseMethod = (state, method) =>
  withSearch(state, { method, rival: null, step: 0 });

/** The method of the search; plain Minimax if nothing here can show an own search. */
export function methodOf({ search: { method, rival }, about, check }) {
  const hasOwn = about.engine || rival || (check.text && hasJudge(about));
  return method !== OWN || hasOwn ? method : "minimax";
}

/** Go to a step of a search of that length, or the nearest one. */
export const stepTo = (state, step, length) =>
  withSearch(state, { step: Math.max(0, Math.min(step, length - 1)), isShown: false });

// --- What is on the stage --------------------------------------------------------

/** The file whose search is shown: a lesson's, or the one in the field; null: the engine. */
export function ownFile({ search: { rival }, about, check, checkOf }) {
  if (rival) return rival;
  const isEngine = about.engine && checkOf === "engine";
  return check.text && !isEngine ? check : null;
}

/** Is the tree small enough to be drawn as a whole? */
const isSmall = ({ nodes }) => nodes <= LARGEST;

const isPlain = (method) => method === "minimax" || method === "compare";

/** The board that is searched: the game's, or an example if plain Minimax is too long there. */
function searched(state) {
  const { position, about } = state;
  const isExample = isPlain(methodOf(state)) && isLong(position.board, about);
  return { board: isExample ? EXAMPLES[0] : position.board, isExample };
}

/** What the stage shows, by its part; the position is needed only for an example. */
function parts(state) {
  if (!state.position.turn) return {};
  const { board, isExample } = searched(state);
  const method = methodOf(state);
  const minimax = searchBy("minimax", board);
  if (isExample || isPlain(method)) {
    const second = method === "compare" ? searchBy("alphabeta", board) : null;
    const position = isExample ? positionOf(board) : null;
    const isWhole = isExample || isSmall(state.position);
    return { position, recording: minimax, second, shape: isWhole ? minimax : null };
  }
  const shape = isSmall(state.position) ? minimax : null;
  const truth = isLong(board, state.about) ? null : minimax;
  return method === OWN
    ? { recording: ownSearch(ownFile(state), board), truth, shape }
    : { recording: searchBy(method, board), shape };
}

/** What the stage needs. */
export const needs = (state) => Object.values(parts(state)).filter(Boolean);

const stepIn = ({ wrong_at: wrong = 0, length }, step) =>
  step === FIRST_WRONG ? wrong : Math.min(step, length - 1);

/**
 * What is on the stage, once it is there: the recording, a second one to compare it with, or
 * the truth about one's own, and the shape of a tree that is small enough to draw. If the
 * user's own search cannot be shown: unreadable, why.
 *
 * @returns {Stage}
 */
export function staged(state) {
  const { about, busy, search } = state;
  const method = methodOf(state);
  const { isExample } = searched(state);
  const isFilmed = Boolean(busy.film);
  const { position } = state;
  const stage = { ...search, method, position, about, isFilmed, isExample };
  const found = Object.entries(parts(state)).map(([part, need]) => [
    part,
    need && answerTo(state, need),
  ]);
  const shown = Object.fromEntries(found);
  const { unreadable } = shown.recording ?? {};
  if (unreadable) return { ...stage, unreadable };
  if (!shown.recording || found.some(([, answer]) => answer === undefined))
    return stage;
  const recording = method === OWN ? shown.recording.recording : shown.recording;
  return {
    ...stage,
    position: shown.position ?? position,
    recording,
    second: shown.second ?? null,
    truth: shown.truth ?? null,
    shape: shown.shape?.root ?? null,
    step: stepIn(recording, search.step),
  };
}
