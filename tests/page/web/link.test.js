// Links that contain a file: what they hold, and what opening one does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { read, write } from "../../../noughts/page/web/address.js";
import {
  fragmentOf,
  LONGEST,
  packed,
  unpacked,
} from "../../../noughts/page/web/link/code.js";
import * as linking from "../../../noughts/page/web/link/actions.js";
import { OWN, withSearch } from "../../../noughts/page/web/search/state.js";
import { become, now } from "../../../noughts/page/web/shared/page.js";
import { initial } from "../../../noughts/page/web/state.js";

const OURS = readFileSync(new URL("../../../tictactoe.py", import.meta.url), "utf8");
const VIEWS = ["values", "check", "search"];
const BOARD = "O.X.XOO.X";
const codeOf = (bytes) => deflateRawSync(bytes).toString("base64url");

const asked = [];
globalThis.location = { href: "https://there.example/explore/#view=check" };
globalThis.fetch = async (address) => {
  asked.push(address);
  throw new TypeError("no network");
};
globalThis.document = { documentElement: { dataset: {} } };

const about = { engine: null, frozen: false, python: false };
const mine = { ...initial, about, check: { ...initial.check, text: "my draft" } };
beforeEach(() => {
  asked.length = 0;
  become(mine);
});

/** Open an address as main.js does. */
async function opened(fragment) {
  become(read(fragment, now(), VIEWS));
  await linking.open(fragment);
}

test("a file is the same after it was packed and unpacked", async () => {
  for (const text of [OURS, "x", "# comentário: é ✓ 𝒳\n", "\tif x:\r\n"])
    assert.equal(await unpacked(await packed(text)), text);
  assert.match(await packed(OURS), /^[\w-]+$/);
});

test("our own file fits into a link", async () => {
  assert.ok((await packed(OURS)).length < LONGEST / 2);
});

test("what is no file is null: damaged, cut off, not text, or empty", async () => {
  const code = await packed(OURS);
  const damaged = [
    "%%%",
    "a",
    code.slice(0, -20),
    code.replace(/^./, "_"),
    codeOf(Buffer.from([0xff, 0xfe, 0x00])),
    codeOf(Buffer.from("")),
  ];
  for (const each of damaged)
    assert.equal(await unpacked(each), null, each.slice(0, 20));
});

test("unpacking stops: a small link cannot fill the memory", async () => {
  const bomb = codeOf(Buffer.alloc(5_000_000, "a"));
  assert.ok(bomb.length < LONGEST);
  assert.equal(await unpacked(bomb), null);
  assert.equal(await unpacked("A".repeat(LONGEST + 1)), null);
});

test("opening a link shows its file, runs nothing, and keeps the draft", async () => {
  const code = await packed(OURS);
  await opened(fragmentOf({ code, board: BOARD, step: 7 }));
  const { sent, check, view, search, busy } = now();
  assert.deepEqual(sent, {
    code,
    file: { text: OURS, bytes: null },
    board: BOARD,
    step: 7,
    isAskedFor: false,
  });
  assert.equal(check, mine.check);
  assert.deepEqual([view, search.rival, busy], ["check", null, {}]);
  assert.deepEqual(asked, []);
});

test("whatever view a link asks for, nothing runs before a click", async () => {
  const code = await packed(OURS);
  for (const view of ["search", "values", "nothing"]) {
    become(mine);
    await opened(`#view=${view}&method=own&board=${BOARD}&code=${code}`);
    await opened(`#view=${view}&method=own&board=${BOARD}&code=${code}`); // Back
    assert.deepEqual([now().view, now().search.rival], ["check", null], view);
  }
  assert.deepEqual(asked, []);
});

test("a damaged link says so, and changes nothing else", async () => {
  await opened("#code=%25%25");
  assert.deepEqual([now().notice, now().sent], ["link.damaged", null]);
  assert.equal(now().check, mine.check);
});

test("without Python, a link says that it cannot be followed", async () => {
  become({ ...mine, about: { ...about, frozen: true } });
  await linking.open(`#code=${await packed(OURS)}`);
  assert.deepEqual([now().notice, now().sent], ["link.no_judge", null]);
});

test("a link to one function names it, if the assignment has it", async () => {
  const code = await packed("def minimax(board): ...");
  await opened(fragmentOf({ code, only: "minimax", board: "", step: 0 }));
  assert.equal(now().sent.file.only, "minimax");
  become(mine);
  await opened(fragmentOf({ code, only: "eval", board: "", step: 0 }));
  assert.equal("only" in now().sent.file, false);
});

test("the address keeps the file while it is shown, and only then", async () => {
  const code = await packed(OURS);
  await opened(fragmentOf({ code, board: BOARD, step: 0 }));
  const codeIn = (state) => new URLSearchParams(write(state).slice(1)).get("code");
  const { sent } = now();
  const rival = sent.file;
  const shown = withSearch({ ...now(), view: "search" }, { method: OWN, rival });
  assert.equal(codeIn(now()), code);
  assert.equal(codeIn(shown), code);
  assert.equal(codeIn({ ...now(), view: "values" }), null);
  assert.equal(codeIn(withSearch(shown, { rival: null })), null);
  const asking = { ...shown, sent: { ...sent, isAskedFor: true } };
  assert.equal(read(write(asking), asking, VIEWS).view, "search");
});

test("a copied link opens the same file; one that is too long is refused", async () => {
  const copies = [];
  const clipboard = { writeText: async (text) => void copies.push(text) };
  Object.defineProperty(globalThis, "navigator", {
    value: { clipboard },
    configurable: true,
  });
  await linking.copy({ text: OURS, bytes: null }, BOARD, 3);
  const [link] = copies;
  assert.deepEqual([now().copied.words, now().copied.link], ["link.copied", link]);
  assert.ok(link.startsWith("https://there.example/explore/#"));
  await opened(link.slice(link.indexOf("#")));
  assert.equal(now().sent.file.text, OURS);
  const noise = Array.from({ length: 9000 }, (_, n) => (n * 7919) ** 2 % 9973).join("");
  await linking.copy({ text: noise, bytes: null }, "");
  assert.equal(now().copied.words, "link.too_long");
  await linking.copy({ text: "a".repeat(300_000), bytes: null }, "");
  assert.equal(now().copied.words, "link.too_long", "it could not be opened");
  assert.equal(copies.length, 1);
  clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  await linking.copy({ text: OURS, bytes: null }, BOARD, 3);
  assert.deepEqual([now().copied.words, now().copied.link], ["link.copy_it", link]);
});
