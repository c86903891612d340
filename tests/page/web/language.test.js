import assert from "node:assert/strict";
import { test } from "node:test";

import * as language from "../../../noughts/page/web/shared/language.js";

const { decimal, list, say, sentence, speak, step } = language;

const TABLES = {
  en: {
    no_server: "no server",
    "list.and": "and",
    positions: "{n} position|{n} positions",
  },
  "pt-BR": {
    no_server: "sem servidor",
    "list.and": "e",
    positions: "{n} posição|{n} posições",
    move: "{mark} na casa {square}",
    "check.step.survey": "o arquivo",
  },
};

test("sentences, numbers and lists are those of the language", () => {
  speak("pt-BR", TABLES["pt-BR"]);
  for (const [said, expected] of [
    [say("move", { mark: "X", square: 3 }), "X na casa 3"],
    [say("positions", { n: 18297 }), "18.297 posições"],
    [say("positions", { n: 1 }), "1 posição"],
    [say("positions", { n: 0 }), "0 posições"],
    [say("missing"), "missing"],
    [[[], [1], [1, 2], [1, 2, 3]].map(list).join("; "), "; 1; 1 e 2; 1, 2 e 3"],
    [["survey", "winner", ""].map(step).join(), "o arquivo,winner,"],
    [decimal(1.5, 3), "1,500"],
  ])
    assert.equal(said, expected);
});

test("a text that stays on the page follows the language", () => {
  const messages = { en: "too much", "pt-BR": "demais" };
  for (const [name, named, refused] of [
    ["en", "no server", "too much"],
    ["pt-BR", "sem servidor", "demais"],
  ]) {
    speak(name, TABLES[name]);
    assert.deepEqual(["no_server", messages, "KeyError: 1", ""].map(sentence), [
      named,
      refused,
      "KeyError: 1",
      "",
    ]);
  }
});

test("a sentence of a part that was loaded later is one of its language", () => {
  speak("en", TABLES.en);
  language.addWords("en", { deleted: "Deleted." });
  assert.deepEqual([say("deleted"), sentence("deleted")], ["Deleted.", "Deleted."]);
  speak("pt-BR", TABLES["pt-BR"]);
  assert.equal(sentence("deleted"), "deleted");
});
