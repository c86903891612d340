import assert from "node:assert/strict";
import { test } from "node:test";

import { store, stored } from "../../../noughts/page/web/shared/storage.js";

const refuse = () => {
  throw new Error("QuotaExceededError");
};
const blocked = { getItem: refuse, setItem: refuse };
const full = { getItem: () => "the value before", setItem: refuse };
const roomy = (kept = {}) => ({
  kept,
  getItem: (name) => kept[name] ?? null,
  setItem: (name, value) => (kept[name] = value),
});

test("a choice lasts as long as the page, whatever storage does", () => {
  for (const [n, storage] of [blocked, full, roomy()].entries()) {
    globalThis.localStorage = storage;
    for (const text of ["def winner(board): ...", ""]) {
      store(`draft.${n}`, text);
      assert.equal(stored(`draft.${n}`), text);
    }
  }
});

test("a choice is stored for the next visit", () => {
  globalThis.localStorage = roomy({ "noughts.theme": "dark" });
  store("keys", "off");
  assert.deepEqual([stored("theme"), stored("nothing")], ["dark", null]);
  assert.equal(localStorage.kept["noughts.keys"], "off");
});
