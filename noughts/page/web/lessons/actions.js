// The user's actions in the lessons.

import { say } from "../shared/language.js";
import { end, judge, now, requests, run, update } from "../shared/page.js";
import { trouble } from "../shared/requests.js";
import { store } from "../shared/storage.js";
import { draftOf, keepDraft } from "./drafts.js";
import {
  answered,
  courseOf,
  entryOf,
  goTo,
  heard,
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

/** Answer with a square, if it is free and was not chosen before. */
export function answerSquare(square) {
  const course = courseOf(now());
  const code = String(square);
  const isNew = !entryOf(course).answers.includes(code);
  if (isNew && taskOf(course).options.includes(code)) answer(code);
}

export const showHint = () => change({ hints: now().course.hints + 1 });

// --- Taking the place of a search -----------------------------------------------

/** Complete a task that the practice has judged. */
export function complete(how) {
  keep(answered(courseOf(now()), how, true));
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
  change({ asking: null, first: null, verdict: null, judged: text });
  return run("write", async (still) => {
    const hear = (message) =>
      still.isWanted() && change(heard(still.now().course, message));
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
