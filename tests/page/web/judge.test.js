import assert from "node:assert/strict";
import { test } from "node:test";

import { giveUp, judge, judgeFunction } from "../../../noughts/page/web/judge.js";
import { replies } from "../../../noughts/page/workers/driver.js";
import { Engine, Engines } from "../../../noughts/page/workers/engine.js";

// A worker that says what the test lets it say.
const workers = [];
globalThis.document = { baseURI: "https://there.example/explore/" };
globalThis.navigator ??= {};
globalThis.Worker = class {
  asked = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(asked) {
    this.asked.push(asked);
  }
  say(...message) {
    this.onmessage({ data: message });
  }
  terminate() {
    this.isEnded = true;
  }
};
const last = () => workers.at(-1);

function listener() {
  const hear = (message) => hear.heard.push(message);
  hear.heard = [];
  return hear;
}

test("who is judged after another hears of its own text alone", async () => {
  const hear = listener();
  judge({ text: "a file" }, hear);
  const verdict = judgeFunction("winner", "a function");
  assert.deepEqual(last().asked, [{ text: "a file" }]);
  last().say("done", { html: "the file" });
  assert.deepEqual(hear.heard, [["done", { html: "the file" }]]);
  assert.equal(last().asked[1].only, "winner");
  last().say("done", { en: "the function" });
  assert.deepEqual(await verdict, { en: "the function" });
});

test("what is given up ends alone, and the next goes on", () => {
  const [first, second, third] = [listener(), listener(), listener()];
  judge("first", first);
  judge("second", second);
  judge("third", third);
  giveUp(second);
  const [begun] = workers;
  giveUp(first);
  assert.ok(begun.isEnded);
  assert.deepEqual(last().asked, ["third"]);
  last().say("done", 3);
  assert.deepEqual([first.heard, second.heard, third.heard], [[], [], [["done", 3]]]);
});

test("a worker that could not be loaded is not asked again", () => {
  const [first, second] = [listener(), listener()];
  judge("first", first);
  last().onerror();
  assert.deepEqual(first.heard, [["failed", ""]]);
  const [broken] = workers.slice(-1);
  judge("second", second);
  assert.notEqual(last(), broken);
  assert.deepEqual(last().asked, ["second"]);
  last().say("done", 2);
});

test("an engine that is taken while the last ones end is another", async () => {
  const ended = new Set();
  const spawn = () => {
    const made = {
      postMessage: ([number]) =>
        setTimeout(() => made.onmessage({ data: [number, {}] })),
      terminate: () => ended.add(made),
    };
    return made;
  };
  const engines = new Engines(spawn, {});
  await engines.take();
  const ending = engines.end();
  const engine = await engines.take();
  await ending;
  assert.equal(ended.size, 1);
  engine.end();
  assert.equal(ended.size, 2, "the one that was taken went on until now");
  await engines.end();
});

test("who takes too long is told the time, and others for whom they wait", async (context) => {
  const waited = [];
  const awaited = [];
  context.mock.method(globalThis, "setTimeout", (call, milliseconds) => {
    waited.push(milliseconds / 1000);
    queueMicrotask(call);
  });
  const answersOnly = (deed) => () => {
    const made = {
      postMessage: ([number, asked]) =>
        asked === deed && queueMicrotask(() => made.onmessage({ data: [number, {}] })),
      terminate: () => {},
    };
    return made;
  };
  const round = { calls: [{ number: 7, about: "player" }], seconds: 10 };
  for (const deed of ["none", "load"]) {
    const engines = { take: () => new Engine(answersOnly(deed)) };
    const hear = (name) => awaited.push(name);
    const { value } = await replies(round, engines, Infinity, hear).next();
    const said = value.at(-1);
    assert.ok(JSON.parse(said).toString().includes(waited.at(-1)), said);
  }
  assert.deepEqual(waited, [60, 60, 1, 30]);
  assert.deepEqual(awaited, ["player"]);
});
