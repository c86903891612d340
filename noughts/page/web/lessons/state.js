// The lessons as plain data: the open task, the answers, and a game against a rival. The
// right answers come with a task; nothing here knows the rules of the game.

import {
  answerTo,
  lessonNamed,
  LESSONS,
  positionOf,
  practiceNeeds,
  searchBy,
} from "../shared/needs.js";
import { other, put, turnOf } from "../shared/notation.js";

/** @type {CourseState} */
export const beginning = {
  lesson: "", // the name of the open lesson
  task: 0, // the number of the open task, from 0
  progress: null, // by "lesson/task": see Entry; null: as it is stored
  drafts: {}, // by function: the user's text, once it was changed
  hints: 0, // how many are shown
  line: [], // the user's moves against a rival
  verdict: null, // the result for the user's function, by language
  judged: "", // the text it belongs to
  asking: null, // what the judge asks now: what, done, all
  first: null, // by language: the first wrong answer, while the check goes on
};

/**
 * The course with what is loaded of it: its id, which a teacher's own course has, the list of
 * lessons, the open lesson and the progress.
 *
 * @returns {Course}
 */
export function courseOf(state) {
  const { course } = state;
  const { id = "", list = null, stored = {} } = answerTo(state, LESSONS) ?? {};
  const isThere = !list || list.some(({ name }) => name === course.lesson);
  const lesson = isThere ? course.lesson : "";
  const data = (lesson && answerTo(state, lessonNamed(lesson))) || null;
  const last = data ? data.tasks.length - 1 : Infinity;
  const task = Math.min(course.task, last); // an address may have any number
  return {
    ...course,
    id,
    list,
    lesson,
    data,
    task,
    progress: course.progress ?? stored,
  };
}

/** The storage key of the progress: courses may use the same lesson names. */
export const progressName = ({ id }) => (id ? `progress.${id}` : "progress");

export const taskOf = ({ data, task }) => data?.tasks[task] ?? null;
export const idOf = ({ lesson, task }) => `${lesson}/${task + 1}`;
export const entryOf = (course) =>
  course.progress[idOf(course)] ?? { answers: [], done: false };

/** Go to another task and reset its temporary state. */
export const goTo = (course, task) => ({
  ...course,
  task: Math.max(0, task),
  hints: 0,
  line: [],
  verdict: null,
  asking: null,
  first: null,
});

/** Apply a message of the checker. */
export function heard(course, [what, given]) {
  if (what === "asked") return { ...course, asking: given?.all ? given : null };
  return what === "first" ? { ...course, first: given } : course;
}

/** What the lessons need: the list, the open lesson, and what its task shows. */
export function needs(state) {
  const course = courseOf(state);
  if (!course.list || !course.lesson) return [LESSONS];
  if (!course.data) return [lessonNamed(course.lesson)];
  return taskNeeds(state, course, taskOf(course));
}

/** The kinds of tasks in which the student takes the place of a search. */
export const PRACTISED = ["trace", "sheet", "order"];

function taskNeeds(state, course, task) {
  const needed = PRACTISED.includes(task.kind) ? practiceNeeds(state) : [];
  if (task.picture || (task.kind === "trace" && task.board)) needed.push(treeOf(task));
  if (task.kind === "break") {
    const { board, end } = standing(task, course.line);
    if (end) needed.push(positionOf(board));
  }
  if (isRefuted(course, task)) needed.push(positionOf(task.board));
  return needed;
}

/** The whole tree of a small board. */
export const treeOf = ({ board }) => searchBy("minimax", board);

const REFUTED = ["move", "value"]; // questions that a line of play answers

/** Is a line of play shown that refutes the last answer? */
export function isRefuted(course, task) {
  const { answers, done } = entryOf(course);
  return !done && answers.length > 0 && REFUTED.includes(task.ask);
}

/** Is there another hint for an unsolved task? */
export const hasHint = (course, task) =>
  !entryOf(course).done && course.hints < task.hints.length;

// --- Answers --------------------------------------------------------------------

export const isRight = (task, answer) => task.right.includes(answer);

/** Add an answer; the first right one completes the task. */
export function answered(course, answer, done) {
  const { answers, done: before } = entryOf(course);
  if (before) return course;
  const entry = { answers: [...answers, answer], done };
  return { ...course, progress: { ...course.progress, [idOf(course)]: entry } };
}

/** The line of play that refutes a prediction: of the chosen move, or of best play. */
export function refutation(task, answer, { moves, best }) {
  const asked = task.ask === "move" ? Number(answer) : task.square;
  return moves.find(({ square }) => square === asked)?.line ?? best;
}

/** The state of a game against a rival. */
export function standing({ board, replies }, line) {
  const person = turnOf(board);
  let end = "";
  for (const square of line) {
    board = put(board, square, person);
    const [reply, state] = replies[board];
    if (reply) board = put(board, reply, other[person]);
    end = state;
  }
  return { board, end, person };
}

/** How many tasks of a lesson are done. */
export const doneOf = (progress, { name, tasks }) =>
  Array.from({ length: tasks }, (_, n) => progress[`${name}/${n + 1}`]).filter(
    (entry) => entry?.done,
  ).length;
