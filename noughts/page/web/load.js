// Loading: positions, which a state needs before it is drawn, and what can come later.

import * as source from "./source.js";
import { bytesOf, heard } from "./check-state.js";
import { stored } from "./kept.js";
import { trouble } from "./language.js";
import { LARGEST } from "./layout.js";
import { boardOf, goTo, progressName, restored } from "./lessons-state.js";
import { Recording } from "./recording.js";
import { free } from "./marks.js";
import { forgetting, moveOn, OWN, set, START, stepTo } from "./state.js";
import { become, now, update } from "./store.js";

let changes = Promise.resolve();
let turns = 0; // counts cancellations: a change started before one is dropped
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
export function go(change, how = "push") {
  const turn = turns;
  const done = changes.then(() => changed(change, how, turn));
  changes = done.catch(() => {});
  return done;
}

/** Cancel all queued changes. */
export function abandon() {
  turns += 1;
}

async function changed(change, how, turn) {
  for (;;) {
    const before = now();
    const next = turn === turns && change(before);
    if (!next) return false;
    let loaded;
    try {
      loaded = await positions(next);
    } catch (error) {
      failed.add("go");
      abandon(); // queued moves would follow a move that was never made
      update({ notice: trouble(error) });
      return false;
    }
    if (turn !== turns || now() !== before) continue; // the state has changed meanwhile
    become(forgetting(loaded, before), how);
    return true;
  }
}

/** Add the positions to a state; drop illegal moves. */
async function positions(state) {
  let first;
  try {
    first = await source.position(state.start);
  } catch (error) {
    if (!(error instanceof source.Refused)) throw error;
    const begun = set(state, { start: START, moves: [], at: 0 });
    return set(await positions(begun), { notice: "bad_address" });
  }
  const game = await along(first, state.moves);
  const moves = state.moves.slice(0, game.length - 1);
  const strayed = moves.length < state.moves.length;
  const at = Math.min(state.at, moves.length);
  const opened = await along(game[at], strayed ? [] : state.open);
  const open = state.open.slice(0, opened.length - 1);
  const notice = strayed ? "bad_address" : state.notice;
  return set(state, { game, moves, at, position: game[at], opened, open, notice });
}

/** A position and those after it, as far as the squares are legal. */
async function along(position, squares) {
  const found = [position];
  for (const square of squares) {
    const move = moveOn(found.at(-1), square);
    if (!move) break;
    found.push(await source.position(move.to));
  }
  return found;
}

// --- Later ------------------------------------------------------------------

const recordings = new Map();

async function recorded(method, { board, turn }) {
  const key = `${method} ${board}`;
  if (!recordings.has(key)) {
    const answer = await source.search(method, board);
    recordings.set(key, new Recording(answer, turn));
  }
  return recordings.get(key);
}

/** The file whose search is shown: a lesson's, or the one in the field; null: the engine. */
function ownFile({ rival, about, check }) {
  if (rival) return rival;
  return check.text && (check.judged !== null || !about.engine) ? check : null;
}

const ownKey = (board, file) => `own ${board} ${file?.text ?? ""}`;

/** One's own search of a board, or of a small one that it plays wrongly; kept. */
export async function ownSearch(board = "") {
  const file = ownFile(now());
  const answer = await source.own(board, file && bytesOf(file));
  if (answer.unreadable) return answer;
  const { turn } = await source.position(answer.board);
  const made = new Recording(answer, turn);
  recordings.set(ownKey(answer.board, file), made);
  return made;
}

async function ownRecording({ position }) {
  const file = ownFile(now());
  if (!file && !now().about.engine) return update({ method: "minimax" }, "replace");
  const { board } = position;
  const found = recordings.get(ownKey(board, file)) ?? (await ownSearch(board));
  const state = now();
  if (state.position !== position || state.method !== OWN) return;
  if (found.unreadable) return update({ unreadable: found.unreadable });
  const second = await recorded("minimax", position);
  const drawn = position.nodes <= LARGEST ? second.root : null;
  become(stepTo(set(state, { recording: found, second, shape: drawn }), state.step));
}

