// The lessons as plain data: the open task, the answers, and a game against a rival. The
// right answers come with a task; nothing here knows the rules of the game.

import { other, put } from "../shared/notation.js";

export const beginning = {
  id: "", // of a teacher's own course
  list: null, // all lessons: name, title, minutes, tasks
  lesson: "", // the name of the open lesson
  task: 0, // the number of the open task, from 0
  data: null, // the open lesson
  progress: {}, // by "lesson/task": the answers in order, and whether it is done
  hints: 0, // how many are shown
  line: [], // the user's moves against a rival
  verdict: null, // the result for the user's function, by language
  judged: "", // the text it belongs to
  judging: false, // true, or what the judge asks now
};

/** The storage key of the progress: courses may use the same lesson names. */
export const progressName = ({ id }) => (id ? `progress.${id}` : "progress");

export const taskOf = ({ data, task }) => data?.tasks[task] ?? null;
export const idOf = ({ lesson, task }) => `${lesson}/${task + 1}`;
export const entryOf = (course) =>
  course.progress[idOf(course)] ?? { answers: [], done: false };

/** Is the requested lesson loaded? */
export const isOpen = ({ lesson, data }) => Boolean(data) && data.name === lesson;

/** Go to another task and reset its temporary state. */
export const goTo = (course, task, tasks = course.data?.tasks.length ?? 1) => ({
  ...course,
  task: Math.max(0, Math.min(task, tasks - 1)),
  hints: 0,
  line: [],
  verdict: null,
  judging: false,
});

export const isRight = (task, answer) => task.right.includes(answer);

/** Add an answer; the first right one completes the task. */
export function answered(course, answer, done) {
  const { answers, done: before } = entryOf(course);
  if (before) return course;
  const entry = { answers: [...answers, answer], done };
  return { ...course, progress: { ...course.progress, [idOf(course)]: entry } };
}

// --- Watching a search -------------------------------------------------------

/** The task whose search is on the stage, if any. */
export function errandOf({ view, course, position, method }) {
  const task = isOpen(course) ? taskOf(course) : null;
  const isHere = view === "search" && task?.kind === "step";
  return isHere && task.board === position?.board && task.search === method
    ? task
    : null;
}

/** Complete the task if the last step of its search is shown. */
export const afterStep = ({ course, recording, step }) =>
  recording && step === recording.length - 1 ? answered(course, "seen", true) : course;

// --- Answers ------------------------------------------------------------------

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

const turnOf = (board) => {
  const count = (mark) => [...board].filter((cell) => cell === mark).length;
  return count("X") === count("O") ? "X" : "O";
};

/** How many tasks of a lesson are done. */
export const doneOf = (progress, { name, tasks }) =>
  Array.from({ length: tasks }, (_, n) => progress[`${name}/${n + 1}`]).filter(
    (entry) => entry?.done,
  ).length;
