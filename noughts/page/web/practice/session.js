// A student who takes the place of a search: which step is asked, what was answered, and how
// it was judged. Plain data and pure functions.
//
// An exercise is { id, root, method, ask, range }. A session belongs to one exercise:
//   id        that of the exercise
//   queue     the numbers of the steps that are left; a failed one goes to the end
//   said      the last answer and how it was judged, or null
//   isStuck   the answer was wrong, and its reason is shown
//   firsts    by number of the step: was the first answer right?

import {
  judgeDecision,
  judgeValue,
  judgeWindow,
  isDecision,
  questions,
} from "./steps.js";
import { leaves, leavesVisited, METHODS, search } from "./tree.js";

export const stepsOf = ({ root, method, ask, range }) =>
  questions(root, { method, ask, range });

export function begin(exercise) {
  const queue = stepsOf(exercise).map((_, n) => n);
  return { id: exercise.id, queue, said: null, isStuck: false, firsts: {} };
}

/** The session of an exercise: the one that is kept if it belongs to it, or a new one. */
export const sessionOf = (kept, exercise) =>
  kept?.id === exercise.id ? kept : begin(exercise);

export const isOver = ({ queue }) => queue.length === 0;

/** The step that is asked, or null at the end. */
export const stepOf = (exercise, { queue }) =>
  queue.length ? stepsOf(exercise)[queue[0]] : null;

/**
 * Judge an answer to a step: { alpha, beta } for a window; { value, isCut } for the rest, as
 * far as it is asked.
 */
export function judge({ root, method, ask, range }, step, given) {
  if (step.kind === "window") {
    const window = judgeWindow(root, step, given);
    return { window, isRight: window.verdict === "right" };
  }
  const value = ask === "decisions" ? null : judgeValue(step, given.value);
  const decision = isDecision(step)
    ? judgeDecision(root, step, given.isCut, range)
    : null;
  // Without alpha and beta, any cut that is safe is a right one.
  const accepted = method === "stop-at-win" ? ["right", "safe"] : ["right"];
  const isRight =
    (!value || value.verdict === "right") &&
    (!decision || accepted.includes(decision.verdict));
  return { value, decision, isRight };
}

/** The session after an answer. */
export function answered(exercise, session, given) {
  if (session.isStuck || isOver(session)) return session;
  const [number, ...rest] = session.queue;
  const step = stepOf(exercise, session);
  const judged = judge(exercise, step, given);
  const { isRight } = judged;
  const firsts = { [number]: isRight, ...session.firsts };
  const said = { number, given, judged };
  const queue = isRight ? rest : session.queue;
  return { ...session, queue, said, isStuck: !isRight, firsts };
}

/** The session after a reason was read: the failed step comes again at the end. */
export function goneOn(session) {
  if (!session.isStuck) return session;
  const [failed, ...rest] = session.queue;
  return { ...session, queue: [...rest, failed], said: null, isStuck: false };
}

/** How it went: steps, those right at the first try, and the leaves that were skipped. */
export function resultOf(exercise, { firsts }) {
  const { root, method, range } = exercise;
  const visited = leavesVisited(search(root, { rule: METHODS[method], range })).length;
  const all = stepsOf(exercise).length;
  const right = Object.values(firsts).filter(Boolean).length;
  return { all, right, visited, leaves: leaves(root).length };
}

/** The skills that were answered for the first time, and whether they were right. */
export function skillsMet(exercise, { firsts }) {
  const met = {};
  for (const [n, step] of stepsOf(exercise).entries())
    if (step.skill && n in firsts)
      met[step.skill] = (met[step.skill] ?? true) && firsts[n];
  return met;
}
