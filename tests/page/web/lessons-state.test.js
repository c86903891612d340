import assert from "node:assert/strict";
import { test } from "node:test";

import { initial } from "../../../noughts/page/web/state.js";
import * as lessons from "../../../noughts/page/web/lessons/state.js";

const { answered, beginning, doneOf, entryOf, goTo, refutation, standing } = lessons;
const data = { tasks: [{}, {}, {}] };
const course = { ...beginning, progress: {}, lesson: "worth", data };
const knowing = (more) => ({
  ...initial,
  course: { ...beginning, lesson: "worth", ...more },
  answers: { lessons: { list: [{ name: "worth" }], stored: {} }, "lesson worth": data },
});

test("answers are recorded, and the first right one completes the task", () => {
  const wrong = answered(course, "draw", false);
  assert.deepEqual(entryOf(wrong), { answers: ["draw"], done: false });
  const right = answered(wrong, "wins", true);
  assert.deepEqual(entryOf(right), { answers: ["draw", "wins"], done: true });
  assert.equal(answered(right, "loses", false), right);
  assert.deepEqual(course.progress, {}, "the state before is unchanged");
});

test("another task resets the temporary state, and stays within the lesson", () => {
  const taskOf = (n) => lessons.courseOf(knowing(goTo(course, n))).task;
  assert.deepEqual([-1, 0, 2, 9].map(taskOf), [0, 0, 2, 2]);
  const begun = {
    ...course,
    hints: 2,
    line: [1],
    verdict: {},
    asking: { what: "winner", done: 1, all: 9 },
  };
  assert.deepEqual(goTo(begun, 1), { ...course, task: 1 });
});

test("while a function is checked, what is asked and the first wrong answer are known", () => {
  const asked = { what: "winner", done: 1, all: 9 };
  const first = { en: { function: "winner" } };
  const heard = [
    ["asked", asked],
    ["first", first],
    ["standing", {}],
  ].reduce(lessons.heard, course);
  assert.deepEqual(heard, { ...course, asking: asked, first });
  assert.deepEqual(lessons.heard(heard, ["asked", { what: "", all: 0 }]).asking, null);
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

test("a task of the practice needs that part, its words and the tree of its board", () => {
  const needsOf = (task) => {
    const shown = knowing();
    const answers = { ...shown.answers, "lesson worth": { tasks: [task] } };
    return lessons
      .needs({ ...shown, answers, language: "pt-BR" })
      .map(({ key }) => key);
  };
  const part = ["part practice", "words practice pt-BR"];
  assert.deepEqual(needsOf({ kind: "sheet", tree: "1.2" }), part);
  assert.deepEqual(needsOf({ kind: "trace", board: "XO......." }), [
    ...part,
    "search minimax XO.......",
  ]);
  assert.deepEqual(needsOf({ kind: "write" }), []);
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
