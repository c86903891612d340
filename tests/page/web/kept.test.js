import assert from "node:assert/strict";
import { test } from "node:test";

import { onStored, store, stored } from "../../../noughts/page/web/kept.js";

const refuse = () => {
  throw new Error("QuotaExceededError");
};
const blocked = { getItem: refuse, setItem: refuse };
const full = { getItem: () => "what was kept before", setItem: refuse };

function roomy(kept = {}) {
  return {
    kept,
    getItem: (name) => kept[name] ?? null,
    setItem: (name, value) => (kept[name] = value),
  };
}

test("what is chosen lasts as long as the page, whatever storage does", () => {
  for (const [n, storage] of [blocked, full, roomy()].entries()) {
    globalThis.localStorage = storage;
    store(`draft.${n}`, "def winner(board): ...");
    assert.equal(stored(`draft.${n}`), "def winner(board): ...");
    store(`draft.${n}`, "");
    assert.equal(stored(`draft.${n}`), "", "nothing is a choice, too");
  }
});

test("what was kept last time is there, and what is chosen now is kept", () => {
  globalThis.localStorage = roomy({ "noughts.theme": "dark" });
  assert.equal(stored("theme"), "dark");
  assert.equal(stored("nothing"), null);
  store("keys", "off");
  assert.equal(localStorage.kept["noughts.keys"], "off");
  globalThis.localStorage = blocked;
  assert.equal(stored("theme"), null);
});

test("what another window keeps is followed where it is shared, and nowhere else", () => {
  const [windows, heard] = [[], []];
  globalThis.localStorage = roomy();
  globalThis.addEventListener = (_, listener) => windows.push(listener);
  let name = "progress";
  onStored(
    () => name,
    (text) => heard.push(text),
  );
  const elsewhere = (key, newValue) =>
    windows.forEach((listener) => listener({ key: `noughts.${key}`, newValue }));
  store("progress", "mine");
  store("file", "mine");
  elsewhere("progress", "theirs");
  elsewhere("file", "theirs");
  assert.deepEqual(heard, ["theirs"]);
  assert.deepEqual([stored("progress"), stored("file")], ["theirs", "mine"]);
  name = "progress.another";
  elsewhere("progress", "of a course that is not open");
  assert.deepEqual(heard, ["theirs"]);
});
