// The judge of a student who takes the place of a search: what each step asks, whether an
// answer is right, and why not. Nothing here tells a leaf that was not visited yet: a wrong
// answer is refuted by values that such leaves could have. The tests attack every promise
// by brute force.

import {
  above,
  at,
  isBelow,
  leaves,
  leavesVisited,
  METHODS,
  resultOf,
  search,
  value,
} from "./tree.js";

export const SKILLS = [
  "value",
  "go-on",
  "alpha-cut",
  "beta-cut",
  "equality",
  "deep-cut",
  "hand-down",
];

/** What is asked: the decisions only, the values too, or alpha and beta as well. */
export const ASKS = ["decisions", "values", "windows"];

/**
 * Return the questions of a tree in their order, each with what is known at that moment:
 *   window   alpha and beta, on entering an inner node below the root
 *   back     the node's value so far and, if branches are left, whether to cut them
 * `seen` holds the paths of the visited leaves, `sofar` the values so far of open nodes.
 */
/** @type {(root: NumberNode, how?: { method?: string, ask?: string, range?: Range }) => any[]} */
export function questions(root, { method = "alphabeta", ask = "windows", range } = {}) {
  const seen = new Set();
  const sofar = new Map();
  const asked = [];
  const rule = METHODS[method];
  for (const [index, event] of search(root, { rule, range }).entries()) {
    const { kind, node } = event;
    if (kind === "leaf") seen.add(node.path);
    if (kind === "leave") sofar.delete(node.path);
    if (kind === "back") sofar.set(node.path, event.best);
    if (!isAsked(event, method, ask)) continue;
    const known = { seen: new Set(seen), sofar: new Map(sofar), method, index };
    const step = { ...event, ...known, kind: kind === "back" ? "back" : "window" };
    asked.push({ ...step, skill: skillOf(root, step) });
  }
  return asked;
}

/** @type {(event: any, method: string, ask: string) => boolean} */
function isAsked({ kind, alpha, beta, isLast }, method, ask) {
  if (kind === "back") return ask !== "decisions" || !isLast;
  // On the way to the first leaf there is nothing to hand down.
  const isTelling = Number.isFinite(alpha) || Number.isFinite(beta);
  return kind === "enter" && ask === "windows" && isNarrowing(method) && isTelling;
}

/** Must the student decide here whether to go on? */
export const isDecision = ({ kind, isLast, method }) =>
  kind === "back" && !isLast && method !== "minimax";

// --- What a step practises ---------------------------------------------------------------

/** Does a search hand alpha and beta down? */
export const isNarrowing = (method) => ["alphabeta", "beyond"].includes(method);

/** Return a skill; null for a decision that has nothing to do with alpha and beta. */
function skillOf(root, step) {
  if (step.kind === "window") return "hand-down";
  if (!isDecision(step)) return "value";
  if (!isNarrowing(step.method)) return null;
  if (step.best === step.limit) return "equality"; // a cut or not: it depends on the course
  if (!step.isCut) return "go-on";
  if (isDeep(step)) return "deep-cut";
  return step.node.isMax ? "beta-cut" : "alpha-cut";
}

/** Would the parent's own value so far not justify this cut? */
function isDeep({ node, best, sofar }) {
  const own = sofar.get(node.path.slice(0, -1));
  if (own === undefined) return node.path !== "";
  return node.isMax ? best < own : best > own;
}

/** Return the path of the node whose value so far is the limit: the nearest to the root. */
export function setterOf(root, { node, limit, sofar }) {
  const found = above(root, node.path).find(
    ({ path, isMax }) => isMax !== node.isMax && sofar.get(path) === limit,
  );
  return found?.path ?? null;
}

// --- Go on or cut ------------------------------------------------------------------------

/**
 * Judge a decision. The verdict is
 *   right      what the method does
 *   safe       a cut that changes no result, but that the method does not make
 *   wasteful   no cut where the method makes one
 *   wrong      a cut that some values of leaves not visited yet refute
 */
export function judgeDecision(root, step, isCut, range) {
  if (isCut === step.isCut) return { verdict: "right", setter: setterOf(root, step) };
  if (!isCut) {
    const saved = step.rest.flatMap((path) => leaves(at(root, path))).length;
    return { verdict: "wasteful", setter: setterOf(root, step), saved };
  }
  const refutation = refuteCut(root, step, range);
  return refutation ? { verdict: "wrong", refutation } : { verdict: "safe" };
}

const ANY = { low: -Infinity, high: Infinity };

