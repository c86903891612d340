import assert from "node:assert/strict";
import { test } from "node:test";

import { speaker } from "../../../noughts/page/web/words.js";

const table = {
  "list.and": "e",
  positions: "{n} posição|{n} posições",
  move: "{mark} na casa {square}",
  "check.step.the_rules": "as regras",
  "check.step.again": "{function} de novo",
  "check.step.awaited": "esperando {function}",
};
const { say, list, step } = speaker("pt-BR", table);

test("blanks are filled, and a number is written as in the country", () => {
  assert.equal(say("move", { mark: "X", square: 3 }), "X na casa 3");
  assert.equal(say("positions", { n: 18297 }), "18.297 posições");
});

test("one has its own form", () => {
  assert.equal(say("positions", { n: 1 }), "1 posição");
  assert.equal(say("positions", { n: 0 }), "0 posições");
});

test("a list in a sentence", () => {
  assert.deepEqual([[], [1], [1, 2], [1, 2, 3]].map(list), [
    "",
    "1",
    "1 e 2",
    "1, 2 e 3",
  ]);
});

test("a sentence that is missing shows its name, for somebody to notice", () => {
  assert.equal(say("nothing"), "nothing");
});

test("what the judge is at is told in the language, a function by its name", () => {
  assert.equal(step("the rules"), "as regras");
  assert.equal(step("winner again"), "winner de novo");
  assert.equal(step("winner awaited"), "esperando winner");
  assert.equal(step(""), "");
});

test("decimals are written as in the country", () => {
  assert.equal(speaker("en", {}).decimal(0.95812, 3), "0.958");
  assert.equal(speaker("pt-BR", {}).decimal(1.5, 3), "1,500");
});
