import assert from "node:assert/strict";
import { test } from "node:test";

import {
  afterStep,
  answered,
  beginning,
  doneOf,
  entryOf,
  errandOf,
  exported,
  goTo,
  predictions,
  progressName,
  refutation,
  restored,
  standing,
} from "../../../noughts/page/web/lessons-state.js";

const course = { ...beginning, lesson: "worth", data: { tasks: [{}, {}, {}] } };

test("an answer is noted, and the first right one ends the task", () => {
  let now = answered(course, "draw", false);
  assert.deepEqual(entryOf(now), { answers: ["draw"], done: false });
  now = answered(now, "wins", true);
  assert.deepEqual(entryOf(now), { answers: ["draw", "wins"], done: true });
  assert.equal(answered(now, "loses", false), now);
  assert.deepEqual(course.progress, {}, "the state before is as it was");
});

test("one goes to any task that there is, and to no other", () => {
  assert.deepEqual(
    [-1, 0, 2, 9].map((n) => goTo(course, n).task),
    [0, 0, 2, 2],
  );
});

test("what was under way is put aside with its task", () => {
  const begun = { ...course, hints: 2, line: [1], verdict: {}, judging: true };
  const { hints, line, verdict, judging } = goTo(begun, 1);
  assert.deepEqual(
    { hints, line, verdict, judging },
    {
      hints: 0,
      line: [],
      verdict: null,
      judging: false,
    },
  );
});

test("a game against a rival follows its replies", () => {
  const task = {
    board: ".........",
    replies: { "X........": [2, ""], "XO.X.....": [3, ""], "XOOX..X..": [0, "beaten"] },
  };
  assert.deepEqual(standing(task, []), { board: ".........", end: "", person: "X" });
  assert.equal(standing(task, [1, 4]).board, "XOOX.....");
  assert.deepEqual(standing(task, [1, 4, 7]), {
    board: "XOOX..X..",
    end: "beaten",
    person: "X",
  });
});

test("the done tasks of a lesson are counted", () => {
  const progress = {
    "a/1": { done: true },
    "a/2": { done: false },
    "b/1": { done: true },
  };
  assert.equal(doneOf(progress, { name: "a", tasks: 3 }), 1);
});

test("what was exported can be read again; nonsense is nothing", () => {
  const { progress } = answered(course, "wins", true);
  const file = JSON.parse(exported(progress, "today"));
  assert.equal(file.signed, false);
  assert.deepEqual(restored(JSON.stringify(file.progress)), progress);
  for (const text of [
    null,
    "",
    "{",
    "3",
    '{"a": {"answers": [], "done": true}}',
    '{"x": 1}',
    '{"a/1": {"answers": [1]}}',
  ])
    assert.deepEqual(restored(text), {});
});

test("progress is kept whatever a teacher calls a lesson", () => {
  for (const lesson of ["garfos é 1", "a/b", "回", "1/2", "two\\nlines", "__proto__"]) {
    const { progress } = answered({ ...course, lesson }, "wins", true);
    assert.deepEqual(restored(JSON.stringify(progress)), progress, lesson);
    assert.equal(doneOf(progress, { name: lesson, tasks: 3 }), 1);
  }
});

test("each course has its own progress, and ours the one that it always had", () => {
  assert.equal(progressName(beginning), "progress");
  assert.equal(progressName({ ...beginning, id: "5e1f" }), "progress.5e1f");
});

test("a search to look at is done once its last step was seen, and not before", () => {
  const task = { kind: "step", board: "XO.......", search: "alphabeta" };
  const opened = { ...course, data: { name: "worth", tasks: [task] } };
  const state = {
    view: "search",
    method: "alphabeta",
    position: { board: task.board },
    recording: { length: 9 },
    course: opened,
    step: 7,
  };
  assert.equal(errandOf(state), task);
  assert.equal(afterStep(state), opened);
  assert.ok(entryOf(afterStep({ ...state, step: 8 })).done);
  for (const elsewhere of [
    { view: "tree" },
    { method: "minimax" },
    { position: { board: "." } },
  ])
    assert.equal(afterStep({ ...state, ...elsewhere, step: 8 }), opened);
});

test("a wrong prediction is answered with the line that refutes it", () => {
  const moves = [
    { square: 3, line: [3, 7, 9] },
    { square: 8, line: [8, 3] },
  ];
  const position = { moves, best: [8, 3] };
  assert.deepEqual(refutation({ ask: "move" }, "3", position), [3, 7, 9]);
  assert.deepEqual(refutation({ ask: "value" }, "wins", position), [8, 3]);
  assert.deepEqual(
    refutation({ ask: "value", square: 3 }, "wins", position),
    [3, 7, 9],
  );
  assert.deepEqual(refutation({ ask: "count" }, "10", position), []);
});

test("what was predicted of a board is told where its search is shown", () => {
  const asked = { kind: "predict", board: "a" };
  const data = { tasks: [asked, { kind: "predict", board: "b" }, { kind: "step" }] };
  const progress = { "worth/1": { answers: ["10", "100"], done: true } };
  const known = predictions({ ...course, data, progress }, { board: "a" });
  assert.deepEqual(known, [{ task: asked, first: "10" }]);
});
