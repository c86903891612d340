import assert from "node:assert/strict";
import { test } from "node:test";

import {
  answered,
  beginning,
  doneOf,
  edited,
  entryOf,
  exported,
  goTo,
  progressName,
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
  const { hints, line, verdict, judging, isOld } = goTo(edited(begun), 1);
  assert.deepEqual(
    { hints, line, verdict, judging, isOld },
    {
      hints: 0,
      line: [],
      verdict: null,
      judging: false,
      isOld: false,
    },
  );
});

test("a verdict is of an earlier text once that is edited, also while it is judged", () => {
  assert.equal(edited(course), course, "there is none");
  assert.ok(edited({ ...course, verdict: { passed: true } }).isOld);
  assert.ok(edited({ ...course, judging: true }).isOld);
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
