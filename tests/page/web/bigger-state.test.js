import assert from "node:assert/strict";
import { test } from "node:test";

import * as bigger from "../../../noughts/page/web/bigger-state.js";

const { begin, read, take, undo, write } = bigger;
const game = (side, ...moves) => moves.reduce(take, begin("4x4x4", side));

test("undo goes back to the person's last turn, on either side", () => {
  for (const [side, moves, left] of [
    ["X", [1, 2], []],
    ["X", [1, 2, 3], [1, 2]],
    ["O", [1, 2, 3], [1]],
    ["O", [1], [1]],
    ["X", [], []],
  ])
    assert.deepEqual(undo(game(side, ...moves)).moves, left, `${side} ${moves}`);
});

test("what is written is read again", () => {
  for (const size of bigger.SIZES)
    for (const side of ["X", "O"]) {
      const big = [6, 11, 1].reduce(take, begin(size, side));
      assert.deepEqual(read(write(big)), big);
    }
});

test("a board that there is not is passed over, and a square is one the server refuses", () => {
  for (const text of ["", null, "9x9x9-X"])
    assert.deepEqual(read(text), bigger.nothing, text);
  for (const [text, moves] of [
    ["4x4x4-X-", [0]],
    ["4x4x4-X-a-2", [0, 2]],
    ["4x4x4-X-999", [0]],
    ["4x4x4-X-1e1", [0]],
    ["4x4x4-X-1-1", [1, 1]],
  ])
    assert.deepEqual(read(text).moves, moves, text);
});
