import assert from "node:assert/strict";
import { test } from "node:test";

import { giveUp, judge, judgeFunction } from "../../../noughts/page/web/judge.js";
import { ask } from "../../../noughts/page/workers/driver.js";
import { Engines } from "../../../noughts/page/workers/engine.js";

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

// An engine's worker that answers questions until it comes to one that it does not.
function workerOf(answer, begun = []) {
  return () => {
    const made = {
      isEnded: false,
      postMessage: ([number, deed, { text = "" }]) => {
        begun.push(deed);
        const say = (answer) =>
          queueMicrotask(() => made.onmessage({ data: [number, answer] }));
        if (deed !== "ask") return say({ refusal: "" });
        for (const question of text.split(" ").slice(1)) {
          const said = answer(question);
          if (said === null) return;
          say(said);
          if (typeof said !== "string") return;
        }
        say({});
      },
      terminate: () => (made.isEnded = true),
    };
    return made;
  };
}

const REQUEST = { verb: "ask", source: "", setup: "", seconds: 0.05, strikes: 3 };
const asking = (...questions) => ({
  ...REQUEST,
  text: ["player", ...questions].join(" "),
  count: questions.length,
});

test("each answer is a line, in the order of the questions", async () => {
  const engines = new Engines(
    workerOf((question) => `m${question}`),
    {},
  );
  const heard = [];
  const { answers } = await ask(asking("X", "O"), engines, Infinity, (n) =>
    heard.push(n),
  );
  assert.deepEqual(answers, ["mX", "mO"]);
  assert.deepEqual(heard, [1, 2]);
  await engines.end();
});

test("who hangs or ends costs its own question alone, until there were three", async () => {
  const said = { hangs: null, ends: { failed: "out of memory" } };
  const engines = new Engines(
    workerOf((question) => said[question] ?? (question in said ? null : "t")),
    {},
  );
  const one = await ask(asking("a", "hangs", "b", "ends", "c"), engines, Infinity);
  assert.deepEqual(
    one.answers.map((answer) => typeof answer),
    ["string", "object", "string", "object", "string"],
  );
  assert.ok(Math.abs(one.answers[1][0] - 0.15) < 0.001);
  assert.equal(one.answers[3].why, "its worker ended");
  const { answers } = await ask(asking("ends", "ends", "ends", "a"), engines, Infinity);
  assert.equal(answers[3], null);
  await engines.end();
});

test("a file that was asked last is not loaded again, unless that is asked for", async () => {
  const begun = [];
  const engines = new Engines(
    workerOf(() => "t", begun),
    {},
  );
  await ask(asking("a"), engines, Infinity);
  await ask(asking("b"), engines, Infinity);
  assert.equal(begun.filter((deed) => deed === "load").length, 1);
  await ask({ ...asking("c"), fresh: true }, engines, Infinity);
  await ask(asking("d"), engines, Infinity);
  assert.equal(begun.filter((deed) => deed === "load").length, 3);
  await engines.end();
});

test("nothing is asked after the deadline", async () => {
  const engines = new Engines(
    workerOf(() => "t"),
    {},
  );
  const { answers } = await ask(asking("a"), engines, 0);
  assert.deepEqual(answers, [null]);
});
