import assert from "node:assert/strict";
import { test } from "node:test";

import { read, write } from "../../../noughts/page/web/address.js";
import { beginning, isOpen } from "../../../noughts/page/web/lessons/state.js";
import { play, SIDES } from "../../../noughts/page/web/game/state.js";
import { initial, METHODS } from "../../../noughts/page/web/state.js";

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
          const state = { ...played, side, view, method, values, step };
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

test("an address opens a task of the open lesson, or waits for another lesson", () => {
  const data = { name: "minimax", tasks: [{}, {}, {}] };
  const state = { ...initial, course: { ...beginning, lesson: "minimax", data } };
  for (const [lesson, number, task, isThere] of [
    ["minimax", "99", 2, true],
    ["minimax", "1.5", 0, true],
    ["symmetry", "5", 4, false],
  ]) {
    const address = `#view=lessons&lesson=${lesson}&task=${number}`;
    const { course } = read(address, state, ["lessons"]);
    assert.deepEqual([course.task, isOpen(course)], [task, isThere], address);
  }
});
