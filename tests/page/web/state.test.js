import assert from "node:assert/strict";
import { test } from "node:test";

import * as state from "../../../noughts/page/web/state.js";

const { initial, jump, play, restart, resume, stepTo, toggle } = state;
const game = (...squares) => squares.reduce(play, initial);

test("a move after undoing forgets what was undone, unless it is the same move", () => {
  const back = jump(game(5, 1, 9), 1);
  assert.deepEqual(play(back, 1).moves, [5, 1, 9]);
  assert.deepEqual(play(back, 2).moves, [5, 2]);
});

test("no change touches the state that it is given", () => {
  const before = Object.freeze({ ...game(5, 1), open: Object.freeze([3]) });
  for (const changed of [
    play(before, 9),
    jump(before, 0),
    restart(before),
    toggle(before, [3, 2]),
    stepTo(before, 4),
    state.chooseMethod(before, "alphabeta"),
  ])
    assert.notEqual(changed, before);
  assert.deepEqual(before.moves, [5, 1]);
});

test("to any point of the game, and to none outside it", () => {
  for (const [at, there] of [
    [-3, 0],
    [1, 1],
    [9, 2],
  ])
    assert.equal(jump(game(5, 1), at).at, there);
});

test("an address that continues the game keeps what was undone", () => {
  assert.deepEqual(resume(game(5, 1, 9), initial.start, [5]).moves, [5, 1, 9]);
  assert.deepEqual(resume(game(5, 1, 9), initial.start, [4]).moves, [4]);
});

test("a position of the tree is opened by its path, and closed with all below it", () => {
  const open = toggle(toggle(initial, [3]), [3, 2]);
  assert.deepEqual(open.open, [3, 2]);
  assert.deepEqual(toggle(open, [3]).open, []);
});

test("a step outside the search is the nearest that there is", () => {
  const searching = { ...initial, recording: { length: 10 } };
  for (const [step, there] of [
    [-1, 0],
    [4, 4],
    [Infinity, 9],
  ])
    assert.equal(stepTo(searching, step).step, there);
});

test("undo goes back to a turn of the person's", () => {
  const turns = ["X", "O", "X", "O"].map((turn) => ({ turn }));
  const played = { ...game(5, 1, 9), game: turns };
  assert.equal(state.turnBy({ ...played, side: "X" }, -1).at, 2);
  assert.equal(state.turnBy({ ...played, at: 2, side: "X" }, -1).at, 0);
  assert.equal(state.turnBy({ ...played, side: "both" }, -1).at, 2);
});

const judged = (turn, square, mistake) => ({ turn, moves: [{ square, mistake }] });

test("after the end one is led to one's own last mistake, unless one has won", () => {
  const over = {
    ...game(5, 2, 1),
    game: [judged("X", 5, false), judged("O", 2, true), judged("X", 1, true)],
    position: { turn: null, winner: "O", moves: [] },
  };
  assert.equal(state.wentWrong({ ...over, side: "X" }), 3);
  assert.equal(state.wentWrong({ ...over, side: "O" }), 0);
  assert.equal(state.wentWrong({ ...over, position: { turn: "X" } }), 0);
});

test("another position or search forgets what was loaded for the last", () => {
  const loaded = {
    ...initial,
    position: { board: "a" },
    recording: {},
    engineMove: {},
  };
  const there = { ...loaded, position: { board: "b" } };
  assert.equal(state.forgetting(there, loaded).engineMove, null);
  const searched = { ...loaded, method: "alphabeta" };
  assert.equal(state.forgetting(searched, loaded).recording, null);
  assert.equal(state.forgetting(searched, loaded).engineMove, loaded.engineMove);
  assert.equal(state.forgetting(loaded, loaded).recording, loaded.recording);
});

test("a guess can be changed and taken back, and is forgotten with the position", () => {
  const once = state.guess(initial, 3, 1);
  assert.deepEqual(state.guess(once, 3, 0).guesses, { 3: 0 });
  assert.deepEqual(state.guess(once, 3, 1).guesses, {});
  assert.deepEqual(play(once, 5).guesses, {});
});

test("the score counts the squares that were guessed, and no other", () => {
  const worth = (square, outcome) => ({ square, verdict: [outcome, 2] });
  const position = { moves: [worth(2, 1), worth(3, 0), worth(4, -1)] };
  const guesses = { 2: 1, 4: 1 };
  assert.deepEqual(state.score({ guesses, position }), { right: 1, all: 2 });
});
