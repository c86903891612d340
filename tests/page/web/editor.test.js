import assert from "node:assert/strict";
import { test } from "node:test";

import { indented, outdented } from "../../../noughts/page/web/drawing/editor.js";

/** Apply a change to a text with | where the selection begins and ends. */
function after(marked, change) {
  const [before, inside, rest = ""] = marked.split("|");
  const isEmpty = !marked.slice(before.length + 1).includes("|");
  const text = marked.replaceAll("|", "");
  const start = before.length;
  const end = isEmpty ? start : start + inside.length;
  assert.equal(text, before + inside + rest);
  const { from, to, put, start: first, end: last } = change({ text, start, end });
  const now = text.slice(0, from) + put + text.slice(to);
  const selected = last > first ? `|${now.slice(first, last)}|` : "|";
  return now.slice(0, first) + selected + now.slice(last);
}

test("Tab and Shift+Tab", () => {
  for (const [what, before, change, expected] of [
    ["Tab indents by four", "|x", indented, "    |x"],
    ["to the next stop", "ab|c", indented, "ab  |c"],
    ["on a later line", "if x:\n|y", indented, "if x:\n    |y"],
    ["in place of a part of a line", "a|bc|d", indented, "a   |d"],
    ["several lines", "|a\nb|", indented, "    |a\n    b|"],
    ["not the empty ones", "|a\n\nb|", indented, "    |a\n\n    b|"],
    ["not one that only begins", "|a\n|b", indented, "    |a\n|b"],
    ["Shift+Tab takes four away", "    x|", outdented, "x|"],
    ["or fewer", "  x|", outdented, "x|"],
    ["or none", "x|", outdented, "x|"],
    ["of several lines", "|    a\n        b|", outdented, "|a\n    b|"],
    ["not of another line", "    a\n  |  b", outdented, "    a\n|b"],
  ])
    assert.equal(after(before, change), expected, what);
});
