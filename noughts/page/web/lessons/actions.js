// The user's actions in the lessons.

import { leaveFor } from "../game/actions.js";
import { restart } from "../game/state.js";
import { judgeFunction } from "../shared/judge.js";
import { store, stored } from "../shared/storage.js";
import { say, trouble } from "../shared/language.js";
import {
  afterStep,
  answered,
  entryOf,
  errandOf,
  goTo,
  idOf,
  isRight,
  progressName,
  standing,
  taskOf,
} from "./state.js";
import { staged } from "../load.js";
import * as requests from "../shared/requests.js";
import { now, update } from "../shared/page.js";
import { METHODS } from "../state.js";

const become = (course, how = /** @type {How} */ ("replace")) =>
  update({ course }, how);
const change = (changes) => become({ ...now().course, ...changes });

function keep(course) {
  store(progressName(course), JSON.stringify(course.progress));
  become(course);
}

export const openLesson = (name) =>
  become(goTo({ ...now().course, lesson: name }, 0), "push");
export const openTask = (n) => become(goTo(now().course, n), "push");
export const openList = () =>
  become({ ...now().course, lesson: "", data: null, task: 0 }, "push");

export function answer(code) {
  const { course } = now();
  keep(answered(course, code, isRight(taskOf(course), code)));
}

export const showHint = () => change({ hints: now().course.hints + 1 });

/** Is there another hint for an unsolved task? */
export const hasHint = (course, task) =>
  !entryOf(course).done && course.hints < task.hints.length;

// --- Watching a search ----------------------------------------------------------

export const isStaged = ({ search }) => METHODS.includes(search);

/** Show a task's search on the stage, or as text if the stage does not have it. */
export function showSearch() {
  const { course } = now();
  const task = taskOf(course);
  if (!isStaged(task)) return keep(answered(course, "seen", true));
  const shown = { view: "search", method: task.search, step: 0 };
  return leaveFor((state) => ({ ...restart(state, task.board), ...shown }));
}

/** Mark the task as done after the last step. */
export function noteStep(state) {
  if (!errandOf(state)) return;
  const course = afterStep(staged(state));
  if (course !== state.course) keep(course);
}

// --- Playing against a rival ----------------------------------------------------

export function play(square) {
  const { course } = now();
  const task = taskOf(course);
  const { board, end: isOver } = standing(task, course.line);
  if (isOver || board[square - 1] !== ".") return;
  const line = [...course.line, square];
  const { end } = standing(task, line);
  const next = { ...course, line };
  keep(end ? answered(next, line.join(""), end === "beaten") : next);
}

export const playAgain = () => change({ line: [] });

// --- Writing a function -----------------------------------------------------------

const draftName = ({ function: name }) => `draft.${name}`;
const starter = ({ function: name, parameters }) =>
  `def ${name}(${parameters.join(", ")}):\n    ...\n`;

export const draftOf = (task) => stored(draftName(task)) ?? starter(task);

export function write(text) {
  store(draftName(taskOf(now().course)), text);
  change({});
}

/** Check a function on the server or, on a frozen page, in this browser. */
const ask = (...asked) =>
  now().about.frozen ? judgeFunction(...asked) : requests.write(...asked);

let checks = 0; // counts checks: only the result of the last one is used

export async function check() {
  const { course } = now();
  const task = taskOf(course);
  const text = draftOf(task);
  const mine = ++checks;
  change({ judging: true, verdict: null, judged: text });
  const isHere = () => mine === checks && idOf(now().course) === idOf(course);
  const hear = ({ what }) => isHere() && change({ judging: what || true });
  const verdict = await ask(task.function, text, hear).catch((error) => ({
    en: { error: trouble(error) },
  }));
  if (!isHere()) return;
  const judged = { ...now().course, judging: false, verdict };
  const { error, passed } = verdict.en;
  keep(error ? judged : answered(judged, text, passed));
}

// --- Progress ---------------------------------------------------------------------

export function forgetProgress() {
  if (!confirm(say("lessons.forget_sure"))) return;
  store(progressName(now().course), "{}");
  change({ progress: {} });
}
