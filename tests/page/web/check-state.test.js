import assert from "node:assert/strict";
import { test } from "node:test";

import {
  begun,
  bytesOf,
  chosen,
  edited,
  heard,
  isBusy,
  isOld,
  unchecked,
} from "../../../noughts/page/web/check-state.js";

test("a file is checked byte by byte until its text is edited", () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x58, 0]);
  const file = chosen({ name: "a.py", text: "X", bytes: utf16 });
  assert.equal(bytesOf(begun(file)), utf16);
  assert.deepEqual(bytesOf(edited(file, "é")), new Uint8Array([0xc3, 0xa9]));
});

test("a result is of an earlier text once that is edited, also while it is checked", () => {
  const busy = heard(begun(edited(unchecked, "a")), ["asked", { what: "x", all: 9 }]);
  const done = heard(busy, ["done", { html: "" }]);
  assert.ok(isBusy(busy) && !isBusy(done));
  assert.ok(!isOld(unchecked) && !isOld(done));
  assert.ok(isOld(edited(done, "b")) && isOld(edited(busy, "b")));
  assert.ok(!isOld(edited(edited(done, "b"), "a")), "as it was");
});

test("each message of the judge is heard, and an unknown one changes nothing", () => {
  const check = begun(edited(unchecked, "a"));
  const standing = { player: "passed" };
  assert.deepEqual(heard(check, ["standing", standing]).standing, standing);
  assert.equal(heard(check, ["failed", "no"]).error, "no");
  assert.equal(heard(check, ["starting", {}]).progress, null);
  assert.equal(heard(check, ["nonsense", 1]), check);
});