/** Load the recorded search of the position, or two to compare. */
async function recording({ method, position, about }) {
  if (method === OWN) return ownRecording({ position });
  const limit = about.minimax_free;
  const isPlain = method === "minimax" || method === "compare";
  if (isPlain && free(position.board).length > limit) return update({ tooLong: limit });
  const first = await recorded(isPlain ? "minimax" : method, position);
  const second = method === "compare" ? await recorded("alphabeta", position) : null;
  const isSmall = position.nodes <= LARGEST;
  const found = isSmall ? (await recorded("minimax", position)).root : null;
  const state = now();
  if (state.position !== position || state.method !== method) return;
  const searched = { recording: first, second, shape: found };
  become(stepTo(set(state, searched), state.step));
}

/** Load what the given engine plays. */
async function engineMove({ position }) {
  const said = (error) => ({ error: trouble(error) });
  const answer = await source.engine(position.board).catch(said);
  if (now().position === position) update({ engineMove: answer });
}

/** Load the whole tree of a task's board. */
async function picture({ course: { task, data } }) {
  const { board } = data.tasks[task];
  const minimax = await recorded("minimax", await source.position(board));
  update({ picture: minimax.root });
}

/** Load the position of a task, for the line that answers it. */
async function replay({ course: wanted }) {
  const { board } = boardOf(wanted);
  update({ replay: await source.position(board) });
}

/** Load the list of lessons, the open lesson, and the stored progress. */
async function course({ course: wanted }) {
  const isThere = wanted.lesson ? wanted.data?.name === wanted.lesson : !wanted.data;
  if (wanted.list && isThere) return;
  const { course: id, lessons: list } = await source.lessons();
  const isKnown = list.some(({ name }) => name === wanted.lesson);
  const data = isKnown ? await source.lesson(wanted.lesson) : null;
  if (now().course.lesson !== wanted.lesson) return; // another lesson was opened meanwhile
  const progress = restored(stored(progressName({ id })));
  const open = { data, lesson: data?.name ?? "" };
  const found = { ...now().course, id, list, progress, ...open };
  update({ course: goTo(found, wanted.task) });
}

/** Follow the check of the given engine until its report is there. */
async function engineCheck({ about }) {
  const tell = (said) =>
    update({ check: heard({ ...now().check, name: about.engine }, said) });
  await source
    .engineCheck((progress) => tell(["asked", progress]))
    .then(
      (report) => tell(["done", report]),
      (error) => tell(["failed", trouble(error)]),
    );
}

const boardOfTask = ({ course: wanted }) => boardOf(wanted).board;
const boardOfGame = ({ position }) => position.board;

/**
 * What can be loaded: the function, the key of a request, and whether the state has it
 * already. `course` checks that itself.
 */
const LATER = {
  course: [course, (state) => state.course.lesson, () => false],
  picture: [
    picture,
    boardOfTask,
    (state) => state.picture?.board === boardOfTask(state),
  ],
  replay: [replay, boardOfTask, (state) => state.replay?.board === boardOfTask(state)],
  engineCheck: [engineCheck, () => "", ({ check }) => check.phase !== "none"],
  engineMove: [
    engineMove,
    boardOfGame,
    (state) => state.engineMove || !state.position.turn,
  ],
  recording: [
    recording,
    (state) => `${state.method} ${boardOfGame(state)}`,
    (state) =>
      state.recording || state.tooLong || state.unreadable || !state.position.turn,
  ],
};
const asked = new Set(); // the keys of pending requests

/** Forget cached answers of the engine. */
export function forget() {
  asked.clear();
  failed.clear();
  source.forget();
}

/** Load what a view needs and does not have yet. */
export function later(needs, state) {
  for (const name of needs) {
    const [load, keyOf, isThere] = LATER[name];
    const key = `${name} ${keyOf(state)}`;
    if (isThere(state) || asked.has(key) || failed.has(key)) continue;
    asked.add(key);
    load(state)
      .finally(() => asked.delete(key))
      .catch((error) => {
        failed.add(key);
        update({ notice: trouble(error) });
      });
  }
}
