import assert from "node:assert/strict";
import { test } from "node:test";

import {
  giveUp,
  judge,
  judgeFunction,
  warmUp,
} from "../../../noughts/page/web/judge.js";
import { ask } from "../../../noughts/page/workers/driver.js";
import { Engines, Spares } from "../../../noughts/page/workers/engine.js";

// A worker that says what the test lets it say; the page of its cage is never loaded.
const workers = [];
const frames = new Set();
globalThis.document = {
  baseURI: "https://there.example/explore/",
  createElement: () => ({
    remove() {
      frames.delete(this);
    },
  }),
  body: { append: (frame) => frames.add(frame) },
};
globalThis.fetch = () => new Promise(() => {});
globalThis.MessageChannel = class {
  port1 = {};
};
globalThis.navigator ??= {};
globalThis.Worker = class {
  asked = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage(asked, ports) {
    if (!ports) this.asked.push(asked);
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

test("Python begins once when somebody comes near, and judges when it is asked", () => {
  last().onerror(); // whatever was there before is gone
  const before = workers.length;
  warmUp();
  warmUp();
  assert.equal(workers.length, before + 1);
  assert.deepEqual(last().asked, ["warm up"]);
  const hear = listener();
  judge("a file", hear);
  assert.equal(workers.length, before + 1);
  assert.deepEqual(last().asked, ["warm up", "a file"]);
  last().say("done", 1);
  assert.deepEqual(hear.heard, [["done", 1]]);
  last().onerror();
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
  assert.equal(frames.size, 1, "the cage of the ended one is gone");
  assert.equal([...frames][0].sandbox, "allow-scripts");
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

/** A cage whose workers begin at once; `answer(worker, number, deed, given)` is theirs. */
function caging(answer, ended = new Set()) {
  const say = (made, text) => queueMicrotask(() => made.onmessage({ data: text }));
  const worker = async () => {
    const made = {
      postMessage: ([number, deed, given]) =>
        answer((text) => say(made, `${number} ${text}`), deed, given),
      terminate: () => ended.add(made),
    };
    setTimeout(() => say(made, "0 .{}"));
    return made;
  };
  return { worker };
}

test("engines that are taken at the same time are two", async () => {
  const ended = new Set();
  const spares = new Spares(caging(() => {}, ended));
  const [one, other] = await Promise.all([spares.take(), spares.take()]);
  assert.notEqual(one, other);
  one.end();
  assert.equal(ended.size, 1, "the other goes on");
});

test("an engine whose Python does not start is ended, and the next one is tried", async () => {
  const ended = [];
  const silent = async () => ({ terminate: () => ended.push(1) });
  const spares = new Spares({ worker: silent }, 0.01);
  await assert.rejects(spares.take(), /did not start/);
  await assert.rejects(spares.take(), /did not start/);
  assert.ok(ended.length >= 2);
});

const enginesIn = (cage) => new Engines(new Spares(cage));

// Engines that answer questions until they come to one that they do not.
const enginesOf = (answer, begun = []) =>
  enginesIn(
    caging((say, deed, { text = "" }) => {
      begun.push(deed);
      if (deed !== "ask") return say('.{"refusal":""}');
      for (const question of text.split(" ").slice(1)) {
        const said = answer(question);
        if (said === null) return;
        say(said);
        if (said[0] !== "=") return;
      }
      say(".{}");
    }),
  );

const REQUEST = { verb: "ask", source: "", setup: "", seconds: 0.05, strikes: 3 };
const asking = (...questions) => ({
  ...REQUEST,
  function: "player",
  questions,
});

test("each answer is a line, in the order of the questions", async () => {
  const engines = enginesOf((question) => `=m${question}`);
  const heard = [];
  const { answers } = await ask(asking("X", "O"), engines, Infinity, (n) =>
    heard.push(n),
  );
  assert.deepEqual(answers, ["mX", "mO"]);
  assert.deepEqual(heard, [1, 2]);
  await engines.drop();
});

test("who hangs or ends costs its own question alone, until there were three", async () => {
  const said = { hangs: null, ends: '.{"failed":"out of memory"}' };
  const engines = enginesOf((question) => (question in said ? said[question] : "=t"));
  const one = await ask(asking("a", "hangs", "b", "ends", "c"), engines, Infinity);
  assert.deepEqual(
    one.answers.map((answer) => typeof answer),
    ["string", "object", "string", "object", "string"],
  );
  assert.ok(Math.abs(one.answers[1][0] - 0.15) < 0.001);
  assert.equal(one.answers[3].why, "its worker ended");
  const { answers } = await ask(asking("ends", "ends", "ends", "a"), engines, Infinity);
  assert.equal(answers[3], null);
  await engines.drop();
});

test("a file that was asked last is not loaded again, unless that is asked for", async () => {
  const begun = [];
  const engines = enginesOf(() => "=t", begun);
  await ask(asking("a"), engines, Infinity);
  await ask(asking("b"), engines, Infinity);
  assert.equal(begun.filter((deed) => deed === "load").length, 1);
  await ask({ ...asking("c"), fresh: true }, engines, Infinity);
  await ask(asking("d"), engines, Infinity);
  assert.equal(begun.filter((deed) => deed === "load").length, 3);
  await engines.drop();
});

test("calls are made one by one, a file that is wanted fresh loaded once", async () => {
  const begun = [];
  const engines = enginesOf((question) => `=${question}`, begun);
  const calls = { ...asking("[1]", "[2]", "[3]"), verb: "call", fresh: true };
  const { answers } = await ask(calls, engines, Infinity);
  assert.deepEqual(answers, ["[1]", "[2]", "[3]"]);
  assert.deepEqual(begun, ["load", "ask", "ask", "ask"]);
  await engines.drop();
});

test("nothing is asked after the deadline", async () => {
  const engines = enginesOf(() => "=t");
  const { answers } = await ask(asking("a"), engines, 0);
  assert.deepEqual(answers, [null]);
});

// Whatever a student's code sends is text, but it may be any text, at any time.
const FORGED = {
  "an early end": ".{}",
  "an end that is no JSON": ".{{{",
  "an end that is a number": ".7",
  "no message": "what?",
};

for (const [name, text] of Object.entries(FORGED))
  test(`${name} costs a question, and never the check`, async () => {
    const engines = enginesOf((question) => (question === "forged" ? text : "=t"));
    const { answers } = await ask(asking("a", "forged", "b"), engines, Infinity);
    assert.equal(answers.length, 3);
    assert.equal(answers[0], "t");
    assert.notEqual(typeof answers[1], "string");
    assert.equal(answers[2], "t");
    await engines.drop();
  });

test("a line that no sandbox writes is no answer, and none is missing", async () => {
  const engines = enginesOf((question) => `=${question}`);
  const { answers } = await ask(asking("t", "\u{1f600}", "f"), engines, Infinity);
  assert.deepEqual(answers, ["t", "?", "f"]);
  await engines.drop();
});

test("more answers than questions are not heard", async () => {
  const engines = enginesIn(
    caging((say, deed) => {
      if (deed !== "ask") return say('.{"refusal":""}');
      for (const text of ["=t", "=t", "=t", ".{}"]) say(text);
    }),
  );
  const { answers } = await ask(asking("a"), engines, Infinity);
  assert.deepEqual(answers, ["t"]);
  await engines.drop();
});

test("a refusal that is no text is the end of its worker", async () => {
  const engines = enginesIn(caging((say) => say('.{"refusal":{"a":1}}')));
  const { refusal } = await ask(asking("a"), engines, Infinity);
  assert.equal(JSON.parse(refusal)[0], "refused.ends_process");
  await engines.drop();
});
