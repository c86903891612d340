// Random trees to attack promises with, and all values of some leaves.

import { parse } from "../../../../noughts/page/web/practice/tree.js";

/** Shapes with few leaves, among them lopsided ones. A star is a leaf. */
export const SMALL = [
  "* * * / * *",
  "* * / * * / * *",
  "* * / * * // * * / *",
  "* // * * / * *",
  "* / * * * / *",
  "* /// * * / * // * / *",
  "* * // * * / * *",
];

export const fill = (shape, random, largest, isMax = true) =>
  parse(
    shape.replaceAll("*", () => Math.floor(random() * (largest + 1))),
    isMax,
  );

/** Yield all values from low to high of some paths. */
export function* assignments(paths, low, high, changed = {}) {
  if (!paths.length) {
    yield changed;
    return;
  }
  const [first, ...others] = paths;
  for (let n = low; n <= high; n++)
    yield* assignments(others, low, high, { ...changed, [first]: n });
}
