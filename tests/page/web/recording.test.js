import assert from "node:assert/strict";
import { test } from "node:test";

import { lineOf } from "../../../noughts/page/web/search/code.js";
import {
  levels,
  place,
  leftOut,
  placePath,
  route,
} from "../../../noughts/page/web/drawing/layout.js";
import { sentence } from "../../../noughts/page/web/search/narration.js";
import { columns, paths } from "../../../noughts/page/web/search/strip.js";
import { isReturn } from "../../../noughts/page/web/shared/recording.js";
import { alphabeta, minimax } from "./recordings.js";

const each = (recording) => Array.from({ length: recording.length }, (_, n) => n);

test("what is known at a step", () => {
  const search = alphabeta();
  const open = { alpha: -Infinity, beta: Infinity };
  for (const [found, expected] of [
    [search.at[0].path, ""],
    [search.at[7].path, "759"],
    [search.at[7].turn, "O"],
    [search.visited[7], 5],
    [search.trail(7).map(({ mark, square }) => mark + square), ["X7", "O5", "X9"]],
    [[0, 11, 20].map((n) => search.nextCut(n)), [11, 20, -1]],
    [[0, 3].map((n) => search.nextBest(n)), [3, -1]],
    [search.variables(0), { best: null, v: null, ...open }],
    [search.variables(3), { best: 1, v: 1, ...open }],
    [search.variables(11), { best: 0, v: 0, alpha: 1, beta: Infinity }],
    [search.variables(22), { best: 1, v: 0, alpha: 1, beta: Infinity }],
    [minimax().variables(10), { best: -1, v: -1 }],
    [[5, 6, 8, 9].map((n) => minimax().best(n)?.value), [undefined, 0, 0, -1]],
    [[11, 20].map((n) => search.setter(n)), ["5", "5"]],
  ])
    assert.deepEqual(found, expected);
});

test("over passes what follows, out leaves the position, from every step", () => {
  for (const search of [alphabeta(), minimax()])
    for (const n of each(search).slice(0, -1)) {
      const depth = (step) => search.at[step].path.length;
      const [over, out] = [search.over(n), search.out(n)];
      assert.ok(over > n && depth(over) <= depth(n) + 1);
      assert.ok(isReturn(search.kinds[out]) && depth(out) <= depth(n));
    }
});

test("rows show what is known by a step: waiting, current, done, skipped", () => {
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
      assert.ok(lineOf(search.method, search.kinds[n], search.at[n].turn) >= 0);
      assert.match(sentence(search, n), /^said\./);
    }
});

test("a whole tree has a place for each position, inside its box and without overlap", () => {
  const { root } = minimax();
  const lengths = levels(root).map((row) => row.length);
  assert.deepEqual(lengths, [1, 2, 1]);
  const leaf = () => ({ children: [] });
  const wide = { children: Array.from({ length: 30 }, leaf) };
  const lopsided = { children: [wide, leaf()] };
  for (const [tree, width, height] of [
    [root, 320, 260],
    [root, 900, 500],
    [lopsided, 320, 260],
    [lopsided, 900, 500],
  ])
    for (const row of place(tree, width, height)) {
      for (const { x, y, size } of row) {
        assert.ok(x - size / 2 >= 0 && x + size / 2 <= width);
        assert.ok(y >= 0 && y + size <= height);
      }
      row.slice(1).forEach((node, n) => assert.ok(node.x - row[n].x >= node.size));
    }
  for (const width of [0, 40])
    for (const row of place(root, width, 100))
      for (const { kind } of row) assert.equal(kind, "dot", "no room");
});

test("a path has a place for each board; without room, its first rows are left out", () => {
  const rows = alphabeta().rows("759", 7);
  for (const [width, height, boards] of [
    [320, 500, 7],
    [900, 500, 7],
    [900, 100, 2],
  ]) {
    const { nodes, ...size } = placePath(rows, { width, height });
    assert.equal(nodes.length, boards);
    for (const { node } of nodes) {
      assert.ok(node.x - node.size / 2 >= 0 && node.x + node.size / 2 <= size.width);
      assert.ok(node.y >= 0 && node.y + node.size <= size.height);
    }
  }
});

