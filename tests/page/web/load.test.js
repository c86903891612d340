import assert from "node:assert/strict";
import { test } from "node:test";

import { trouble } from "../../../noughts/page/web/shared/requests.js";
import { abandon, go } from "../../../noughts/page/web/game/go.js";
import { Refused, Unanswered } from "../../../noughts/page/web/shared/requests.js";
import { play, restart, START } from "../../../noughts/page/web/game/state.js";
import { follow, now, requests } from "../../../noughts/page/web/shared/page.js";

// A server whose answers the test chooses: [status, answer].
const asked = [];
let server;
globalThis.document = { documentElement: { dataset: {} } };
globalThis.fetch = async (address) => {
  asked.push(address);
  const [status, said] = await server(address);
  return { ok: status === 200, status, json: async () => said };
};
const gone = () => Promise.reject(new TypeError("Failed to fetch"));
const refusing = (status) => () => [status, { error: `${status}` }];

const after = (square) => ({ square, to: put(square) });
const put = (square) => START.slice(0, square - 1) + "X" + START.slice(square);
const first = { board: START, moves: [1, 2, 3].map(after) };
const answering = (address) =>
  address.includes("about")
    ? [200, { first }]
    : [200, { board: address.slice(-14, -5).replaceAll("-", "."), moves: [] }];

const changes = [];
follow((state, _, how) => changes.push([state.at, how]));

test("each kind of failure is distinguished", async () => {
  server = answering;
  await requests.about();
  const kinds = {
    400: Refused,
    404: Refused,
    500: Error,
    503: Error,
  };
  for (const [status, kind] of Object.entries(kinds)) {
    server = refusing(Number(status));
    const error = await requests.position("X........").catch((error) => error);
    assert.equal(error.constructor, kind);
    assert.equal(trouble(error), status, "the server's sentence");
  }
  server = gone;
  const error = await requests.write("winner", "").catch((error) => error);
  assert.equal(trouble(error), "no_server");
  document.documentElement.dataset.frozen = "";
  assert.equal(trouble(error), "no_file", "a frozen page has no server");
  delete document.documentElement.dataset.frozen;
  assert.equal(trouble(new TypeError("of ours")), "of ours");
  const messages = { en: "too much", "pt-BR": "demais" };
  const troubles = { 413: { error: "too much", messages }, 200: { trouble: messages } };
  for (const [status, said] of Object.entries(troubles)) {
    server = () => [Number(status), said];
    const told = await requests.engine("X........").catch((error) => error);
    assert.deepEqual(trouble(told), messages, "in every language");
  }
});

test("a truncated answer counts as none", async () => {
  const cut = { ok: true, status: 200, json: () => Promise.reject(new TypeError()) };
  const whole = fetch;
  globalThis.fetch = async () => cut;
  await assert.rejects(requests.check(""), Unanswered);
  globalThis.fetch = whole;
});

test("an address is bad if it is refused, not if there is no answer", async () => {
  server = answering;
  await go((state) => state);
  const there = (state) => restart(state, "OX.......");
  for (const [status, notice] of [
    [gone, "no_server"],
    [refusing(503), "503"],
  ]) {
    server = status;
    const before = now();
    assert.equal(await go(there), false);
    assert.deepEqual(now(), { ...before, failed: { go: true }, notice });
  }
  server = refusing(400);
  assert.equal(await go(there), true);
  assert.deepEqual([now().start, now().notice], [START, "bad_address"]);
});

test("going back cancels a move that is still loading", async () => {
  server = answering;
  await go((state) => restart(state));
  let answer;
  const late = new Promise((resolve) => (answer = resolve));
  server = async (address) => (await late, answering(address));
  changes.length = 0;
  const moved = go((state) => play(state, 1));
  await new Promise((resolve) => setTimeout(resolve));
  abandon();
  const back = go((state) => restart(state), "replace");
  answer();
  assert.deepEqual([await moved, await back], [undefined, true], "it was ended");
  assert.deepEqual(changes, [[0, "replace"]]);
});

test("a failed move is retried once; after that, queued moves are dropped", async () => {
  server = answering;
  await go((state) => restart(state));
  asked.length = 0;
  server = (address) => (asked.length > 1 ? answering(address) : gone());
  const { at } = now();
  assert.equal(await go((state) => play(state, 2)), true, "one lost request");
  assert.equal(now().at, at + 1);
  await go((state) => restart(state));
  server = gone;
  const moves = [3, 1].map((square) => go((state) => play(state, square)));
  assert.deepEqual((await Promise.all(moves)).filter(Boolean), []);
  assert.deepEqual([now().moves, now().notice], [[], "no_server"]);
  server = answering;
  assert.equal(await go((state) => play(state, 3)), true, "the server is back");
  assert.deepEqual(now().moves, [3]);
});
