// On paper: a sheet tells nothing that the student is to find, and a solution everything.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  latexText,
  sheetPicture,
  svgText,
} from "../../../../noughts/page/web/practice/export.js";
import { readNumber } from "../../../../noughts/page/web/practice/picture.js";
import {
  readPractice,
  unpractised,
  writePractice,
} from "../../../../noughts/page/web/practice/state.js";
import { parse, search } from "../../../../noughts/page/web/practice/tree.js";

const root = parse("51 62 / 73 44 // 35 26 / 97 18");
const svg = (isSolution) =>
  svgText(sheetPicture(root, isSolution, "alphabeta"), { title: "a <b>", least: 1600 });
const texts = (file) =>
  [...file.matchAll(/<text class="(?:value|window)"[^>]*>([^<]*)</g)].map(
    ([, text]) => text,
  );

test("a sheet has the leaves, lines for alpha and beta, and no value inside", () => {
  const shown = texts(svg(false));
  for (const leaf of ["51", "62", "73", "44", "35", "26", "97", "18"])
    assert.equal(shown.filter((text) => text === leaf).length, 1);
  assert.deepEqual(
    shown.filter((text) => !/^\d\d$/.test(text) && text !== ""),
    Array(7).fill(["α ____", "β ____"]).flat(),
  );
});

test("a solution has every value with its bound, every window and every cut", () => {
  const file = svg(true);
  const shown = texts(file);
  for (const text of ["≥ 73", "≤ 35", "β 62", "α 62"])
    assert(shown.includes(text), text);
  const cuts = search(root).filter(({ isCut }) => isCut);
  const marks = file.match(/class="cut-mark"/g) ?? [];
  assert.equal(marks.length, cuts.flatMap(({ rest }) => rest).length);
});

test("both stand alone, and are wide enough for a slide", () => {
  for (const file of [svg(false), svg(true)]) {
    assert(file.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
    assert(!/https?:(?!\/\/www\.w3\.org)|<script|<link|var\(/.test(file));
    assert(Number(/ width="(\d+)" height/.exec(file)?.[1]) >= 1600);
    assert(file.includes("<title>a &lt;b&gt;</title>"));
  }
});

test("LaTeX has as many opened as closed brackets, and all leaves", () => {
  for (const isSolution of [false, true]) {
    const text = latexText(root, isSolution, "alphabeta");
    for (const [open, close] of ["[]", "{}"])
      assert.equal(text.split(open).length, text.split(close).length);
    assert.equal(text.split("leafnode").length - 2, 8);
    assert.equal(text.includes("\\underline"), !isSolution);
    assert(!/[−∞≥≤]/.test(text), "no sign that plain LaTeX does not know");
  }
});

test("an address keeps the tree and how it is searched", () => {
  const all = { first: "min", cut: "beyond", mode: "watch", step: 7 };
  for (const practice of [
    unpractised,
    { ...unpractised, ...all, tree: "3__2.9_5.-7" },
  ]) {
    const parts = new URLSearchParams();
    writePractice(parts, practice);
    const read = readPractice(new URLSearchParams(parts.toString()), unpractised);
    assert.deepEqual(read, practice);
  }
  const odd = new URLSearchParams("tree=what?&first=he&cut=no&mode=9&step=-1");
  assert.deepEqual(readPractice(odd, unpractised), { ...unpractised, tree: "what?" });
});

test("numbers are read as people type them", () => {
  for (const [text, number] of [
    ["3", 3],
    [" −7 ", -7],
    ["+2", 2],
    ["-0", 0],
    ["inf", Infinity],
    ["-INF", -Infinity],
    ["−∞", -Infinity],
    ["∞", Infinity],
    ["", null],
    ["2.5", null],
    ["x", null],
  ])
    assert.equal(readNumber(text), number, text);
});
