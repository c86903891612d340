import assert from "node:assert/strict";
import { test } from "node:test";

import {
  edited,
  handedIn,
  headline,
  heard,
  unchecked,
} from "../../../noughts/page/web/check-state.js";

test("a file is judged byte by byte until its text is edited", () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x58, 0]);
  const file = { bytes: utf16, text: "X" };
  assert.equal(handedIn(file, "X"), utf16);
  assert.deepEqual(handedIn(file, "é"), new Uint8Array([0xc3, 0xa9]));
  assert.deepEqual(handedIn(null, "X"), new Uint8Array([0x58]));
});

test("a result is of an earlier text once that is edited, also while it is judged", () => {
  const busy = { ...unchecked, phase: "asking" };
  const done = heard(busy, ["done", { html: "" }]);
  assert.equal(edited(unchecked), unchecked, "there is no result");
  assert.equal(done.isOld, false);
  assert.equal(edited(done).isOld, true);
  assert.equal(heard(edited(busy), ["done", { html: "" }]).isOld, true);
});

test("moves of which nothing is known are not called right", () => {
  const all = { wrong: 0, asked: 9, positions: 9, faults: [], unfinished: [] };
  const told = (given) => headline({ ...all, ...given });
  assert.equal(told({}), "check.right");
  assert.equal(told({ faults: [{}] }), "check.faulty");
  assert.equal(told({ unfinished: ["player"] }), "check.faulty");
  assert.equal(told({ wrong: 1, asked: 5 }), "check.wrong");
  for (const faults of [[], [{}]]) {
    assert.equal(told({ asked: 0, faults }), "check.unasked");
    assert.equal(told({ asked: 8, faults }), "check.partly");
  }
});