test("the current parent and its children are the largest, within the height", () => {
  const search = alphabeta();
  for (const height of [220, 340, 600, 900])
    for (const width of [320, 900])
      for (const n of each(search).filter((at) => search.at[at].path.length > 1)) {
        const { path } = search.at[n];
        const placed = placePath(search.rows(path, n), { width, height });
        assert.ok(placed.height <= height, `${placed.height} in ${height}`);
        const row = search.row(search.at[n], n).children.length
          ? path
          : path.slice(0, -1);
        const isNear = (at) =>
          at === row || (at.length > row.length && at.startsWith(row));
        const sizes = (what) =>
          placed.nodes
            .map(({ node }) => node)
            .filter(({ path: at }) => isNear(at) === what);
        const least = Math.min(...sizes(true).map(({ size }) => size));
        assert.ok(least >= (width < 400 ? 32 : 40), `${path}: ${least}`);
        for (const { size } of sizes(false)) assert.ok(size <= least || width < 400);
      }
});

test("a position has the window that the search entered it with", () => {
  const search = alphabeta();
  for (const n of each(search)) {
    const { path, alpha, beta } = search.at[n];
    const seen = search.seen(path, n);
    assert.deepEqual([seen.alpha, seen.beta], [alpha, beta]);
  }
  assert.equal("alpha" in minimax().seen("", 0), false);
});

test("the strip has a column for each pixel, with every cut in one of them", () => {
  for (const width of [5, 23, 100]) {
    const found = columns(alphabeta(), width);
    assert.equal(found.length, width);
    assert.equal(Math.max(...found.map((column) => column.depth)), 3);
  }
  const bars = paths(alphabeta()).map(([, path]) => path.split("M").length - 1);
  const cuts = bars.pop();
  assert.deepEqual([bars.reduce((a, b) => a + b), cuts], [800, 70]);
});

test("a student's search stops at the first wrong value, and shows what the file returned", () => {
  const own = Object.assign(minimax(), {
    method: "own",
    texts: each(minimax()).map((n) => `text ${n}`),
    names: each(minimax()).map(() => "value"),
    wrong: each(minimax()).map((n) => Number(n === 5)),
    wrong_at: 5,
    sentence: { en: "here" },
  });
  assert.equal(own.firstWrong(0), 5);
  assert.equal(sentence(own, 5), "here");
  const { text, isWrong } = own.rows("", 5)[0].children[0];
  assert.deepEqual([text, isWrong], ["text 5", true]);
  for (const n of each(own)) assert.ok(sentence(own, n));
  assert.equal(alphabeta().firstWrong(), -1);
});

test("the arrow of a cut crosses no board, wherever it begins and ends", () => {
  const leaf = () => ({ children: [] });
  const fan = (n, below = leaf) => ({ children: Array.from({ length: n }, below) });
  const board = "O.X.XOO.X";
  const row = (path, squares, open) => ({
    ...{ path, board, turn: "X", open },
    children: squares.map((square) => ({ square, board, status: "done" })),
  });
  const rows = [row("", [2, 4, 8], 4), row("4", [2, 8], 8), row("48", [2], 2)];
  const drawings = [320, 500, 900].flatMap((width) => [
    [
      place(
        fan(3, () => fan(2)),
        width,
        300,
      ).flat(),
      58,
      width - 2,
    ],
    [
      place(
        fan(2, () => fan(1, () => fan(2))),
        width,
        400,
      ).flat(),
      58,
      width - 2,
    ],
    [
      placePath(rows, { width, height: 500 }).nodes.map(({ node }) => node),
      6,
      width - 6,
    ],
  ]);
  for (const [nodes, left, right] of drawings)
    for (const from of [leftOut(left), ...nodes])
      for (const to of nodes.filter(({ y }) => y > from.y)) {
        const corners = route(nodes, from, to, left, right);
        const ends = corners.slice(1).map((end, n) => [corners[n], end]);
        for (const [[a, b], [c, d]] of ends)
          for (const { x, y, size } of nodes) {
            const isBeside =
              Math.max(a, c) <= x - size / 2 || Math.min(a, c) >= x + size / 2;
            const isAbove = Math.max(b, d) <= y || Math.min(b, d) >= y + size;
            assert.ok(isBeside || isAbove, JSON.stringify([corners, x, y, size]));
          }
      }
});
