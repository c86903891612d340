// Lessons as plain data: where one is, what was answered, how a game against a rival
// stands. What is right comes with a task; nothing here knows the rules of the game.

import { other, put } from "./marks.js";

export const beginning = {
  id: "", // of a course that is not ours
  list: null, // of all lessons: name, title, minutes, tasks
  lesson: "", // which one is open, by name
  task: 0, // which of its tasks, from 0
  data: null, // the open lesson
  progress: {}, // by "lesson/task": the answers in their order, and whether it is done
  hints: 0, // how many are shown
  line: [], // one's moves against a rival
  verdict: null, // what the judge says of the function that was written, by language
  judged: "", // and of which text
  judging: false, // true, or what is under way: "the rules"
};

/** What the progress in a course is kept by: another course may have the same names. */
export const progressName = ({ id }) => (id ? `progress.${id}` : "progress");

export const taskOf = ({ data, task }) => data?.tasks[task] ?? null;
export const idOf = ({ lesson, task }) => `${lesson}/${task + 1}`;
export const entryOf = (course) =>
  course.progress[idOf(course)] ?? { answers: [], done: false };

/** Is the lesson that is asked for the one that is there? */
export const isOpen = ({ lesson, data }) => Boolean(data) && data.name === lesson;

/** To another task: what was under way there is put aside. */
export const goTo = (course, task, tasks = course.data?.tasks.length ?? 1) => ({
  ...course,
  task: Math.max(0, Math.min(task, tasks - 1)),
  hints: 0,
  line: [],
  verdict: null,
  judging: false,
});

export const isRight = (task, answer) => task.right.includes(answer);

/** An answer is noted, right or wrong; the first right one ends the task. */
export function answered(course, answer, done) {
  const { answers, done: before } = entryOf(course);
  if (before) return course;
  const entry = { answers: [...answers, answer], done };
  return { ...course, progress: { ...course.progress, [idOf(course)]: entry } };
}

// --- A search that is to be looked at on the stage ---------------------------

/** The task that sent one to the stage, while its search is there. */
export function errandOf({ view, course, position, method }) {
  const task = isOpen(course) ? taskOf(course) : null;
  const isHere = view === "search" && task?.kind === "step";
  return isHere && task.board === position?.board && task.search === method
    ? task
    : null;
}

/** The course, its task done once the last step of the search has been seen. */
export function afterStep(state) {
  const { course, recording, step } = state;
  const isSeen = errandOf(state) && recording && step === recording.length - 1;
  return isSeen ? answered(course, "seen", true) : course;
}

// --- Answers ------------------------------------------------------------------

/** What was predicted first about the same board, with the task that asked for it. */
export const predictions = ({ data, lesson, progress }, { board }) =>
  data.tasks.flatMap((task, n) => {
    const entry = progress[`${lesson}/${n + 1}`];
    const isAbout = task.kind === "predict" && task.board === board && entry;
    return isAbout ? [{ task, first: entry.answers[0] }] : [];
  });

/** The board whose best play answers a prediction, and the squares from it on. */
export function refutation(task, answer, position) {
  if (task.ask === "move") {
    const move = position.moves.find(({ square }) => String(square) === answer);
    return move?.line ?? [];
  }
  if (task.ask !== "value") return [];
  const move = position.moves.find(({ square }) => square === task.square);
  return move ? move.line : position.best;
}

/** The board of a game against a rival, and how it stands. */
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

/** What a task shows: its board, or how the game against its rival stands. */
export function boardOf(course) {
  const task = taskOf(course);
  return task.kind === "break" ? standing(task, course.line) : task;
}

/** Whose turn a board is: X begins, and they alternate. */
const turnOf = (board) => {
  const count = (mark) => [...board].filter((cell) => cell === mark).length;
  return count("X") === count("O") ? "X" : "O";
};

/** How much of a lesson is done. */
export const doneOf = (progress, { name, tasks }) =>
  Array.from({ length: tasks }, (_, n) => progress[`${name}/${n + 1}`]).filter(
    (entry) => entry?.done,
  ).length;

/** What is kept in the browser, read with care: it may be anybody's. */
export function restored(text) {
  try {
    const entries = Object.entries(JSON.parse(text) ?? {});
    const isEntry = ([id, entry]) =>
      /^.+\/\d+$/s.test(id) && // a lesson may have any name
      Array.isArray(entry?.answers) &&
      entry.answers.every((answer) => typeof answer === "string") &&
      typeof entry.done === "boolean";
    return Object.fromEntries(entries.filter(isEntry));
  } catch {
    return {};
  }
}

/** The progress as a file to hand in. */
export const exported = (progress, when) =>
  JSON.stringify({ what: "noughts lessons", signed: false, when, progress }, null, 1);
