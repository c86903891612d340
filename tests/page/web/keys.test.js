import assert from "node:assert/strict";
import { test } from "node:test";

import { keysIn, VIEWS } from "../../../noughts/page/web/frame/view.js";
import { set } from "../../../noughts/page/web/game/state.js";
import { initial } from "../../../noughts/page/web/state.js";

const SQUARES = "123456789";
const ALL = SQUARES + "urhvan";
const task = (kind, more) => ({ kind, hints: ["a hint"], right: ["1"], ...more });
const replies = { "X........": [9, ""], "XX......O": [3, "drawn"] };
const rival = task("break", { board: ".........", replies });
const inTask = (only, more) => ({
  course: set(initial.course, { lesson: "a", ...more }),
  answers: { lessons: { list: [{ name: "a" }] }, "lesson a": { tasks: [only] } },
});

// The game keys of each view: [view, other state, keys].
const GAMES = [
  ["values", {}, ALL],
  ["tree", {}, ALL],
  ["search", {}, ALL],
  ["search", { search: { ...initial.search, present: true } }, ""],
  ["trees", {}, ""],
  ["lessons", {}, ""],
  ["lessons", inTask(task("predict")), "h"],
  ["lessons", inTask(task("predict"), { hints: 1 }), ""],
  ["lessons", inTask({ ...task("predict"), ask: "move" }), SQUARES + "h"],
  ["lessons", inTask(rival), SQUARES + "h"],
  ["check", { about: {} }, ""],
  ["check", { about: { engine: "a.py" } }, ALL],
  ["class", {}, ""],
];

test("a view has only the keys of its visible game", () => {
  for (const [view, more, keys] of GAMES) {
    const there = keysIn({ ...initial, view, ...more });
    const ofGame = [...ALL].filter((key) => key in there);
    assert.deepEqual(ofGame, [...keys], `${view} ${Object.keys(more)}`);
    assert.ok(there["d"] && there["?"], `${view}: what is everywhere`);
  }
  const known = new Set(GAMES.map(([view]) => view));
  assert.deepEqual(
    [...known],
    VIEWS.map(({ name }) => name),
    "a row for each view",
  );
});
