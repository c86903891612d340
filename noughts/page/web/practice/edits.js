// Changes of one line of alpha-beta, each as the line of Python and as a rule of the search.
// A test runs the Python and compares.

import { CODE as SHOWN } from "../search/code.js";
import { seeded, SHAPES } from "./drill.js";
import { leavesVisited, parse, resultOf, search, TEXTBOOK, value } from "./tree.js";

/** The textbook's alpha-beta, as the page shows it. */
export const CODE = SHOWN.alphabeta.map(([line]) => line);

const MINIMAX = `
def minimax(board):
  if terminal(board):
    return None
  values = {}
  for action in actions(board):
    values[action] = value(result(board, action), -inf, inf)
  best = max if player(board) == X else min
  return best(values, key=values.get)
`;

/** Return a whole program around the code with an edit: what is edited freely at first. */
export const programOf = (name) =>
  ["from math import inf", "", "", ...edited(name), "", MINIMAX].join("\n");

/** @type {(text: string) => FreeEdit} */
export const unjudged = (text) => ({
  text,
  judged: null,
  asking: null,
  first: null,
  verdict: null,
});

/** Apply a message of the judge. */
/** @type {(free: FreeEdit, message: Message) => FreeEdit} */
export function heard(free, [what, given]) {
  if (what === "asked") return { ...free, asking: given?.all ? given : null };
  return what === "first" ? { ...free, first: given } : free;
}

/** The edits by name: which line becomes what, and the same as a change of the rule. */
export const EDITS = {
  "cuts-beyond": {
    line: 8,
    text: "      if best > beta:",
    rule: { isCutOfMax: (best, alpha, beta) => best > beta },
  },
  "turned-round": {
    line: 8,
    text: "      if best <= beta:",
    rule: { isCutOfMax: (best, alpha, beta) => best <= beta },
  },
  "wrong-bound": {
    line: 8,
    text: "      if best >= alpha:",
    rule: { isCutOfMax: (best, alpha) => best >= alpha },
  },
  "no-break": {
    line: 17,
    text: "        pass",
    rule: { isCutOfMin: () => false },
  },
  "max-twice": {
    line: 15,
    text: "      best = max(best, v)",
    rule: { chooseOfMin: Math.max },
  },
  "starts-at-0": {
    line: 12,
    text: "    best = 0",
    rule: { startOfMin: 0 },
  },
  "not-handed-down": {
    line: 14,
    text: "      v = value(result(board, action), -inf, inf)",
    rule: { windowOfMin: () => [-Infinity, Infinity] },
  },
  exchanged: {
    line: 6,
    text: "      v = value(result(board, action), beta, alpha)",
    rule: { windowOfMax: (alpha, beta) => [beta, alpha] },
  },
  "fail-hard": {
    line: 19,
    text: "  return max(alpha, min(best, beta))",
    rule: { returned: (best, alpha, beta) => Math.max(alpha, Math.min(best, beta)) },
  },
};

/** Return the code with an edit; with none, the textbook's. */
export const edited = (name) =>
  CODE.map((text, n) => (EDITS[name]?.line === n ? EDITS[name].text : text));

export const ruleOf = (name) => ({ ...TEXTBOOK, ...EDITS[name]?.rule });

/** Search a tree with an edit: its events, what it returns, and how many leaves it visits. */
export function run(root, name) {
  const events = search(root, { rule: ruleOf(name) });
  return { events, found: resultOf(events), visited: leavesVisited(events).length };
}

export const SAMPLE = 100;

/** The trees on which an edit is tried: of all sizes, and the same ones each time. */
export function sampleTrees(count = SAMPLE) {
  const random = seeded(1);
  const levels = Object.keys(SHAPES);
  return Array.from({ length: count }, (_, n) => {
    const shapes = SHAPES[levels[n % levels.length]];
    const shape = shapes[Math.floor(random() * shapes.length)];
    return parse(shape.replaceAll("*", () => Math.floor(random() * 21)));
  });
}

/** Count the trees on which the result is wrong, and those on which more leaves are visited. */
export function tally(name, trees = sampleTrees()) {
  const counts = { trees: trees.length, wrong: 0, more: 0, fewer: 0 };
  for (const root of trees) {
    const textbook = run(root, "");
    const { found, visited } = run(root, name);
    counts.wrong += Number(found !== value(root));
    counts.more += Number(visited > textbook.visited);
    counts.fewer += Number(visited < textbook.visited);
  }
  return counts;
}
