import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "../../../noughts/page/web/shared/page.js";
import { ask } from "../../../noughts/page/workers/driver.js";
import { Engine, Engines, Spares } from "../../../noughts/page/workers/engine.js";

// Time runs five times as fast, because some tests wait for a timeout.
const wait = globalThis.setTimeout;
globalThis.setTimeout = (then, ms = 0) => wait(then, ms / 5);

// A worker whose messages the test chooses; the page of its cage is never loaded.
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
globalThis.MessageChannel = class {
  port1 = {};
};
globalThis.location = { protocol: "https:" };
globalThis.navigator ??= {};
globalThis.fetch = async () => ({ text: async () => "the cage" });
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

const soon = () => new Promise((resolve) => wait(resolve, 5));
const judging = (asked, hear = () => {}) => {
  const controller = new AbortController();
  const result = judge.judge(asked, hear, controller.signal);
  return { result, cancel: () => controller.abort() };
};

test("texts are judged one after another, and each listener hears about its own", async () => {
  const heard = [];
  const file = judging({ text: "a file" }, (message) => heard.push(message));
  const { signal } = new AbortController();
  const progress = [];
  const verdict = judge.judgeFunction(
    "winner",
    "a function",
    (given) => progress.push(given),
    signal,
  );
  await soon();
  assert.deepEqual(last().asked, [{ text: "a file" }]);
  last().say("asked", { what: "player" });
  last().say("done", { html: "the file" });
  assert.deepEqual(await file.result, { html: "the file" });
  assert.deepEqual(heard, [["asked", { what: "player" }]]);
  await soon();
  assert.equal(last().asked[1].only, "winner");
  last().say("asked", { what: "winner" });
  last().say("done", { en: "the function" });
  assert.deepEqual(await verdict, { en: "the function" });
  assert.deepEqual(progress, [["asked", { what: "winner" }]]);
  last().onerror(); // ends the worker
});

test("cancelling the current text ends its worker and its cage; the next one is judged", async () => {
  const [first, second, third] = ["first", "second", "third"].map((text) =>
    judging(text),
  );
  await soon();
  const begun = last();
  second.cancel();
  first.cancel();
  assert.ok(begun.isEnded);
  assert.deepEqual(await Promise.all([first.result, second.result]), [
    undefined,
    undefined,
  ]);
  await soon(); // the cage is fetched
  assert.deepEqual(
    [...frames].map(({ sandbox }) => sandbox),
    ["allow-scripts"],
  );
  assert.deepEqual(last().asked, ["third"]);
  last().say("done", 3);
  assert.equal(await third.result, 3);
});

test("a worker that could not be loaded is replaced, and the user learns why", async () => {
  const first = judging("first");
  await soon();
  const broken = last();
  const { size } = frames;
  broken.onerror();
  assert.deepEqual([broken.isEnded, frames.size], [true, size - 1]);
  await assert.rejects(first.result, { message: "checking.no_python" });
  const second = judging("second");
  await soon();
  assert.notEqual(last(), broken);
  assert.deepEqual(last().asked, ["second"]);
  last().say("done", 2);
  assert.equal(await second.result, 2);
});

/** A cage whose workers start at once and reply by `answer(say, deed, given)`. */
function caging(answer) {
  const say = (made, text) => queueMicrotask(() => made.onmessage({ data: text }));
  const worker = () => {
    const made = {
      postMessage: ([number, deed, given]) =>
        answer((text) => say(made, `${number} ${text}`), deed, given),
      terminate() {},
    };
    setTimeout(() => say(made, "0 .{}"));
    return made;
  };
  return { worker };
}

test("an engine whose Python does not start is ended, and the next one is tried", async () => {
  const ended = [];
  const silent = () => ({ terminate: () => ended.push(1) });
  const spares = new Spares({ worker: silent }, 0.01);
  await assert.rejects(spares.take(), /did not start/);
  await assert.rejects(spares.take(), /did not start/);
  assert.ok(ended.length >= 2);
});

/** Engines that reply to each question until a reply is null or ends the request. */
function enginesOf(answer, deeds = []) {
  const reply = (say, deed, { text = "" }) => {
    deeds.push(deed);
    if (deed !== "ask") return say('.{"refusal":""}');
    for (const question of text.split(" ").slice(1)) {
      const said = answer(question);
      if (said === null) return;
      [said].flat().forEach(say);
      if (said[0] === ".") return;
    }
    say(".{}");
  };
  return new Engines(new Spares(caging(reply)));
}

/** As the judge in Python decides it. */
const isStrike = (said) =>
  said === "rMemoryError" || (said !== null && typeof said === "object");

/** Resolve to all answers to a request, and why the file was refused. */
async function asked(request, engines, deadline = Infinity) {
  const answers = [];
  const refusal = await ask(request, engines, deadline, (some) => {
    answers.push(...some);
    return some.filter(isStrike).length;
  });
  return { answers, refusal };
}

const SECONDS = 0.05;
const asking = (...questions) => ({
  verb: "ask",
  source: "",
  setup: "",
  seconds: SECONDS,
  strikes: 3,
  function: "player",
  questions,
});

