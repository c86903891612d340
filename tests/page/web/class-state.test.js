// The state of a class that is being graded.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as classes from "../../../noughts/page/web/class/state.js";

const { heard, inOrder, kindOf, passing, paused, secondsLeft, unopened } = classes;
const NAMES = ["Ana", "Bob", "Cora", "Dora"];
const opened = heard(unopened, ["students", { name: "a.zip", names: NAMES }], 1000);
const row = (state, n, outcome) => heard(state, ["row", { n, outcome }], 0);

test("the time left follows from the files judged since the beginning", () => {
  let state = opened;
  for (let n = 0; n < 4; n++) state = row(state, n, n ? "waiting" : "refused");
  assert.equal(secondsLeft(state, 9000), null, "a refused student takes no time");
  state = row(row(state, 1, "judged"), 2, "broken");
  assert.equal(secondsLeft(state, 9000), 4);
  assert.equal(secondsLeft(paused(state, true, 9000), 9000), null);
});

test("a refusal is shown and nothing is lost", () => {
  const state = heard(opened, ["refused", { en: "not a zip" }], 0);
  assert.deepEqual([state.names, state.error], [NAMES, { en: "not a zip" }]);
  const loading = heard(unopened, ["loading", { here: 1, all: 2 }], 0);
  assert.deepEqual(loading.loading, { here: 1, all: 2 });
  assert.equal(heard(loading, ["failed", "no"], 0).loading, null);
});

test("who passes follows from the points and the pass mark", () => {
  const totals = { points: { Ana: 95, Bob: 47.5, Cora: 47 }, maximum: 95 };
  assert.equal(passing({ totals, passMark: 50 }), 2);
  assert.equal(passing({ totals, passMark: 0 }), 3);
});

test("files are known by their names, the export first", () => {
  const files = ["r.TOML", "w.csv", "e.ZIP"].map((name) => ({ name }));
  assert.deepEqual(
    inOrder(files).map(({ name }) => kindOf(name)),
    ["export", "list", "rubric"],
  );
  assert.equal(kindOf("a.rar"), undefined);
});
