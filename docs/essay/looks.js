// What the figures of the essay show, without drawing anything: each look is that of a tree
// after something was done with it. The pictures for readers without scripts are the same
// looks before anything was done.

import { lookAt } from "../../noughts/page/web/practice/figure.js";
import {
  boundText,
  knowledge,
  numberText,
  pictureOf,
} from "../../noughts/page/web/practice/picture.js";
import * as practice from "../../noughts/page/web/practice/session.js";
import {
  leavesVisited,
  METHODS,
  nodes,
  parse,
  resultOf,
  search,
  TEXTBOOK,
  typed,
  value,
} from "../../noughts/page/web/practice/tree.js";
import { LIMITED, LIMITED_BOARD, LIMITED_SQUARES, VISITS } from "./measured.js";

const BOOK = "3 12 8 / 2 4 6 / 14 5 2";

export const TREES = {
  book: parse(BOOK),
  "min-first": parse(BOOK, false),
  idea: parse("1 / 0 1 / 0 -1"), // the moves 1, 2 and 6 of the board in the text
  deep: parse("6 /// 5 10 / 8 // 16 / 19"),
  board: parse("-1 0 / 0 0 / 0 -1"), // the moves 2, 4 and 8 of the second board in the text
  disordered: parse("14 5 2 / 6 4 2 / 12 8 3"),
};

const SHOWN = { showsLeaves: true };
const pressed = (press, { path }) => press && (() => press(path)); // nothing on paper
const without = (look) => (node) => ({ ...look(node), window: undefined });

// --- Decisions -------------------------------------------------------------------------

export const exerciseOf = (root) => ({
  id: "essay",
  root,
  method: "alphabeta",
  ask: "decisions",
  range: undefined,
});

/** The session of all decisions of a tree, or of its first cut alone. */
export function beginDecisions(root, isOne) {
  const session = practice.begin(exerciseOf(root));
  const cut = practice.stepsOf(exerciseOf(root)).findIndex(({ isCut }) => isCut);
  return isOne ? { ...session, queue: [cut] } : session;
}

export function lookOfDecisions(root, session, isOne) {
  const exercise = exerciseOf(root);
  const step = practice.stepOf(exercise, session);
  const events = search(root);
  const said =
    session.said && practice.stepOf(exercise, { queue: [session.said.number] });
  const end = step ? step.index : isOne ? said.index + 1 : events.length;
  const plain = without(knowledge(root, events.slice(0, end), SHOWN));
  const judged = session.isStuck ? session.said.judged : null;
  return step ? lookAt(exercise, step, plain, judged) : plain;
}

// --- Values ----------------------------------------------------------------------------

/** Values rise from the leaves that were opened. */
export function lookOfRising(root, opened, press) {
  const known = (node) =>
    node.children ? node.children.every(known) : opened.includes(node.path);
  return (node) => ({
    status: known(node) ? "done" : "waiting",
    text: known(node) ? numberText(value(node)) : node.children ? "" : "?",
    press: node.children || known(node) ? undefined : pressed(press, node),
  });
}

/** The values of a tree with one changed leaf, and the branches that lead to the root's value. */
export function lookOfChange(root, path, to, press) {
  const changed = { [path]: to };
  const best = value(root, changed);
  const decides = (node, above) => {
    const mine = value(node, changed) === best;
    return mine && (!above || decides.of.has(above));
  };
  decides.of = new Set();
  for (const node of nodes(root))
    if (decides(node, node.path && node.path.slice(0, -1))) decides.of.add(node.path);
  return (node) => ({
    status: "done",
    text: numberText(value(node, changed)),
    tone: node.path === path ? "asked" : decides.of.has(node.path) ? "setter" : "",
    isPressed: node.path === path,
    press: node.children ? undefined : pressed(press, node),
  });
}

/** The values of a tree, and the child that the root's player chooses. */
export function lookOfChoice(root) {
  const chosen = root.children.find((child) => value(child) === value(root));
  const look = (node) => ({
    status: "done",
    text: numberText(value(node)),
    tone: node === chosen ? "setter" : "",
  });
  return { look, chosen };
}

/** MIN's branch as it should be, and both forms of the typo. */
export const TYPOS = {
  min: {},
  "max-from-high": { chooseOfMin: Math.max },
  "max-from-low": { chooseOfMin: Math.max, startOfMin: -Infinity },
};

export function runTypo(root, name) {
  const events = search(root, { rule: { ...METHODS.minimax, ...TYPOS[name] } });
  const found = new Map();
  for (const { kind, node, value: each } of events)
    if (kind === "leaf" || kind === "leave") found.set(node.path, each);
  const look = (node) => {
    const is = found.get(node.path);
    const isWrong = is !== value(node);
    return { status: "done", text: numberText(is), tone: isWrong ? "changed" : "" };
  };
  return { look, found: resultOf(events) };
}

// --- Cuts ------------------------------------------------------------------------------

export const eventsOf = (root) => search(root);

export const lookOfWatch = (root, step) =>
  knowledge(root, search(root).slice(0, step), SHOWN);

