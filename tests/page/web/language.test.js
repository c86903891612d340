import assert from "node:assert/strict";
import { test } from "node:test";

import { preferred, sentence, speak } from "../../../noughts/page/web/language.js";

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

test("an address asks for a language by any of its tags, once", () => {
  Object.defineProperty(globalThis, "navigator", {
    value: { languages: ["en"] },
    configurable: true,
  });
  globalThis.history = {
    state: null,
    replaceState: (_state, _title, address) => (location.href = String(address)),
  };
  const page = "https://example.org/explore/";
  for (const [asked, spoken, left] of [
    ["?lang=pt-BR", "pt-BR", ""],
    ["?lang=pt-br", "pt-BR", ""],
    ["?lang=pt#view=tree", "pt-BR", "#view=tree"],
    ["?lang=pt_BR&x=1", "pt-BR", "?x=1"],
    ["?lang=en-GB", "en", ""],
    ["?lang=xx", "en", ""],
    ["?lang=", "en", ""],
  ]) {
    globalThis.location = { href: page + asked };
    assert.equal(preferred(["en", "pt-BR"]), spoken, asked);
    assert.equal(location.href, page + left, asked);
  }
});
