// Trees: their two forms, and what a search of them says. Python checks the rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seeded } from "../../../../noughts/page/web/practice/drill.js";
import {
  above,
  at,
  format,
  height,
  leaves,
  leavesVisited,
  METHODS,
  nodes,
  NoTree,
  parse,
  resultOf,
  search,
  typed,
  value,
} from "../../../../noughts/page/web/practice/tree.js";

/** A random tree of up to four levels, with at most 64 leaves. */
function grown(random, levels, path = "", isMax = true) {
  if (levels === 0 || (path && random() < 0.2))
    return { path, isMax, value: Math.floor(random() * 1999) - 999 };
  const count = 2 + Math.floor(random() * 2);
  const children = Array.from({ length: count }, (_, n) =>
    grown(random, levels - 1, path + "ABC"[n], !isMax),
  );
  return { path, isMax, children };
}

test("1,000 trees come back from an address and from the text field", () => {
  const random = seeded(4);
  for (let n = 0; n < 1000; n++) {
    const root = grown(random, 1 + (n % 4));
    if (leaves(root).length > 64) continue;
    const address = format(root);
    assert.deepEqual(parse(address), root);
    assert.deepEqual(parse(typed(root)), root);
    const inAddress = new URLSearchParams({ tree: address }).toString();
    assert.equal(inAddress, `tree=${address}`); // nothing needs to be escaped
  }
});

test("nonsense is named", () => {
  const named = (text) => {
    try {
      return format(parse(text));
    } catch (error) {
      assert(error instanceof NoTree);
      return error.key;
    }
  };
  assert.equal(named("  "), "empty");
  assert.equal(named("7"), "one");
  assert.equal(named("3 twelve"), "number");
  assert.equal(named("3.5 2 / 1"), "number");
  assert.equal(named("1 ".repeat(65)), "leaves");
});

test("nodes are found by their names", () => {
  const root = parse("5 6 / 7 4 // 3 2 / 9 1");
  assert.equal(at(root, "BBA").value, 9);
  assert.deepEqual(
    above(root, "BBA").map(({ path }) => path),
    ["", "B", "BB"],
  );
  assert.equal(nodes(root).length, 15);
  assert.equal(height(root), 3);
});

test("the textbook's tree: two of nine leaves are skipped, and the root is 3", () => {
  const root = parse("3 12 8 / 2 4 6 / 14 5 2");
  const events = search(root);
  assert.equal(resultOf(events), 3);
  const visited = leavesVisited(events).map((leaf) => leaf.value);
  assert.deepEqual(visited, [3, 12, 8, 2, 14, 5, 2]);
  const cut = events.find(({ isCut }) => isCut);
  assert.deepEqual([cut.node.path, cut.rest, cut.limit], ["B", ["BB", "BC"], 3]);
});

test("a bound says what the visits prove, whatever the hidden leaves are", () => {
  const random = seeded(6);
  const seenBounds = new Set();
  for (let n = 0; n < 300; n++) {
    const root = grown(random, 3);
    const events = search(root);
    const visited = new Set(leavesVisited(events).map(({ path }) => path));
    const worth = (node, hidden) => {
      const changed = {};
      for (const { path } of leaves(node))
        if (!visited.has(path)) changed[path] = hidden;
      return value(node, changed);
    };
    for (const { kind, node, value: found, bound } of events) {
      if (kind !== "leave") continue;
      seenBounds.add(bound);
      if (bound === "exact") {
        assert.equal(worth(node, -1e6), found);
        assert.equal(worth(node, 1e6), found);
      }
      if (bound === "least") assert.equal(worth(node, -1e6), found);
      if (bound === "most") assert.equal(worth(node, 1e6), found);
    }
  }
  assert.deepEqual([...seenBounds].sort(), ["exact", "least", "most"]);
});

test("cutting on equality or not, the root has the same value", () => {
  const random = seeded(7);
  let saved = 0;
  for (let n = 0; n < 300; n++) {
    const root = parse(
      "* * / * * // * * / * *".replaceAll("*", () => Math.floor(random() * 4)),
    );
    const [equal, beyond] = ["alphabeta", "beyond"].map((name) =>
      search(root, { rule: METHODS[name] }),
    );
    assert.equal(resultOf(equal), value(root));
    assert.equal(resultOf(beyond), value(root));
    saved += leavesVisited(beyond).length - leavesVisited(equal).length;
  }
  assert(saved > 50);
});
