import assert from "node:assert/strict";
import { test } from "node:test";

import { read, write } from "../../../noughts/page/web/address.js";
import { beginning, courseOf } from "../../../noughts/page/web/lessons/state.js";
import { play, SIDES } from "../../../noughts/page/web/game/state.js";
import { METHODS, OWN, withSearch } from "../../../noughts/page/web/search/state.js";
import { initial } from "../../../noughts/page/web/state.js";

const VIEWS = ["values", "check", "search"];
const reading = (fragment, state = initial) => read(fragment, state, VIEWS);

test("every state can be written and read again", () => {
  assert.equal(write(initial), "#");
  const played = [5, 1, 9].reduce(play, initial);
  for (const side of SIDES)
    for (const view of VIEWS)
      for (const method of METHODS)
        for (const values of [false, true]) {
          const step = view === "search" ? 7 : 0;
          const chosen = { ...played, side, view, values };
          const state = withSearch(chosen, { method, step });
          assert.deepEqual(reading(write(state)), state);
        }
  const placed = play({ ...initial, start: "O.X.XOO.X" }, 4);
  assert.deepEqual(reading(write(placed)), placed);
});

test("a board can be written in many ways", () => {
  const texts = ["XO..X....", "xo--x----", "XO_ _X_ ___", "XO-/-X-/---", "xo.|.x.|..."];
  for (const text of texts)
    assert.equal(reading(`#board=${text}`).start, "XO..X....", text);
});

test("an address may lead to the first wrong value of one's own search", () => {
  const state = withSearch({ ...initial, view: "search" }, { method: OWN, step: -1 });
  assert.match(write(state), /step=wrong/);
  assert.deepEqual(reading(write(state)), state);
});

test("unknown names and values are ignored", () => {
  for (const fragment of [
    "#view=nothing",
    "#side=Z&method=magic&against=me",
    "#moves=0",
    "#moves=5a",
    "#step=-4",
    "#step=1.5",
    "#view=lessons&lesson=&task=1.5",
    "#task=1e1",
    "#task=-1",
    `#task=${"9".repeat(400)}`,
    "#against=engine",
    "#unknown=1",
  ])
    assert.deepEqual(reading(fragment), initial, fragment);
  const about = { engine: "student.py" };
  assert.equal(reading("#against=engine", { ...initial, about }).against, "engine");
});

test("an address opens a task of a lesson; its number is checked once that is loaded", () => {
  const list = ["minimax", "symmetry"].map((name) => ({ name }));
  const answers = { lessons: { list }, "lesson minimax": { tasks: [{}, {}, {}] } };
  const state = { ...initial, answers, course: { ...beginning, lesson: "minimax" } };
  for (const [lesson, number, task, isThere] of [
    ["minimax", "99", 2, true],
    ["minimax", "1.5", 0, true],
    ["symmetry", "5", 4, false],
    ["nothing", "5", 4, false],
  ]) {
    const address = `#view=lessons&lesson=${lesson}&task=${number}`;
    const course = courseOf(read(address, state, ["lessons"]));
    assert.deepEqual([course.task, Boolean(course.data)], [task, isThere], address);
    assert.equal(course.lesson, lesson === "nothing" ? "" : lesson);
  }
});
