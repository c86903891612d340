import assert from "node:assert/strict";
import { test } from "node:test";

import { hasResults } from "../../../noughts/page/web/class/stored.js";

test("results are there if the worker's database is, and asking does not make it", async () => {
  const names = ["other"];
  globalThis.indexedDB = { databases: async () => names.map((name) => ({ name })) };
  assert.equal(await hasResults(), false);
  names.push("noughts-class");
  assert.equal(await hasResults(), true);
});

test("a browser that cannot say it rejects, and the box stays as it is", async () => {
  globalThis.indexedDB = {};
  await assert.rejects(hasResults);
});