// What a worker says, which may be any text at any time, and the answers to a request.
const SAID = {
  hangs: null,
  ends: '.{"failed":"out of memory"}',
  twice: ["=t", "=t"],
  batch: "=t\nt",
};
const FORGED = { early: ".{}", notJson: ".{{{", number: ".7" };
const LATE = [3 * SECONDS]; // Python in a browser gets more time
const ENDED = { why: "its worker ended" };
// prettier-ignore
const ANSWERS = [
  [["mX", "mO"], ["mX", "mO"]],
  [["t", "hangs", "f"], ["t", LATE, "f"]],
  [["t", "ends", "f"], ["t", ENDED, "f"]],
  [["ends", "ends", "ends", "t"], [ENDED, ENDED, ENDED, null]], // three strikes
  [["rMemoryError", "hangs", "rMemoryError", "t"], ["rMemoryError", LATE, "rMemoryError", null]],
  [["t", "early", "f"], ["t", ENDED, "f"]],
  [["t", "notJson", "f"], ["t", ENDED, "f"]],
  [["t", "number", "f"], ["t", ENDED, "f"]],
  [["t", "\u{1f600}", "f"], ["t", "?", "f"]],
  [["twice"], ["t"]],
  [["batch"], ["t"]],
];

for (const [questions, expected] of ANSWERS)
  test(`the answers to ${questions.join(", ")}`, async () => {
    const known = { ...SAID, ...FORGED };
    const engines = enginesOf((each) => (each in known ? known[each] : `=${each}`));
    const { answers } = await asked(asking(...questions), engines);
    assert.deepEqual(answers, expected);
    engines.close();
  });

test("answers lost in a batch are asked for again, one at a time", async () => {
  const reply = (say, deed, { text = "", batch }) => {
    if (deed !== "ask") return say('.{"refusal":""}');
    const questions = text.split(" ").slice(1);
    const isLost = batch > 1 && questions.includes("hangs");
    for (const question of isLost ? [] : questions) {
      if (question === "hangs") return;
      say(`=${question}`);
    }
    if (!isLost) say(".{}");
  };
  const engines = new Engines(new Spares(caging(reply)));
  const { answers } = await asked(asking("t", "hangs", "f"), engines);
  assert.deepEqual(answers, ["t", LATE, "f"]);
  engines.close();
});

test("a long search has its own time, and is not asked for twice", async () => {
  const reply = (say, deed) => {
    if (deed !== "ask") return say('.{"refusal":""}');
    setTimeout(() => ["=c0", ".{}"].forEach(say), 2500); // longer than for a batch
  };
  const engines = new Engines(new Spares(caging(reply)));
  const search = { ...asking("X..O....."), function: "minimax", seconds: 1 };
  const { answers } = await asked(search, engines);
  assert.deepEqual(answers, ["c0"]);
  engines.close();
});

test("answers are heard as they come, and nothing is asked after the deadline", async () => {
  const engines = enginesOf(() => "=t");
  const heard = [];
  await ask(asking("a", "b"), engines, Infinity, (some) => heard.push(some) * 0);
  assert.deepEqual(heard, [["t"], ["t"], []]);
  const { answers } = await asked(asking("a"), engines, 0);
  assert.deepEqual(answers, [null]);
  engines.close();
});

test("a file is loaded again only for a fresh engine or another setup", async () => {
  const deeds = [];
  const engines = enginesOf(() => "=t", deeds);
  for (const more of [{}, {}, { fresh: true }, {}, { setup: "b" }, {}, { setup: "c" }])
    await asked({ ...asking("a"), ...more }, engines);
  assert.deepEqual(deeds.join(" "), "load ask ask load ask ask load ask ask load ask");
  deeds.length = 0;
  const calls = { ...asking("[1]", "[2]"), verb: "call", fresh: true };
  await asked(calls, engines);
  assert.deepEqual(deeds, ["load", "ask", "ask"], "calls are made one at a time");
  engines.close();
});

test("a refusal that is not text counts as the end of the worker", async () => {
  const engines = new Engines(new Spares(caging((say) => say('.{"refusal":{"a":1}}'))));
  const { refusal } = await asked(asking("a"), engines);
  assert.equal(JSON.parse(refusal)[0], "ends_process");
  engines.close();
});

test("an engine that floods the judge with text is ended, and its lines are counted", async () => {
  const worker = {
    isEnded: false,
    onmessage: (/** @type {any} */ _) => {},
    postMessage() {},
    terminate() {
      this.isEnded = true;
    },
  };
  const engine = new Engine(worker);
  const heard = [];
  const end = engine.stream(
    "ask",
    {},
    () => 60,
    Infinity,
    (lines) => heard.push(lines.length),
  );
  const flood = `1 =${"\n".repeat(4 << 20)}`;
  for (let n = 0; n < 100 && !worker.isEnded; n++) worker.onmessage({ data: flood });
  assert.equal(await end, "failed");
  assert.ok(worker.isEnded);
  assert.ok(heard.length < 100);
  assert.ok(heard.every((lines) => lines <= 100_000));
});
