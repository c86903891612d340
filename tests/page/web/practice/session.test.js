// A student in the place of a search: failed steps come back, and only answers complete it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ownExercise } from "../../../../noughts/page/web/practice/exercises.js";
import * as session from "../../../../noughts/page/web/practice/session.js";
import { unpractised } from "../../../../noughts/page/web/practice/state.js";
import { ASKS, isDecision } from "../../../../noughts/page/web/practice/steps.js";
import { parse } from "../../../../noughts/page/web/practice/tree.js";

const exerciseOf = (ask, more = {}) =>
  ownExercise({ ...unpractised, ask, ...more }, parse("5 6 / 7 4 // 3 2 / 9 1"));

/** What a student who makes no mistake answers. */
const rightAnswer = (step) =>
  step.kind === "window"
    ? { alpha: step.alpha, beta: step.beta }
    : { value: step.best, isCut: isDecision(step) && step.isCut };

const wrongAnswer = (step) =>
  step.kind === "window"
    ? { alpha: step.alpha, beta: -999 }
    : { value: step.best, isCut: !step.isCut };

for (const ask of ASKS)
  test(`right answers lead to the end, one step each: ${ask}`, () => {
    const exercise = exerciseOf(ask);
    let here = session.begin(exercise);
    let count = 0;
    while (!session.isOver(here)) {
      here = session.answered(
        exercise,
        here,
        rightAnswer(session.stepOf(exercise, here)),
      );
      count += 1;
    }
    const { all, right, visited, leaves } = session.resultOf(exercise, here);
    assert.deepEqual([all, right, visited, leaves], [count, count, 5, 8]);
  });

test("a failed step comes back at the end until it is right", () => {
  const exercise = exerciseOf("decisions");
  let here = session.begin(exercise);
  const first = here.queue[0];
  here = session.answered(exercise, here, wrongAnswer(session.stepOf(exercise, here)));
  assert(here.isStuck);
  assert.equal(session.answered(exercise, here, { isCut: false }), here, "read first");
  here = session.goneOn(here);
  assert.equal(here.queue.at(-1), first);
  while (here.queue.length > 1)
    here = session.answered(
      exercise,
      here,
      rightAnswer(session.stepOf(exercise, here)),
    );
  assert.equal(here.queue[0], first);
  here = session.answered(exercise, here, wrongAnswer(session.stepOf(exercise, here)));
  here = session.goneOn(here);
  assert(!session.isOver(here), "wrong once more: it stays");
  here = session.answered(exercise, here, rightAnswer(session.stepOf(exercise, here)));
  assert(session.isOver(here));
  const { all, right } = session.resultOf(exercise, here);
  assert.equal(right, all - 1, "only first answers count");
});

test("a skill is right if all its first answers were", () => {
  const exercise = exerciseOf("windows");
  let here = session.begin(exercise);
  let failed = null;
  while (!session.isOver(here)) {
    const step = session.stepOf(exercise, here);
    const isFirst = step.skill === "hand-down" && failed === null;
    if (isFirst) failed = step.skill;
    here = session.answered(
      exercise,
      here,
      isFirst ? wrongAnswer(step) : rightAnswer(step),
    );
    here = session.goneOn(here);
  }
  const met = session.skillsMet(exercise, here);
  assert.equal(met["hand-down"], false);
  assert.equal(met["beta-cut"], true);
});

test("a session belongs to one exercise", () => {
  const [one, other] = [exerciseOf("values"), exerciseOf("decisions")];
  const begun = session.answered(one, session.begin(one), { value: 5, isCut: false });
  assert.equal(session.sessionOf(begun, one), begun);
  assert.equal(session.sessionOf(begun, other).id, other.id);
  assert.deepEqual(session.sessionOf(null, one), session.begin(one));
});

test("without alpha and beta, every safe cut is right", () => {
  const root = parse("0 1 / -1 1 // 1 0 / 0 1");
  const range = { low: -1, high: 1 };
  const exercise = { id: "a", root, method: "stop-at-win", ask: "decisions", range };
  const steps = session.stepsOf(exercise);
  const safe = steps.filter(
    (step) =>
      session.judge(exercise, step, { isCut: true }).decision?.verdict === "safe",
  );
  for (const step of safe)
    assert(session.judge(exercise, step, { isCut: true }).isRight);
  assert(steps.some(({ isCut }) => isCut));
});
