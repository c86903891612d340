// The order of branches: what alpha-beta visits, and how little it could.

import { format, leavesVisited, parse, search } from "./tree.js";

/** How many leaves alpha-beta visits. */
export const visitedBy = (root) => leavesVisited(search(root)).length;

/** Return the text of a tree with one branch moved before its siblings. */
export function movedToFront(root, path) {
  const copy = (node) => {
    if (!node.children) return node;
    const children = node.children.map(copy);
    if (path.slice(0, -1) !== node.path) return { ...node, children };
    const chosen = children.filter((child) => child.path === path);
    const others = children.filter((child) => child.path !== path);
    return { ...node, children: [...chosen, ...others] };
  };
  return format(copy(root));
}

/** Return the least number of leaves that alpha-beta visits in any order of the branches. */
export function leastVisited(root) {
  let least = Infinity;
  for (const each of orders(root))
    least = Math.min(least, visitedBy(parse(format(each), root.isMax)));
  return least;
}

function* orders(node) {
  if (!node.children) {
    yield node;
    return;
  }
  for (const children of permutations(node.children))
    for (const chosen of products(children)) yield { ...node, children: chosen };
}

function* products(list) {
  const [first, ...others] = list;
  if (!first) {
    yield [];
    return;
  }
  for (const head of orders(first))
    for (const tail of products(others)) yield [head, ...tail];
}

function* permutations(list) {
  if (list.length < 2) {
    yield list;
    return;
  }
  for (const [n, head] of list.entries())
    for (const tail of permutations([...list.slice(0, n), ...list.slice(n + 1)]))
      yield [head, ...tail];
}
