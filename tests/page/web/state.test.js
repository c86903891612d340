import assert from "node:assert/strict";
import { test } from "node:test";

import * as check from "../../../noughts/page/web/check/state.js";
import { ranked } from "../../../noughts/page/web/game/values.js";
import * as game from "../../../noughts/page/web/game/state.js";
import * as search from "../../../noughts/page/web/search/state.js";
import { initial } from "../../../noughts/page/web/state.js";
import * as tree from "../../../noughts/page/web/tree/state.js";

const state = { ...game, ...search, ...tree };
const { jump, play, restart, resume, stepTo, toggle, withSearch } = state;
const played = (...squares) => squares.reduce(play, initial);

test("the game", () => {
  const back = jump(played(5, 1, 9), 1);
  const turns = ["X", "O", "X", "O"].map((turn) => ({ turn }));
  const alternating = { ...played(5, 1, 9), game: turns };
  for (const [what, found, expected] of [
    ["repeating a move keeps the undone ones", play(back, 1).moves, [5, 1, 9]],
    ["another move drops them", play(back, 2).moves, [5, 2]],
    ["not before the start", jump(played(5, 1), -3).at, 0],
    ["not after the end", jump(played(5, 1), 9).at, 2],
    [
      "nowhere else: the step stays",
      jump(withSearch(back, { step: 3 }), 1).search.step,
      3,
    ],
    [
      "elsewhere: from the first step",
      play(withSearch(back, { step: 3 }), 2).search.step,
      0,
    ],
    ["an address that continues", resume(back, initial.start, [5]).moves, [5, 1, 9]],
    ["an address that does not", resume(back, initial.start, [4]).moves, [4]],
    ["undo to X's turn", state.turnBy({ ...alternating, side: "X" }, -1).at, 2],
    ["from there", state.turnBy({ ...alternating, at: 2, side: "X" }, -1).at, 0],
    ["undo one move", state.turnBy({ ...alternating, side: "both" }, -1).at, 2],
  ])
    assert.deepEqual(found, expected, what);
});

test("no change modifies the given state", () => {
  const before = Object.freeze(played(5, 1));
  for (const changed of [
    play(before, 9),
    jump(before, 0),
    restart(before),
    stepTo(before, 4, 10),
    state.chooseMethod(before, "alphabeta"),
  ])
    assert.notEqual(changed, before);
  assert.deepEqual(before.moves, [5, 1]);
});

test("a position of the tree is opened by its path, and closed with all below it", () => {
  const open = toggle(toggle(initial, [3]), [3, 2]);
  assert.deepEqual(open.open, [3, 2]);
  assert.deepEqual(toggle(open, [3]).open, []);
});

test("a step outside the search is the nearest one inside", () => {
  const steps = [-1, 4, Infinity].map((step) => stepTo(initial, step, 10).search.step);
  assert.deepEqual(steps, [0, 4, 9]);
});

const judged = (turn, square, mistake) => ({ turn, moves: [{ square, mistake }] });

test("a lost game leads to the loser's last mistake", () => {
  const over = {
    ...played(5, 2, 1),
    game: [judged("X", 5, false), judged("O", 2, true), judged("X", 1, true)],
    position: { turn: null, winner: "O", moves: [] },
  };
  assert.equal(state.wentWrong({ ...over, side: "X" }), 3);
  assert.equal(state.wentWrong({ ...over, side: "O" }), 0);
  assert.equal(state.wentWrong({ ...over, position: { turn: "X" } }), 0);
});

test("guesses can be changed and counted", () => {
  const once = state.guess(initial, 3, 1);
  assert.deepEqual(state.guess(once, 3, 0).guesses, { 3: 0 });
  assert.deepEqual(play(once, 5).guesses, {});
  const moves = [1, 0, -1].map((outcome, n) => ({
    square: n + 2,
    verdict: [outcome, 2],
  }));
  const score = state.score({ guesses: { 2: 1, 4: 1 }, position: { moves } });
  assert.deepEqual(score, { right: 1, all: 2 });
});

test("a file is checked with its own bytes until its text is edited", () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x58, 0]);
  const file = check.chosen({ name: "a.py", text: "X", bytes: utf16 });
  assert.equal(check.bytesOf(check.begun(file)), utf16);
  const edited = check.bytesOf(check.edited(file, "é"));
  assert.deepEqual(edited, new Uint8Array([0xc3, 0xa9]));
});

test("a result is old once the text is edited, even while it is being checked", () => {
  const { begun, edited, heard, isBusy, isOld, unchecked } = check;
  const busy = heard(begun(edited(unchecked, "a")), ["asked", { what: "x", all: 9 }]);
  const done = heard(busy, ["done", { html: "" }]);
  assert.deepEqual([isBusy(busy), isBusy(done)], [true, false]);
  assert.deepEqual([unchecked, done].map(isOld), [false, false]);
  assert.deepEqual([edited(done, "b"), edited(busy, "b")].map(isOld), [true, true]);
  assert.equal(isOld(edited(edited(done, "b"), "a")), false);
  assert.equal(heard(busy, ["failed", "no"]).error, "no");
  assert.equal(heard(busy, ["nonsense", 1]), busy);
});

test("stopping a check keeps what is known so far", () => {
  const { begun, edited, heard, isBusy, stopped, unchecked } = check;
  const known = [
    ["asked", { what: "winner", done: 1, all: 9 }],
    ["standing", { player: "passed" }],
    ["first", { en: { function: "winner" } }],
  ].reduce(heard, begun(edited(unchecked, "a")));
  const { standing, first, phase, progress } = stopped(known);
  assert.deepEqual([standing, first], [known.standing, known.first]);
  assert.deepEqual([phase, progress, isBusy(stopped(known))], ["stopped", null, false]);
  assert.deepEqual(begun(stopped(known)).standing, {}, "a new check knows nothing");
});

test("an own search needs a file, and a server to follow it", () => {
  const typed = "def minimax";
  for (const [about, text, method] of [
    [{ engine: null, frozen: false }, "", "minimax"],
    [{ engine: null, frozen: false }, typed, "own"],
    [{ engine: "a.py", frozen: false }, "", "own"],
    [{ engine: null, frozen: true }, typed, "minimax"],
  ])
    assert.equal(
      state.methodOf({ search: { method: "own" }, about, check: { text } }),
      method,
    );
});

test("moves that show the same are in the order of their squares", () => {
  const squares = (...moves) =>
    ranked(
      moves.map(([square, outcome, length, odds]) => ({
        square,
        verdict: [outcome, length],
        odds,
      })),
    ).map(({ square }) => square);
  const losses = squares([9, -1, 3, 0.9], [4, -1, 3, 0.2], [6, -1, 5, 0]);
  assert.deepEqual(losses, [6, 4, 9], "slow losses first; their odds are not shown");
  const draws = squares([8, 0, 4, 0.9921], [6, 0, 4, 0.9919], [2, 0, 4, 0.995]);
  assert.deepEqual(draws, [2, 6, 8], "by the share that is shown");
});
