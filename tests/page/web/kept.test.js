import assert from "node:assert/strict";
import { test } from "node:test";

import {
  otherOf,
  store,
  stored,
  storedText,
  storeText,
} from "../../../noughts/page/web/shared/storage.js";

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

test("a text that another tab wrote meanwhile is kept beside one's own", () => {
  const other = () => stored(otherOf("mine"));
  globalThis.localStorage = roomy({ "noughts.mine": "of the last visit" });
  assert.equal(storedText("mine"), "of the last visit");
  storeText("mine", "a");
  storeText("mine", "ab");
  assert.equal(other(), null, "only this tab wrote");
  localStorage.setItem("noughts.mine", "theirs");
  storeText("mine", "abc");
  assert.deepEqual([stored("mine"), other()], ["abc", "theirs"]);
  assert.equal(localStorage.kept["noughts.mine.other"], "theirs");
  localStorage.setItem("noughts.mine", "abcd");
  storeText("mine", "abcd");
  assert.equal(other(), "theirs", "the same text is no other one");
});

test("without room, what cannot be overwritten is not another tab's text", () => {
  globalThis.localStorage = full;
  for (const text of ["a", "ab"]) storeText("full", text);
  assert.equal(stored(otherOf("full")), "the value before", "it was never read");
  globalThis.localStorage = blocked;
  for (const text of ["a", "ab"]) storeText("blocked", text);
  assert.equal(stored(otherOf("blocked")), null);
});
