import assert from "node:assert/strict";
import { test } from "node:test";

import { sentence, speak } from "../../../noughts/explorer/page/language.js";

const TABLES = {
  en: { no_server: "no server" },
  "pt-BR": { no_server: "sem servidor" },
};
globalThis.document = { documentElement: { dataset: {} } };
globalThis.fetch = async (address) => {
  const [language] = Object.keys(TABLES).filter((name) => address.includes(name));
  return { ok: true, json: async () => TABLES[language] };
};

test("what stays on the page is said in the language of the moment", async () => {
  const told = { en: "too much", "pt-BR": "demais" };
  for (const [language, named, refused] of [
    ["en", "no server", "too much"],
    ["pt-BR", "sem servidor", "demais"],
    ["en", "no server", "too much"],
  ]) {
    await speak(language);
    assert.equal(sentence("no_server"), named);
    assert.equal(sentence(told), refused);
    assert.equal(sentence("KeyError: 1"), "KeyError: 1", "anybody's words");
    assert.equal(sentence(""), "");
  }
});
