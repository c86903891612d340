// Loading: the positions that a state needs before it is drawn, and what the views ask for
// while they are drawn.

import * as requests from "./shared/requests.js";
import { bytesOf } from "./check/state.js";
import { stored } from "./shared/storage.js";
import { trouble } from "./shared/language.js";
import { LARGEST } from "./drawing/layout.js";
import { goTo, progressName } from "./lessons/state.js";
import { Recording } from "./search/recording.js";
import { free } from "./shared/notation.js";
import { moveOn, set, START } from "./game/state.js";
import { end, now, queue, update } from "./shared/page.js";
import { methodOf, OWN } from "./state.js";

const failed = new Set(); // not retried until the user does something

/** Retry failed requests after an action of the user. */
export function tryAgain() {
  if (!failed.size) return;
  failed.clear();
  update({ notice: "" });
}

/**
 * Change the state once its positions are loaded; return whether that succeeded. Changes are
 * queued, and each gets the state left by the one before, so quick clicks are not lost. A
 * change that does not apply returns nothing.
 */
export const go = (change, how = "push") =>
  queue("go", (still) => changed(change, how, still));

/** Cancel all queued changes. */
export const abandon = () => end("go");

async function changed(change, how, still) {
  for (;;) {
    const before = still.now();
    const next = change(before);
    if (!next) return false;
    let ready;
    try {
      ready = await positions(next);
    } catch (error) {
      still.now();
      failed.add("go");
      abandon(); // queued moves would follow a move that was never made
      update({ notice: trouble(error) });
      return false;
    }
    if (still.now() !== before) continue; // the state has changed meanwhile
    still.become(ready, how);
    return true;
  }
}

/** Add the positions to a state; drop illegal moves. */
async function positions(state) {
  const game = [];
  try {
    game.push(await requests.position(state.start));
  } catch (error) {
    if (!(error instanceof requests.Refused)) throw error;
    const begun = set(state, { start: START, moves: [], at: 0 });
    return set(await positions(begun), { notice: "bad_address" });
  }
  for (const square of state.moves) {
    const move = moveOn(game.at(-1), square);
    if (!move) break;
    game.push(await requests.position(move.to));
  }
  const moves = state.moves.slice(0, game.length - 1);
  const at = Math.min(state.at, moves.length);
  const notice = moves.length < state.moves.length ? "bad_address" : state.notice;
  return set(state, { game, moves, at, position: game[at], notice });
}

// --- While drawing ----------------------------------------------------------

const answers = new Map();
const redraw = () => update({ loads: now().loads + 1 });
const asked = new Set(); // the keys of pending requests

/** Make a request unless it is pending, or failed since the user's last action. */
export function once(key, ask) {
  if (asked.has(key) || failed.has(key)) return;
  asked.add(key);
  ask()
    .finally(() => asked.delete(key))
    .catch((error) => {
      failed.add(key);
      update({ notice: trouble(error) });
    });
}

/** The answer to a request, or undefined; once it is there, the page is drawn again. */
function loaded(key, ask) {
  if (!answers.has(key))
    once(key, async () => {
      answers.set(key, await ask());
      redraw();
    });
  return answers.get(key);
}

export const positionOf = (board) =>
  loaded(`position ${board}`, () => requests.position(board));

/** The whole tree of a small board. */
export const treeOf = (board) => loaded(`tree ${board}`, () => wholeTree(board));

/** What the given engine plays, or its error. */
export const engineMove = (board) =>
  loaded(`engine ${board}`, () =>
    requests.engine(board).catch((error) => ({ error: trouble(error) })),
  );

export function askAgain(board) {
  answers.delete(`engine ${board}`);
  redraw();
}

// --- Searches -----------------------------------------------------------------

const recorded = async (method, { board, turn }) =>
  new Recording(await requests.search(method, board), turn);

const wholeTree = async (board) =>
  (await recorded("minimax", await requests.position(board))).root;

/** The file whose search is shown: a lesson's, or the one in the field; null: the engine. */
function ownFile({ rival, about, check }) {
  if (rival) return rival;
  return check.text && (check.judged !== null || !about.engine) ? check : null;
}

const ownKey = (board, file) => `own ${board} ${file?.text ?? ""}`;

/** One's own search of a board, or of a small one that it plays wrongly. */
export async function ownSearch(state, board = "") {
  const file = ownFile(state);
  const answer = await requests.own(board, file && bytesOf(file));
  if (answer.unreadable) return answer;
  const position = await requests.position(answer.board);
  const recording = new Recording(answer, position.turn);
  const truth = isLong(position, state.about)
    ? null
    : await recorded("minimax", position);
  const search = { recording, truth, shape: isSmall(position) ? truth?.root : null };
  answers.set(ownKey(answer.board, file), search);
  return search;
}

const isSmall = ({ nodes }) => nodes <= LARGEST;

/** Is plain Minimax too long to be recorded? */
const isLong = ({ board }, about) => free(board).length > about.minimax_free;

/** The recorded search of the position, or two to compare. */
async function methodSearch({ method, position, about }) {
  const { board } = position;
  const isPlain = method === "minimax" || method === "compare";
  if (isPlain && isLong(position, about)) return { tooLong: about.minimax_free };
  const recording = await recorded(isPlain ? "minimax" : method, position);
  const second = method === "compare" ? await recorded("alphabeta", position) : null;
  return {
    recording,
    second,
    shape: isSmall(position) ? await wholeTree(board) : null,
  };
}

/**
 * The state with its search, once it is there: the recording, a second one to compare it
 * with, or the truth about one's own, and the shape of a tree that is small enough to draw.
 * If there is none: tooLong, the limit of free squares, or unreadable, why the own search
 * cannot be shown.
 */
export function staged(state) {
  const { position } = state;
  const method = methodOf(state);
  const [key, ask] =
    method === OWN
      ? [ownKey(position.board, ownFile(state)), () => ownSearch(state, position.board)]
      : [`${method} ${position.board}`, () => methodSearch({ ...state, method })];
  const found = position.turn ? loaded(key, ask) : {};
  const last = (found?.recording?.length ?? Infinity) - 1;
  return { ...state, ...found, step: Math.min(state.step, last) };
}

// --- The course ---------------------------------------------------------------

/** Load the list of lessons, the open lesson, and the stored progress. */
export function loadCourse({ course: wanted }) {
  const isThere = wanted.lesson ? wanted.data?.name === wanted.lesson : !wanted.data;
  if (!wanted.list || !isThere)
    once(`course ${wanted.lesson}`, () => loadLesson(wanted));
}

async function loadLesson({ lesson, task }) {
  const { course: id, lessons: list } = await requests.lessons();
  const isKnown = list.some(({ name }) => name === lesson);
  const data = isKnown ? await requests.lesson(lesson) : null;
  const { course } = now();
  if (course.lesson !== lesson) return; // another lesson was opened meanwhile
  const progress = JSON.parse(stored(progressName({ id })) ?? "{}");
  const found = { ...course, id, list, progress, data, lesson: data?.name ?? "" };
  update({ course: goTo(found, task) });
}
