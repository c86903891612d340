import assert from "node:assert/strict";
import { test } from "node:test";

import { below, squeezed } from "../../../noughts/page/web/trees.js";
import { speaker } from "../../../noughts/page/web/words.js";

test("a text that would run into its neighbours is squeezed, and no other", () => {
  const slot = 34; // of eight boards on a narrow screen, without the gap
  const short = (language) => speaker(language, {}).shortCount(1300);
  assert.equal(squeezed(short("en"), slot).textLength, undefined);
  assert.equal(squeezed(short("pt-BR"), slot).textLength, slot);
  assert.equal(squeezed(short("pt-BR"), 60).textLength, undefined);
});

test("below a position stands the text that it is given, though it is empty", () => {
  assert.equal(below({ status: "done", text: "" }), "");
  assert.equal(below({ status: "skipped", text: "?" }), "?");
  assert.equal(below({ status: "done", value: 1, bound: "exact" }), "+1");
});