/** The whole search, while the skipped leaves of MIN B are worth something else. */
export function lookOfBound(root, to) {
  const known = without(knowledge(root, search(root), SHOWN));
  return (node) => {
    const look = known(node);
    const isSkipped = look.status === "skipped" && !node.children;
    return isSkipped ? { ...look, text: numberText(to), tone: "asked" } : look;
  };
}

/** Ask only whether the root is worth at least so much. */
export function runZeroWindow(root, least) {
  const events = search(root, { rule: TEXTBOOK, windows: { "": [least - 1, least] } });
  const look = without(knowledge(root, events, SHOWN));
  const { value: found, bound } = events[events.length - 1];
  return {
    look,
    visited: leavesVisited(events).length,
    answer: boundText(found, bound),
    isReached: found >= least,
  };
}

export function lookOfOrder(root, press) {
  const known = without(knowledge(root, search(root), SHOWN));
  return (node) => ({
    ...known(node),
    press: node.path ? pressed(press, node) : undefined,
  });
}

// --- Other pictures --------------------------------------------------------------------

const BAR = { width: 34, gap: 12, height: 200, foot: 24 };

/** A bar for each number of free squares, as high as its positions are many. */
export function costPicture(chosen) {
  const most = VISITS[VISITS.length - 1];
  const bars = VISITS.map((visits, n) => {
    const height = Math.max(1, Math.round((visits / most) * BAR.height));
    const x = BAR.gap + n * (BAR.width + BAR.gap);
    const look = n + 1 === chosen ? "asked" : "done";
    const shape = { class: "shape", x, y: 10 + BAR.height - height, height };
    return [
      "g",
      { class: `number-node ${look}` },
      ["rect", { ...shape, width: BAR.width }],
      ["text", { x: x + BAR.width / 2, y: 10 + BAR.height + 18 }, String(n + 1)],
    ];
  });
  return {
    width: BAR.gap + VISITS.length * (BAR.width + BAR.gap),
    height: 10 + BAR.height + BAR.foot,
    shapes: bars,
  };
}

const CELL = 62;

/** Does a square hold the draw? */
export const holdsDraw = (square) =>
  LIMITED[LIMITED.length - 1][LIMITED_SQUARES.indexOf(square)] === 0;

/** The square that O chooses among values: the first of the smallest. */
export const chosenAt = (depth) =>
  LIMITED_SQUARES[LIMITED[depth].indexOf(Math.min(...LIMITED[depth]))];

/** The board of the last figure, with the values of its free squares. */
export function depthPicture(depth, number) {
  const cells = [...LIMITED_BOARD].map((mark, n) => {
    const at = LIMITED_SQUARES.indexOf(n + 1);
    const [x, y] = [2 + (n % 3) * CELL, 2 + Math.floor(n / 3) * CELL];
    const isChosen = n + 1 === chosenAt(depth);
    const text =
      at < 0
        ? ["text", { class: "mark", x: x + 31, y: y + 41 }, mark]
        : [
            "text",
            { class: "value", x: x + 31, y: y + 36 },
            number(LIMITED[depth][at]),
          ];
    return [
      "g",
      { class: `number-node done ${isChosen ? "setter" : ""}` },
      ["rect", { class: "shape", x, y, width: CELL, height: CELL }],
      text,
    ];
  });
  return { width: 3 * CELL + 4, height: 3 * CELL + 4, shapes: cells };
}

// --- Before anything is done -----------------------------------------------------------

export const FIRST_CHANGED = { path: "BA", to: 2 };
export const FIRST_THRESHOLD = 4;

/** What the pictures need beside the style of a sheet. */
export const STYLE = `
  .asked .shape { stroke-width: 3; }
  .setter .shape { fill: #e2f3ed; stroke: #00785a; stroke-width: 3; }
  .changed .shape { fill: #f8e9f2; stroke: #a23c7a; stroke-width: 3; }
  .mark { font-size: 34px; font-weight: 600; }
`;

/** The pictures by the names of the figures, each with its title. */
export function stills() {
  const { book, idea, deep, board, disordered } = TREES;
  const decided = (root, isOne) =>
    lookOfDecisions(root, beginDecisions(root, isOne), isOne);
  const { path, to } = FIRST_CHANGED;
  const tree = (root, look) => ({ title: typed(root), picture: pictureOf(root, look) });
  return {
    question: tree(book, decided(book, true)),
    rising: tree(idea, lookOfRising(idea, [])),
    change: tree(book, lookOfChange(book, path, to)),
    choice: tree(book, lookOfChoice(book).look),
    cost: { title: VISITS.join(" "), picture: costPicture(9) },
    watch: tree(book, lookOfWatch(book, eventsOf(book).length)),
    deep: tree(deep, decided(deep, false)),
    bound: tree(book, lookOfBound(book, 4)),
    board: tree(board, lookOfWatch(board, eventsOf(board).length)),
    order: tree(disordered, lookOfOrder(disordered)),
    typo: tree(book, runTypo(book, "max-from-high").look),
    window: tree(book, runZeroWindow(book, FIRST_THRESHOLD).look),
    depth: { title: LIMITED_BOARD, picture: depthPicture(1, numberText) },
  };
}