/**
 * Return values of some branches that nobody has visited, for which the cut returns a
 * wrong result whatever the other branches are worth; null if there are none.
 *   changed          value by path
 *   free             the paths of the other branches that nobody has visited
 *   truth, claimed   what the root is worth, and what the search would return: [least, most]
 *
 * Why none is missed: the root's value never falls if a leaf rises. If any values refute
 * the cut, those do that make the skipped branches as good for the player to move as the
 * limit allows, and all later branches of the nodes above useless to their players.
 */
export function refuteCut(root, step, range) {
  const { node, rest, limit, best, seen } = step;
  const tried = range ?? rangeOf(root, step);
  const good = node.isMax ? tried.high : tried.low;
  const near = Number.isFinite(limit) && limit !== best ? limit : good;
  const changed = {};
  for (const { path } of unseenBranches(root, seen))
    changed[path] = rest.includes(path) ? near : uselessValue(root, path, tried);
  const skipped = new Set(rest);
  const { low, high } = range ?? ANY;
  /** The results as the branches in `free` take every value of the range. */
  const outcomes = (free) => {
    const withAll = (extreme) => {
      const all = { ...changed };
      for (const path of free) all[path] = extreme;
      return { truth: value(root, all), claimed: value(root, all, skipped) };
    };
    const [least, most] = [withAll(low), withAll(high)];
    return {
      truth: [least.truth, most.truth],
      claimed: [least.claimed, most.claimed],
      // The result is wrong in the same direction, whatever the free branches are worth.
      isWrong: most.truth < least.claimed || least.truth > most.claimed,
    };
  };
  const free = new Set();
  if (!outcomes(free).isWrong) return null;
  for (const path of Object.keys(changed).reverse()) {
    free.add(path);
    if (!outcomes(free).isWrong) free.delete(path);
  }
  const { truth, claimed } = outcomes(free);
  for (const path of free) delete changed[path];
  return { changed, free: [...free], truth, claimed };
}

/** Return the largest branches in which nothing has been visited. */
export function unseenBranches(node, seen) {
  if (!leaves(node).some(({ path }) => seen.has(path))) return [node];
  return (node.children ?? []).flatMap((child) => unseenBranches(child, seen));
}

/** The value with which a player will not choose a branch. */
const uselessValue = (root, path, { low, high }) =>
  at(root, path.slice(0, -1)).isMax ? low : high;

/**
 * Return a range of values that reaches beyond all that is known at a step. It does not
 * depend on leaves that were not visited, because its ends are shown.
 */
export function rangeOf(root, { seen, alpha, beta }) {
  const numbers = leaves(root)
    .filter(({ path }) => seen.has(path))
    .map((leaf) => leaf.value);
  const known = [...numbers, alpha, beta].filter(Number.isFinite);
  return { low: Math.min(...known) - 1, high: Math.max(...known) + 1 };
}

// --- A value so far ----------------------------------------------------------------------

/**
 * Judge a value so far. A fail-hard search returns alpha or beta instead of a value outside
 * of its window: that is accepted, with a note.
 */
export function judgeValue(step, answer) {
  const { node, child, got, best, alpha, beta } = step;
  if (answer === best) return { verdict: "right", isHard: false };
  if (answer === Math.max(alpha, Math.min(best, beta)))
    return { verdict: "right", isHard: true };
  if (answer === got) return { verdict: "wrong", why: "last-child" };
  const before = node.children.slice(0, node.children.indexOf(child) + 1);
  const numbers = before.filter(({ children }) => !children).map((leaf) => leaf.value);
  const other = node.isMax ? Math.min(...numbers) : Math.max(...numbers);
  const isOther = numbers.length > 0 && answer === other;
  return { verdict: "wrong", why: isOther ? "other-player" : "unknown" };
}

// --- Alpha and beta ----------------------------------------------------------------------

/** Judge alpha and beta on entering a node, and name the mistake if a known rule makes it. */
export function judgeWindow(root, step, answer) {
  const { alpha, beta } = step;
  if (answer.alpha === alpha && answer.beta === beta) return { verdict: "right" };
  const known = Object.entries(WINDOW_MISTAKES).find(([, mistake]) => {
    const window = mistake(root, step);
    return window.alpha === answer.alpha && window.beta === answer.beta;
  });
  const why = known ? known[0] : "unknown";
  const isEmpty = answer.alpha >= answer.beta;
  const isWider = answer.alpha <= alpha && answer.beta >= beta;
  if (isWider)
    return {
      verdict: "wrong",
      why,
      isEmpty,
      isWider,
      extra: extraLeaves(root, step, answer),
    };
  const refutation = refuteWindow(root, step, answer);
  return { verdict: "wrong", why, isEmpty, isWider, refutation };
}

