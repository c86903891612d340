// Fresh trees contain what they promise; skills come back after their time.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  dayOf,
  freshTree,
  isDue,
  nextSkills,
  remember,
  seeded,
  WAITS,
} from "../../../../noughts/page/web/practice/drill.js";
import { questions, SKILLS } from "../../../../noughts/page/web/practice/steps.js";
import { parse } from "../../../../noughts/page/web/practice/tree.js";

for (const method of ["alphabeta", "beyond"])
  test(`each pair of skills is in its fresh tree, quickly: ${method}`, () => {
    const random = seeded(3);
    const times = [];
    for (const one of SKILLS)
      for (const other of SKILLS)
        for (const isMax of [true, false]) {
          const begun = performance.now();
          const text = freshTree([one, other], random, { method, isMax });
          times.push(performance.now() - begun);
          const met = questions(parse(text, isMax), { method }).map(
            ({ skill }) => skill,
          );
          assert(met.includes(one) && met.includes(other), `${text}: ${one}, ${other}`);
        }
    const median = times.sort((a, b) => a - b)[times.length >> 1];
    assert(median < 20, `${median} ms`);
  });

test("a skill climbs through its boxes, and falls to the first one", () => {
  let boxes = {};
  for (const box of [1, 2, 3, 3]) {
    boxes = remember(boxes, "value", true, { tree: 1, day: 1 });
    assert.equal(boxes.value.box, box);
  }
  boxes = remember(boxes, "value", false, { tree: 1, day: 1 });
  assert.equal(boxes.value.box, 0);
});

test("a skill rests for the trees of its box", () => {
  for (const [box, wait] of WAITS.entries()) {
    const kept = { box, tree: 10, day: 5 };
    for (let tree = 11; tree < 25; tree++)
      assert.equal(isDue(kept, { tree, day: 5 }), tree - 10 > wait);
  }
});

test("or, in a later visit, for so many days", () => {
  for (const [box, wait] of WAITS.entries()) {
    const kept = { box, tree: 10, day: 5 };
    for (let day = 6; day < 15; day++)
      assert.equal(isDue(kept, { tree: 10, day }), day - 5 >= wait, `${box} ${day}`);
  }
});

test("the next tree has two skills: new and failed ones before known ones", () => {
  const now = { tree: 2, day: 1 };
  assert.deepEqual(nextSkills({}, now, SKILLS), SKILLS.slice(0, 2));
  let boxes = {};
  for (const skill of SKILLS) boxes = remember(boxes, skill, true, { tree: 1, day: 1 });
  boxes = remember(boxes, "deep-cut", false, { tree: 1, day: 1 });
  assert.equal(nextSkills(boxes, now, SKILLS)[0], "deep-cut");
  assert.equal(new Set(nextSkills(boxes, now, SKILLS)).size, 2);
});

test("a day begins at midnight, here", () => {
  const evening = new Date(2026, 0, 31, 23, 59);
  const night = new Date(2026, 1, 1, 0, 1);
  assert.equal(dayOf(night) - dayOf(evening), 1);
});
