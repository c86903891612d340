// What each view needs to be drawn, as a list of keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ASK } from "../../../noughts/page/web/asking.js";
import { needsOf, VIEWS } from "../../../noughts/page/web/frame/view.js";
import { initial } from "../../../noughts/page/web/state.js";

const START = ".".repeat(9);
const SMALL = "O.X.XOO.X";
const positionOf = (board, nodes, moves = []) => ({ board, turn: "X", nodes, moves });
const about = { engine: null, frozen: false, minimax_free: 6 };
const begun = { ...initial, about, position: positionOf(START, 549946) };
const small = { ...begun, position: positionOf(SMALL, 9) };
const by = (state, method) => ({ ...state, search: { ...initial.search, method } });
const moves = [{ square: 5, to: "....X...." }];
const opened = { ...begun, open: [5, 1], position: positionOf(START, 549946, moves) };
const below = positionOf("....X....", 59704, [{ square: 1, to: "O...X...." }]);
const written = (state) => ({
  ...by(state, "own"),
  check: { ...initial.check, text: "mine" },
});
const inLesson = (task, more = {}) => ({
  ...begun,
  course: { ...initial.course, lesson: "a", ...more },
  answers: { lessons: { list: [{ name: "a" }] }, "lesson a": { tasks: [task] } },
});
const asked = { kind: "predict", ask: "value", board: SMALL, hints: [] };
const wrong = { progress: { "a/1": { answers: ["wins"], done: false } } };
const rival = {
  kind: "break",
  board: START,
  replies: { "X........": [2, ""], "XOX......": [4, "beaten"] },
};

const SEARCH = ["part search", "words search "];

// [view, what is special, state, keys]
const NEEDS = [
  ["values", "nothing", begun, []],
  ["tree", "nothing is open", begun, []],
  ["tree", "two moves are open", opened, ["position ....X...."]],
  [
    "tree",
    "the first is there",
    { ...opened, answers: { "position ....X....": below } },
    ["position O...X...."],
  ],
  [
    "search",
    "an example",
    begun,
    [...SEARCH, `position ${SMALL}`, `search minimax ${SMALL}`],
  ],
  ["search", "long", by(begun, "alphabeta"), [...SEARCH, `search alphabeta ${START}`]],
  ["search", "small", small, [...SEARCH, `search minimax ${SMALL}`]],
  [
    "search",
    "small, with its shape",
    by(small, "alphabeta"),
    [...SEARCH, `search alphabeta ${SMALL}`, `search minimax ${SMALL}`],
  ],
  [
    "search",
    "two to compare",
    by(small, "compare"),
    [...SEARCH, `search minimax ${SMALL}`, `search alphabeta ${SMALL}`],
  ],
  [
    "search",
    "one's own and the truth",
    written(small),
    [...SEARCH, `own ${SMALL} mine`, `search minimax ${SMALL}`],
  ],
  ["search", "one's own, long", written(begun), [...SEARCH, `own ${START} mine`]],
  ["trees", "its part of the page", begun, ["part practice", "words practice "]],
  ["lessons", "the list", begun, ["lessons"]],
  [
    "lessons",
    "a lesson",
    { ...inLesson({}), answers: { lessons: { list: [{ name: "a" }] } } },
    ["lesson a"],
  ],
  ["lessons", "no such lesson", { ...inLesson({}, { lesson: "b" }) }, []],
  [
    "lessons",
    "a picture",
    inLesson({ ...asked, picture: "ends" }),
    [`search minimax ${SMALL}`],
  ],
  ["lessons", "a question", inLesson(asked), []],
  ["lessons", "a wrong answer", inLesson(asked, wrong), [`position ${SMALL}`]],
  ["lessons", "a game", inLesson(rival, { line: [1] }), []],
  ["lessons", "its end", inLesson(rival, { line: [1, 3] }), ["position XOXO....."]],
  ["check", "no engine", begun, []],
  [
    "check",
    "the engine's move",
    { ...begun, about: { ...about, engine: "a.py" } },
    [`engine ${START}`],
  ],
  ["class", "its part of the page", begun, ["part class", "words class "]],
];

/** The needs that are not there yet. */
const missing = (state) => needsOf(state).filter(({ key }) => !(key in state.answers));

for (const [view, what, state, keys] of NEEDS)
  test(`${view} needs: ${what}`, () => {
    const needed = missing({ ...state, view });
    const unique = [...new Set(needed.map(({ key }) => key))];
    assert.deepEqual(unique, keys);
    for (const { kind } of needed) assert.ok(kind in ASK);
  });

test("every view has a row, and nothing is needed before the page has begun", () => {
  const views = new Set(NEEDS.map(([view]) => view));
  assert.deepEqual(
    [...views],
    VIEWS.map(({ name }) => name),
  );
  for (const view of views) assert.deepEqual(needsOf({ ...initial, view }), []);
});
