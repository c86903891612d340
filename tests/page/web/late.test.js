// Answers that come late, and how often a click draws the page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import * as frame from "../../../noughts/page/web/frame/actions.js";
import * as searching from "../../../noughts/page/web/search/actions.js";
import * as checking from "../../../noughts/page/web/check/actions.js";
import * as game from "../../../noughts/page/web/game/actions.js";
import { restart } from "../../../noughts/page/web/game/state.js";
import { go } from "../../../noughts/page/web/game/go.js";
import { needs, withSearch } from "../../../noughts/page/web/search/state.js";
import { initial } from "../../../noughts/page/web/state.js";
import {
  become,
  follow,
  now,
  requests,
  update,
} from "../../../noughts/page/web/shared/page.js";
import { onceAFrame } from "../../../noughts/page/web/shared/store.js";

// A server that answers when the test says so: [address, options, answer(said)].
globalThis.document = { documentElement: { dataset: {} } };
const START = ".".repeat(9);
const put = (board, n, mark) => board.slice(0, n - 1) + mark + board.slice(n);
const positionOf = (board) => {
  const free = [...board].flatMap((cell, n) => (cell === "." ? [n + 1] : []));
  const turn = free.length % 2 ? "X" : "O";
  const moves = free.map((square) => ({
    square,
    to: put(board, square, turn),
    chances: {},
  }));
  return { board, turn, moves, reply: free[0], nodes: 9, best: free };
};
let held = [];
const isBoard = /positions\/(.*)\.json/;
globalThis.fetch = (address, { body, signal } = {}) => {
  asked.push(address);
  const board = isBoard.exec(address)?.[1].replaceAll("-", ".");
  const answer = (said) => ({
    ok: true,
    status: 200,
    json: async () => said,
    body: new Blob([JSON.stringify(said)]).stream(),
  });
  if (board) return Promise.resolve(answer(positionOf(board)));
  if (address.includes("about"))
    return Promise.resolve(answer({ first: positionOf(START) }));
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
    held.push({ address, body, answer: (said) => resolve(answer(said)) });
  });
};
const asked = [];
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const later = (address) => held.find((each) => each.address.includes(address));

beforeEach(async () => {
  const about = await requests.about();
  held = [];
  become({ ...initial, about: { ...about, frozen: false, python: false } });
  await go((state) => restart(state));
});

test("a late report of the engine does not replace that of one's own file", async () => {
  update({ about: { ...now().about, engine: "student.py" } });
  checking.followEngine();
  checking.edit("def player");
  checking.begin();
  await soon();
  later("api/check").answer({ record: "mine" });
  await soon();
  assert.equal(now().check.report?.record, "mine");
  later("engine/check").answer({ record: "the engine's" });
  await soon();
  assert.equal(now().check.report.record, "mine");
});

test("progress of the engine's check is not shown for one's own file", async () => {
  update({ about: { ...now().about, engine: "student.py" } });
  checking.followEngine();
  checking.edit("def player");
  checking.stop();
  later("engine/check")?.answer({ record: "the engine's" });
  await soon();
  assert.notEqual(now().check.phase, "busy");
});

for (const [what, leave] of [
  ["opened another tab", () => frame.show("tree")],
  ["made a move", () => game.take(5)],
  ["gone back", () => (game.interrupt(), go((state) => restart(state), "replace"))],
])
  test(`a search found late does not move a user who has ${what}`, async () => {
    update({ side: "both", check: { ...now().check, text: "def minimax" } });
    searching.showOwn();
    await soon();
    await leave();
    const { view, start, moves } = now();
    later("api/own").answer({
      unreadable: null,
      board: "O.X.XOO.X",
      kind: "",
      wrong_at: 3,
    });
    await soon();
    later("searches/")?.answer({
      method: "minimax",
      board: "O.X.XOO.X",
      kind: "E",
      a: "0",
      b: "<",
      c: ">",
    });
    await soon();
    assert.deepEqual([now().view, now().start, now().moves], [view, start, moves]);
  });

test("the file in the field is searched, not a rival shown before", () => {
  const rival = { text: "the rival", bytes: null };
  const shown = withSearch({ ...now(), view: "search" }, { method: "own", rival });
  const textOf = (state) => needs(state).find(({ kind }) => kind === "own")?.file.text;
  assert.equal(textOf(shown), "the rival");
  become(shown);
  checking.edit("mine");
  assert.equal(textOf(now()), "mine");
});

test("one click draws the page twice: for the move and for the reply", async () => {
  const [changed, drawn] = [[], []];
  const frame = (draw) => setTimeout(draw, 16);
  const draw = onceAFrame(() => drawn.push(now().at), frame);
  follow((state, before) => {
    changed.push(Object.keys(state).filter((name) => state[name] !== before[name]));
    draw();
  });
  asked.length = 0;
  await game.press(9);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(now().at, 2);
  assert.equal(asked.length, 2);
  assert.ok(
    changed.every((names) => names.length > 0),
    JSON.stringify(changed),
  );
  assert.deepEqual(drawn, [1, 2], JSON.stringify(changed));
});
