// What a state needs is asked for once, and never by drawing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { loading, retried } from "../../../noughts/page/web/shared/answers.js";
import { commandsOf } from "../../../noughts/page/web/shared/commands.js";
import { storeOf } from "../../../noughts/page/web/shared/store.js";

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("an answer is asked for once; a failure, again only after the user acts", async () => {
  const store = storeOf({ busy: {}, answers: {}, failed: {}, notice: "", boards: [] });
  const asked = [];
  let isThere = true;
  const ask = async ({ key }) => {
    asked.push(key);
    if (!isThere) throw new Error("no server");
    return `about ${key}`;
  };
  const needsOf = ({ boards }) => [...boards].map((key) => ({ key }));
  const commands = commandsOf(store, assert.fail);
  store.follow(loading(commands, needsOf, ask, ({ message }) => message));
  store.update({ boards: "ab" });
  store.update({ boards: "aba" });
  await soon();
  assert.deepEqual(asked, ["a", "b"]);
  assert.deepEqual(store.now().answers, { a: "about a", b: "about b" });
  isThere = false;
  store.update({ boards: "c" });
  await soon();
  store.update({ boards: "ca" });
  await soon();
  assert.deepEqual([asked.join(""), store.now().notice], ["abc", "no server"]);
  isThere = true;
  store.update(retried(store.now()));
  await soon();
  assert.deepEqual([asked.join(""), store.now().answers.c], ["abcc", "about c"]);
  assert.deepEqual([store.now().failed, store.now().notice], [{}, ""]);
});
