// The search as plain data: which one, where in it, and how it is shown.

import { hasJudge } from "../shared/judge.js";
import { answerTo, isLong, ownSearch, searchBy } from "../shared/needs.js";

export const METHODS = ["minimax", "alphabeta", "strong-first", "compare"];
export const OWN = "own"; // the search of the given engine, or of the file in the field
const LARGEST = 250; // positions; the whole of a larger tree is illegible
export const SPEEDS = [1, 4, 15, 60, 1000]; // steps per second, of up to 55,159

/** @type {SearchState} */
export const unsearched = {
  method: "minimax",
  step: 0, // of the recorded search
  speed: 1, // the place in SPEEDS
  rival: null, // the program of a lesson's player, shown as if it were one's own
  present: false, // presentation mode
  isShown: false, // in presentation mode: is the answer shown?
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
export function ownFile({ search: { rival }, about, check }) {
  if (rival) return rival;
  return check.text && (check.judged !== null || !about.engine) ? check : null;
}

/** Is the tree small enough to be drawn as a whole? */
const isSmall = ({ nodes }) => nodes <= LARGEST;

/** The recorded searches that the stage shows, by their part. */
function parts(state) {
  const { position, about } = state;
  const { board } = position;
  const method = methodOf(state);
  const minimax = searchBy("minimax", board);
  const shape = isSmall(position) ? minimax : null;
  const plain = isLong(board, about) ? null : minimax;
  if (!position.turn) return {};
  if (method === OWN)
    return { recording: ownSearch(ownFile(state), board), truth: plain, shape };
  if (method === "compare")
    return plain
      ? { recording: plain, second: searchBy("alphabeta", board), shape }
      : {};
  if (method === "minimax") return plain ? { recording: plain, shape } : {};
  return { recording: searchBy(method, board), shape };
}

/** What the stage needs. */
export const needs = (state) => Object.values(parts(state)).filter(Boolean);

/**
 * What is on the stage, once it is there: the recording, a second one to compare it with, or
 * the truth about one's own, and the shape of a tree that is small enough to draw. If there
 * is no recording: tooLong, the limit of free squares, or unreadable, why the own search
 * cannot be shown.
 *
 * @returns {Stage}
 */
export function staged(state) {
  const { position, about, busy, search } = state;
  const wanted = parts(state);
  const found = Object.entries(wanted).map(([part, need]) => [
    part,
    need && answerTo(state, need),
  ]);
  const { recording, ...others } = Object.fromEntries(found);
  const method = methodOf(state);
  const isHere = found.every(([, answer]) => answer !== undefined);
  const own = method === OWN ? recording : { recording };
  const stage = { ...search, method, position, about, isFilmed: Boolean(busy.film) };
  if (position.turn && !wanted.recording)
    return { ...stage, tooLong: about.minimax_free };
  if (own?.unreadable) return { ...stage, unreadable: own.unreadable };
  if (!isHere || !own?.recording) return stage;
  const last = own.recording.length - 1;
  return {
    ...stage,
    recording: own.recording,
    second: others.second ?? null,
    truth: others.truth ?? null,
    shape: others.shape?.root ?? null,
    step: Math.min(search.step, last),
  };
}
