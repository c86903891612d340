import assert from "node:assert/strict";
import { test } from "node:test";

import * as lessons from "../../../noughts/page/web/lessons/state.js";

const { answered, beginning, doneOf, entryOf, goTo, refutation, standing } = lessons;
const course = { ...beginning, lesson: "worth", data: { tasks: [{}, {}, {}] } };

test("answers are recorded, and the first right one completes the task", () => {
  const wrong = answered(course, "draw", false);
  assert.deepEqual(entryOf(wrong), { answers: ["draw"], done: false });
  const right = answered(wrong, "wins", true);
  assert.deepEqual(entryOf(right), { answers: ["draw", "wins"], done: true });
  assert.equal(answered(right, "loses", false), right);
  assert.deepEqual(course.progress, {}, "the state before is unchanged");
});

test("another task resets the temporary state, and stays within the lesson", () => {
  const tasks = [-1, 0, 2, 9].map((n) => goTo(course, n).task);
  assert.deepEqual(tasks, [0, 0, 2, 2]);
  const begun = { ...course, hints: 2, line: [1], verdict: {}, judging: true };
  assert.deepEqual(goTo(begun, 1), { ...course, task: 1 });
});

test("a game against a rival follows its replies", () => {
  const board = ".........";
  const end = "XOOX..X..";
  const replies = { "X........": [2, ""], "XO.X.....": [3, ""], [end]: [0, "beaten"] };
  const after = (...line) => standing({ board, replies }, line);
  assert.deepEqual(after(), { board, end: "", person: "X" });
  assert.equal(after(1, 4).board, "XOOX.....");
  assert.deepEqual(after(1, 4, 7), { board: end, end: "beaten", person: "X" });
});

test("a lesson may have any name", () => {
  for (const lesson of ["garfos é 1", "a/b", "回", "1/2", "two\\nlines", "__proto__"]) {
    const { progress } = answered({ ...course, lesson }, "wins", true);
    assert.equal(doneOf(progress, { name: lesson, tasks: 3 }), 1);
  }
  assert.equal(lessons.progressName(beginning), "progress");
  assert.equal(lessons.progressName({ ...beginning, id: "5e1f" }), "progress.5e1f");
});

test("a step task is complete when the last step is shown, not before", () => {
  const task = { kind: "step", board: "XO.......", search: "alphabeta" };
  const opened = { ...course, data: { name: "worth", tasks: [task] } };
  const here = { view: "search", method: "alphabeta", position: { board: task.board } };
  const state = { ...here, recording: { length: 9 }, course: opened, step: 8 };
  assert.equal(lessons.errandOf(state), task);
  assert.ok(entryOf(lessons.afterStep(state)).done);
  assert.equal(lessons.afterStep({ ...state, step: 7 }), opened);
  for (const elsewhere of [
    { view: "values" },
    { method: "minimax" },
    { position: { board: "." } },
  ])
    assert.equal(lessons.errandOf({ ...state, ...elsewhere }), null);
});

test("a wrong prediction shows the line that refutes it", () => {
  const lines = { 3: [3, 7, 9], 8: [8, 3] };
  const moves = [3, 8].map((square) => ({ square, line: lines[square] }));
  for (const [task, answer, line] of [
    [{ ask: "move" }, "3", lines[3]],
    [{ ask: "value" }, "wins", lines[8]],
    [{ ask: "value", square: 3 }, "wins", lines[3]],
  ])
    assert.deepEqual(refutation(task, answer, { moves, best: lines[8] }), line);
});
