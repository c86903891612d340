import assert from "node:assert/strict";
import { test } from "node:test";

import { read, write } from "../../../noughts/page/web/address.js";
import { beginning, isOpen } from "../../../noughts/page/web/lessons-state.js";
import { initial, METHODS, play, SIDES } from "../../../noughts/page/web/state.js";

const VIEWS = ["values", "tree", "search"];
const reading = (fragment, state = initial) => read(fragment, state, VIEWS);

test("the beginning has the shortest address", () => {
  assert.equal(write(initial), "#");
});

test("what is written is read again, for every choice", () => {
  for (const side of SIDES)
    for (const view of VIEWS)
      for (const method of METHODS)
        for (const values of [false, true]) {
          const state = {
            ...[5, 1, 9].reduce(play, initial),
            side,
            view,
            method,
            values,
          };
          const there = { ...state, step: view === "search" ? 7 : 0 };
          assert.deepEqual(reading(write(there)), there);
        }
});

test("a board of its own is kept, with the moves from there", () => {
  const state = play({ ...initial, start: "O.X.XOO.X" }, 4);
  assert.deepEqual(reading(write(state)), state);
});

test("a board is read in every way in which one may write it", () => {
  for (const text of [
    "XO..X....",
    "xo--x----",
    "XO_ _X_ ___",
    "XO-/-X-/---",
    "xo.|.x.|...",
  ])
    assert.equal(reading(`#board=${text}`).start, "XO..X....", text);
});

test("what makes no sense is passed over", () => {
  for (const fragment of [
    "#view=nothing",
    "#side=Z&method=magic&against=me",
    "#moves=0",
    "#moves=5a",
    "#step=-4",
    "#step=x",
    "#step=1.5",
    "#view=lessons&lesson=&task=1.5",
    "#task=1e1",
    "#task=0x3",
    "#task=-1",
    `#task=${"9".repeat(400)}`,
    "#against=engine",
    "#unknown=1",
  ])
    assert.deepEqual(reading(fragment), initial, fragment);
});

test("an engine can be played against where there is one", () => {
  const about = { engine: "student.py" };
  assert.equal(reading("#against=engine", { ...initial, about }).against, "engine");
});

test("an address leads to a task of the open lesson, and waits for any other lesson", () => {
  const data = { name: "minimax", tasks: [{}, {}, {}] };
  const state = { ...initial, course: { ...beginning, lesson: "minimax", data } };
  const at = (fragment) => read(fragment, state, ["lessons"]).course;
  assert.equal(at("#view=lessons&lesson=minimax&task=99").task, 2);
  assert.equal(at("#view=lessons&lesson=minimax&task=1.5").task, 0);
  assert.equal(at("#view=lessons&lesson=symmetry&task=5").task, 4);
  assert.ok(isOpen(at("#view=lessons&lesson=minimax&task=2")));
  assert.ok(!isOpen(at("#view=lessons&lesson=nowhere&task=1")));
});
