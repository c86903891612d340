import assert from "node:assert/strict";
import { test } from "node:test";

import { lineOf } from "../../../noughts/page/web/code.js";
import { levels, place } from "../../../noughts/page/web/layout.js";
import { sentence } from "../../../noughts/page/web/narration.js";
import { columns } from "../../../noughts/page/web/strip.js";
import { alphabeta, minimax } from "./recordings.js";

const each = (recording) => Array.from({ length: recording.length }, (_, n) => n);

test("each step has its position, and the way there", () => {
  const search = alphabeta();
  assert.equal(search.at[0].path, "");
  assert.equal(search.at[7].path, "759");
  assert.deepEqual(search.trail(7), [
    { mark: "X", square: 7 },
    { mark: "O", square: 5 },
    { mark: "X", square: 9 },
  ]);
  assert.equal(search.visited[7], 5);
  assert.equal(search.at[7].turn, "O");
});

test("over passes what follows, out leaves the position, from every step", () => {
  for (const search of [alphabeta(), minimax()])
    for (const n of each(search).slice(0, -1)) {
      const depth = (step) => search.at[step].path.length;
      const over = search.over(n);
      assert.ok(over > n);
      assert.ok(depth(over) <= depth(n) + 1);
      const out = search.out(n);
      assert.ok("LV".includes(search.kind[out]));
      assert.ok(depth(out) <= depth(n));
    }
});

test("the next cut, and the next better move at the root", () => {
  const search = alphabeta();
  assert.equal(search.nextCut(0), 11);
  assert.equal(search.nextCut(11), 20);
  assert.equal(search.nextCut(20), -1);
  assert.equal(search.nextBest(0), 3);
  assert.equal(search.nextBest(3), -1);
});

test("the variables of the code are those of the position", () => {
  const search = alphabeta();
  const at = (n) => search.variables(n);
  assert.deepEqual(at(0), { best: null, v: null, alpha: -Infinity, beta: Infinity });
  assert.deepEqual(at(2), { best: null, v: null, alpha: -Infinity, beta: Infinity });
  assert.deepEqual(at(3), { best: 1, v: 1, alpha: -Infinity, beta: Infinity });
  assert.deepEqual(at(11), { best: 0, v: 0, alpha: 1, beta: Infinity });
  assert.deepEqual(at(22), { best: 1, v: 0, alpha: -Infinity, beta: Infinity });
  assert.deepEqual(minimax().variables(10), { best: -1, v: -1 });
});

test("what the root is worth grows as its moves are known", () => {
  const search = minimax();
  for (const [step, best] of [
    [0, null],
    [5, null],
    [6, 0],
    [8, 0],
    [9, -1],
  ])
    assert.equal(search.best(step)?.value ?? null, best);
});

test("a cut is traced to the move that set its limit", () => {
  const search = alphabeta();
  assert.equal(search.setter(11), "5");
  assert.equal(search.setter(20), "5");
});

test("rows show what is known by a step: waiting, under way, done, left out", () => {
  const rows = alphabeta().rows("7", 11);
  const statuses = rows.map((row) => row.children.map((child) => child.status));
  assert.deepEqual(statuses, [
    ["done", "current", "waiting"],
    ["done", "skipped"],
  ]);
  assert.equal(rows[1].cut.limit, 1);
});

test("every event of a search is a line of the code, and has a sentence", () => {
  for (const search of [alphabeta(), minimax()])
    for (const n of each(search)) {
      assert.ok(lineOf(search.method, search.kind[n], search.at[n].turn) >= 0);
      assert.match(sentence(search, n), /^said\./);
    }
});

test("a whole tree has a place for each position, inside its box and without overlap", () => {
  const { root } = minimax();
  assert.deepEqual(
    levels(root).map((row) => row.length),
    [1, 2, 1],
  );
  for (const [width, height] of [
    [320, 260],
    [900, 500],
  ])
    for (const row of place(minimax().root, width, height)) {
      for (const { x, y, size } of row) {
        assert.ok(x - size / 2 >= 0 && x + size / 2 <= width);
        assert.ok(y >= 0 && y + size <= height);
      }
      row.slice(1).forEach((node, n) => assert.ok(node.x - row[n].x >= node.size));
    }
});

test("a whole tree has a place even where there is no room, as before the first layout", () => {
  for (const width of [0, 40])
    for (const row of place(minimax().root, width, 100))
      for (const { kind } of row) assert.equal(kind, "dot");
});

test("the strip has a column for each pixel, with every cut in one of them", () => {
  const search = alphabeta();
  for (const width of [5, 23, 100]) {
    const found = columns(search, width);
    assert.equal(found.length, width);
    assert.ok(found.some((column) => column.cut));
    assert.equal(Math.max(...found.map((column) => column.depth)), 3);
  }
});

test("one's own search stops at the first wrong value, and tells what the file gave", () => {
  const search = minimax();
  const own = Object.assign(search, {
    method: "own",
    texts: each(search).map((n) => `text ${n}`),
    names: each(search).map(() => "value"),
    wrong: each(search).map((n) => Number(n === 5)),
    wrong_at: 5,
    told: { en: "here" },
  });
  assert.equal(own.firstWrong(0), 5);
  assert.equal(sentence(own, 5), "here");
  const child = own.rows("", 5)[0].children[0];
  assert.deepEqual([child.text, child.isWrong], ["text 5", true]);
  for (const n of each(own)) assert.ok(sentence(own, n));
  assert.equal(alphabeta().firstWrong(), -1);
});
