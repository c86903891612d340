// The user's actions in the lessons.

import { leaveFor } from "../game/actions.js";
import { restart } from "../game/state.js";
import { METHODS, staged, withSearch } from "../search/state.js";
import { say, trouble } from "../shared/language.js";
import { end, judge, now, requests, run, update } from "../shared/page.js";
import { store } from "../shared/storage.js";
import { draftOf, keepDraft } from "./drafts.js";
import {
  afterStep,
  answered,
  courseOf,
  errandOf,
  goTo,
  isRight,
  progressName,
  standing,
  taskOf,
} from "./state.js";

const change = (changes, how = /** @type {How} */ ("replace")) =>
  update({ course: { ...now().course, ...changes } }, how);

/** Keep the progress of a course, here and in this browser. */
function keep(course, changes = {}) {
  store(progressName(course), JSON.stringify(course.progress));
  change({ ...changes, progress: course.progress });
}

/** Go to a task of a lesson; without a name, to the list. */
function leave(lesson, task) {
  end("write");
  update({ course: goTo({ ...now().course, lesson }, task) }, "push");
}

export const openLesson = (name) => leave(name, 0);
export const openTask = (n) => leave(now().course.lesson, n);
export const openList = () => leave("", 0);

export function answer(code) {
  const course = courseOf(now());
  keep(answered(course, code, isRight(taskOf(course), code)));
}

export const showHint = () => change({ hints: now().course.hints + 1 });

// --- Watching a search ----------------------------------------------------------

export const isStaged = ({ search }) => METHODS.includes(search);

/** Show a task's search on the stage, or as text if the stage does not have it. */
export function showSearch() {
  const course = courseOf(now());
  const task = taskOf(course);
  if (!isStaged(task)) return keep(answered(course, "seen", true));
  return leaveFor((state) => ({
    ...withSearch(restart(state, task.board), { method: task.search }),
    view: "search",
  }));
}

/** Mark the task as done after the last step. */
export function noteStep(state) {
  if (!errandOf(state)) return;
  const before = courseOf(state);
  const course = afterStep(before, staged(state));
  if (course !== before) keep(course);
}

// --- Playing against a rival ----------------------------------------------------

export function play(square) {
  const course = courseOf(now());
  const task = taskOf(course);
  const { board, end: isOver } = standing(task, course.line);
  if (isOver || board[square - 1] !== ".") return;
  const line = [...course.line, square];
  const { end: ending } = standing(task, line);
  if (ending) keep(answered(course, line.join(""), ending === "beaten"), { line });
  else change({ line });
}

export const playAgain = () => change({ line: [] });

// --- Writing a function -----------------------------------------------------------

/** Load Python early: the user is about to write. */
export const expect = () => now().about.python && judge.warmUp();

export function write(text) {
  const course = courseOf(now());
  const task = taskOf(course);
  keepDraft(task, text);
  change({ drafts: { ...course.drafts, [task.function]: text } });
}

/** Check a function on the server or, on a frozen page, in this browser. */
export function check() {
  const course = courseOf(now());
  const task = taskOf(course);
  const text = draftOf(course, task);
  change({ asking: "", verdict: null, judged: text });
  return run("write", async (still) => {
    const hear = ({ what }) => still.isWanted() && change({ asking: what ?? "" });
    const ask = still.now().about.frozen ? judge.judgeFunction : requests.write;
    const verdict = await ask(task.function, text, hear, still.signal).catch(
      (error) => ({
        en: { error: trouble(error) },
      }),
    );
    const after = courseOf(still.now());
    const { error, passed } = verdict.en;
    if (error) change({ verdict });
    else keep(answered(after, text, passed), { verdict });
  });
}

// --- Progress ---------------------------------------------------------------------

export function forgetProgress() {
  if (!confirm(say("lessons.forget_sure"))) return;
  keep({ ...courseOf(now()), progress: {} });
}