const WHOLE = { alpha: -Infinity, beta: Infinity };

/** Ways to get a window wrong: each is a rule that answers the same question. */
/** @type {Record<string, (root: NumberNode, step: any) => { alpha: number, beta: number }>} */
const WINDOW_MISTAKES = {
  "not-handed-down": () => WHOLE,
  "parent-only": (root, { node, sofar }) => {
    const parent = at(root, node.path.slice(0, -1));
    const own = sofar.get(parent.path);
    if (own === undefined) return WHOLE;
    return parent.isMax ? { ...WHOLE, alpha: own } : { ...WHOLE, beta: own };
  },
  exchanged: (_, { alpha, beta }) => ({ alpha: beta, beta: alpha }),
  negamax: (_, { alpha, beta }) => ({ alpha: -beta, beta: -alpha }),
  "last-leaf": (root, { seen, node }) => {
    const last = leaves(root).findLast(({ path }) => seen.has(path))?.value;
    return node.isMax ? { ...WHOLE, beta: last } : { ...WHOLE, alpha: last };
  },
};

/** Return how many more leaves of this very tree a window makes the search visit. */
function extraLeaves(root, { node, method }, { alpha, beta }) {
  const count = (windows) =>
    leavesVisited(search(root, { rule: METHODS[method], windows })).length;
  return count({ [node.path]: [alpha, beta] }) - count({});
}

/**
 * Return values of all leaves that nobody has visited, for which a search with a wrong
 * window returns a wrong result: { changed, truth, claimed }. Null if none was found, which
 * proves nothing: what is tried are two values at a time, one up to some leaf, one after it.
 */
export function refuteWindow(root, step, { alpha, beta }) {
  const { node, seen, method } = step;
  const rule = METHODS[method];
  const range = rangeOf(root, { ...step, alpha, beta });
  const known = [step.alpha, step.beta, alpha, beta].filter(Number.isFinite);
  const near = known.flatMap((n) => [n - 1, n, n + 1]);
  const numbers = [...new Set([range.low, ...near, range.high])];
  const unseen = leaves(root).filter(({ path }) => !seen.has(path));
  const below = unseen.filter(({ path }) => isBelow(path, node.path));
  const useless = {};
  for (const { path } of unseen)
    if (!isBelow(path, node.path)) {
      const depth = [...path].findIndex((letter, n) => letter !== node.path[n]);
      useless[path] = uselessValue(root, path.slice(0, depth + 1), range);
    }
  const windows = { [node.path]: [alpha, beta] };
  for (let many = 1; many <= below.length; many++)
    for (const first of numbers)
      for (const then of numbers) {
        const changed = { ...useless };
        for (const [n, { path }] of below.entries())
          changed[path] = n < many ? first : then;
        const truth = value(root, changed);
        const claimed = resultOf(search(root, { rule, changed, windows }));
        if (claimed !== truth) return { changed, truth, claimed };
      }
  return null;
}

// --- A whole sheet -----------------------------------------------------------------------

/**
 * Judge the branches that a student has crossed out on a sheet, where the search of the
 * method stands when it decides about them. Return a list of
 *   { path, verdict, step }   right, safe or wrong for a branch that was crossed out,
 *                             wasteful for one that was not
 */
/** @type {(root: NumberNode, crossed: string[], how?: { method?: string, range?: Range }) => any[]} */
export function judgeSheet(root, crossed, { method = "alphabeta", range } = {}) {
  const decisions = questions(root, { method, ask: "decisions", range });
  const found = [];
  for (const path of crossed) {
    // A branch below one that is skipped anyway, or crossed out itself, says nothing more.
    if (above(root, path).some((node) => crossed.includes(node.path))) continue;
    const step = decisions.findLast(({ rest }) => rest.includes(path));
    if (!step) {
      const isSkipped = decisions.some(
        ({ isCut, rest }) => isCut && rest.some((each) => isBelow(path, each)),
      );
      found.push({ path, verdict: isSkipped ? "right" : "first-branch", step: null });
      continue;
    }
    const cutAlone = { ...step, rest: [path] };
    const { verdict, refutation } = step.isCut
      ? { verdict: "right" }
      : judgeDecision(root, cutAlone, true, range);
    found.push({ path, verdict, refutation, step: cutAlone });
  }
  for (const step of decisions.filter(({ isCut }) => isCut)) {
    const left = step.rest.filter((path) => !isCrossedOut(path, crossed));
    if (left.length) found.push({ path: left[0], verdict: "wasteful", step, left });
  }
  return found;
}

const isCrossedOut = (path, crossed) => crossed.some((each) => isBelow(path, each));
