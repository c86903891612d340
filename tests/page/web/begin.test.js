// The script that stands in the page: it runs in a page of its own for each case.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const TEXT = readFileSync(
  new URL("../../../noughts/page/web/begin.js", import.meta.url),
  "utf8",
);
const HOME = "https://example.org/explore/";

/** Open a page; return what it has begun, and what changed in it. */
function opened(
  address,
  { kept = {}, data = {}, languages = ["en"], blocked = false } = {},
) {
  const storage = new Map(Object.entries(kept));
  const local = {
    getItem: (name) => storage.get(name) ?? null,
    setItem: (name, value) => storage.set(name, value),
  };
  const root = {
    dataset: { languages: "en pt-BR", ...data },
    classList: new Set(),
  };
  const page = {
    URL,
    navigator: { languages },
    location: { href: HOME + address },
    history: { replaceState: (_, __, to) => (page.location.href = String(to)) },
    scripts: [],
    fetch: async (asked) => ({ asked }),
    document: {
      documentElement: root,
      createElement: () => ({}),
      head: { append: (script) => page.scripts.push(script) },
    },
  };
  if (blocked)
    Object.defineProperty(page, "localStorage", {
      get() {
        throw new Error("blocked");
      },
    });
  else page.localStorage = local;
  vm.runInNewContext(TEXT, page);
  return { page, root, storage, ...page.begun };
}

test("the language is the address's, the stored one, or the browser's", () => {
  const brazil = { languages: ["pt", "en"] };
  for (const [address, options, language, left] of [
    ["", {}, "en", ""],
    ["", brazil, "pt-BR", ""],
    ["", { languages: ["fr", "de"] }, "en", ""],
    ["", { ...brazil, kept: { "noughts.language": "en" } }, "en", ""],
    ["", { ...brazil, kept: { "noughts.language": "xx" } }, "pt-BR", ""],
    ["?lang=pt-br", {}, "pt-BR", ""],
    ["?lang=pt#view=search", {}, "pt-BR", "#view=search"],
    ["?lang=pt_BR&x=1", {}, "pt-BR", "?x=1"],
    ["?lang=en-GB", { kept: { "noughts.language": "pt-BR" } }, "en", ""],
    ["?lang=xx", {}, "en", ""],
    ["?lang=", {}, "en", ""],
    ["?lang=pt", { blocked: true }, "pt-BR", ""],
  ]) {
    const { page, root, language: chosen } = opened(address, options);
    assert.equal(chosen, language, address);
    assert.equal(root.lang, language);
    assert.equal(page.location.href, HOME + left);
  }
  const { storage } = opened("?lang=pt");
  assert.equal(storage.get("noughts.language"), "pt-BR");
});

test("the theme is the stored one, and a page inside another has no header", () => {
  const dark = opened("?embed=1", { kept: { "noughts.theme": "dark" } }).root;
  assert.deepEqual([dark.dataset.theme, dark.classList.has("embed")], ["dark", true]);
  const plain = opened("", { blocked: true }).root;
  assert.deepEqual([plain.dataset.theme, plain.classList.size], [undefined, 0]);
});

const FIRST = ["api/about.json", "api/words/en.json"];
const LESSON = ["api/lessons.json", "api/lessons/first.json"];

test("a first visit asks for the first lesson, too", () => {
  const visited = { kept: { "noughts.first": "done" } };
  for (const [address, options, asked] of [
    ["", {}, [...FIRST, ...LESSON]],
    ["", visited, FIRST],
    ["#moves=5", {}, FIRST],
    ["?embed=1", {}, FIRST],
    ["", { data: { engine: "" } }, FIRST],
  ]) {
    const { early } = opened(address, options);
    assert.deepEqual(Object.keys(early), asked, address);
  }
});

test("a frozen page asks by scripts, each of which has its own answer", async () => {
  const { page, early } = opened("#moves=5", { data: { frozen: "" } });
  const files = page.scripts.map(({ src }) => src);
  assert.deepEqual(files, ["api/about.js", "api/words/en.js"]);
  page.answered(FIRST[1], "the words");
  page.scripts[0].onerror();
  assert.equal(await early[FIRST[1]], "the words");
  await assert.rejects(early[FIRST[0]]);
});

test("the board of the page is hidden where the first view has none", () => {
  for (const [address, board] of [
    ["", "hidden"],
    ["#moves=5", undefined],
    ["#view=lessons", "hidden"],
    ["#view=search", undefined],
  ])
    assert.equal(opened(address).root.dataset.board, board, address);
});
