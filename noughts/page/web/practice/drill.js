// Fresh trees that contain what is to be practised, and when to practise it again.

import { ASKS, questions } from "./steps.js";
import { leaves, parse } from "./tree.js";

// Small enough for a sheet of paper, deep enough for a skill. A star is a leaf.
export const SHAPES = {
  2: ["* * * / * * * / * * *", "* * / * * * / * * *", "* * * / * * / * * *"],
  3: [
    "* * / * * // * * / * *",
    "* * / * * // * * / * * // * * / * *",
    "* * * / * * // * * / * * *",
  ],
  4: [
    "* /// * * / * // * / *",
    "* * / * * // * * / * * /// * * / * * // * * / * *",
    "* /// * * / * * // * * / *",
  ],
};

/** How many levels a tree needs for a skill if MAX or MIN moves first. */
const LEVELS = {
  value: { max: 2, min: 2 },
  "go-on": { max: 2, min: 2 },
  "alpha-cut": { max: 2, min: 3 }, // at a MIN node below a MAX node
  "beta-cut": { max: 3, min: 2 },
  equality: { max: 3, min: 3 },
  "hand-down": { max: 3, min: 3 },
  "deep-cut": { max: 4, min: 4 },
};
const LARGEST = 20;
const LARGEST_OF = { equality: 9 }; // equal numbers must not be rare
const MOST_TRIES = 5000;

/** Return the text of a random tree in which the search meets each of these skills. */
export function freshTree(
  skills,
  random = Math.random,
  { method = "alphabeta", isMax = true } = {},
) {
  const levels = skills.map((skill) => LEVELS[skill][isMax ? "max" : "min"]);
  const shapes = SHAPES[Math.max(2, ...levels)];
  const largest = Math.min(
    ...skills.map((skill) => LARGEST_OF[skill] ?? LARGEST),
    LARGEST,
  );
  const below = (n) => Math.floor(random() * n);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const shape = shapes[below(shapes.length)];
    const text = shape.replaceAll("*", () => below(largest + 1));
    const root = parse(text, isMax);
    if (!isVaried(root)) continue;
    const steps = questions(root, { method, ask: ASKS.at(-1) });
    const met = new Set(steps.map(({ skill }) => skill));
    if (skills.every((skill) => met.has(skill))) return text;
  }
  throw new Error(`no tree with ${skills.join(", ")}`);
}

/** Few equal numbers, so that nobody wonders which one is meant. */
function isVaried(root) {
  const numbers = leaves(root).map((leaf) => leaf.value);
  return numbers.length - new Set(numbers).size <= Math.ceil(numbers.length / 4);
}

/** Return a generator of random numbers with a seed: mulberry32. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// --- Repetition ------------------------------------------------------------------------
//
// A skill climbs through boxes, and falls to the first one. The higher its box, the longer
// it rests: so many trees or, in a later visit, so many days.

export const WAITS = [0, 1, 3, 7];

/** What is kept: { box, tree, day } by skill; `tree` counts trees, `day` counts days. */
export function remember(boxes, skill, isRight, { tree, day }) {
  const before = boxes[skill]?.box ?? 0;
  const box = isRight ? Math.min(before + 1, WAITS.length - 1) : 0;
  return { ...boxes, [skill]: { box, tree, day } };
}

export function isDue(kept, { tree, day }) {
  if (!kept) return true;
  const wait = WAITS[kept.box];
  return tree - kept.tree > wait || (day > kept.day && day - kept.day >= wait);
}

/** Return the two skills for the next tree: those that are due first, low boxes first. */
export function nextSkills(boxes, now, skills) {
  const order = (skill) => [isDue(boxes[skill], now) ? 0 : 1, boxes[skill]?.box ?? 0];
  return skills
    .map((skill, n) => ({ skill, key: [...order(skill), n] }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2])
    .slice(0, 2)
    .map(({ skill }) => skill);
}

/** Days since a fixed one, in local time. */
export const dayOf = (date) =>
  Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
