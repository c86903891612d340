// A game tree with numbers at its leaves: read, written, and searched. No drawing, and no
// rules of any game.
//
// A tree is written as its leaves, with one separator per level, the lowest first:
//   3 12 8 / 2 4 6 / 14 5 2      as it is typed
//   3.12.8_2.4.6_14.5.2          the same in an address
//   3 // 2 9 / 5 7               a leaf beside a subtree of two levels
//
// An inner node is { path, isMax, children }, a leaf { path, isMax, value }. A path has one
// letter per branch: "CB" is the second child of the third one, and that is also its name.

export const MOST_LEAVES = 64;
export const MOST_LEVELS = 6;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A text that is no tree: the key of a sentence, and its parts. */
export class NoTree extends Error {
  constructor(key, parts = {}) {
    super(key);
    this.key = key;
    this.parts = parts;
  }
}

// --- Text ------------------------------------------------------------------------------

/**
 * Return the tree of a text, typed or from an address.
 *
 * @returns {NumberNode}
 */
export function parse(text, isMax = true) {
  const plain = addressForm(text);
  if (!plain) throw new NoTree("empty");
  const words = plain.split(/[._]+/);
  const odd = words.find((word) => !/^-?\d{1,3}$/.test(word));
  if (odd !== undefined)
    throw new NoTree("number", { value: odd.replaceAll("·", ".") });
  if (words.length === 1) throw new NoTree("one", { value: plain });
  if (words.length > MOST_LEAVES)
    throw new NoTree("leaves", { n: words.length, most: MOST_LEAVES });
  const root = read(plain, "", isMax);
  const levels = height(root);
  if (levels > MOST_LEVELS)
    throw new NoTree("levels", { n: levels, most: MOST_LEVELS });
  return root;
}

/** Return a text with the separators of an address; a typed 3.5 is not two numbers. */
function addressForm(text) {
  const isTyped = /[\s/]/.test(text.trim());
  return (isTyped ? text.replaceAll(".", "·") : text)
    .replaceAll(/[\u2212\u2013]/g, "-") // a minus sign, or what a word processor makes of it
    .replaceAll("/", "_")
    .replaceAll(/[\s,;._]+/g, (run) => run.replaceAll(/[^_]/g, "") || ".")
    .replaceAll(/^[._]+|[._]+$/g, "");
}

/** @type {(text: string, path: string, isMax: boolean) => NumberNode} */
function read(text, path, isMax) {
  const runs = text.match(/_+/g) ?? [];
  const most = Math.max(0, ...runs.map((run) => run.length));
  // Longer runs cannot occur; shorter ones stay inside the parts.
  const between = most ? new RegExp(`(?<!_)_{${most}}(?!_)`) : ".";
  const parts = text.split(between);
  if (parts.length === 1) return { path, isMax, value: Number(text) + 0 }; // no -0
  if (parts.length > LETTERS.length)
    throw new NoTree("branches", { n: parts.length, most: LETTERS.length });
  const children = parts.map((part, n) => read(part, path + LETTERS[n], !isMax));
  return { path, isMax, children };
}

/** Return a tree as an address has it. */
export function format(node) {
  if (!node.children) return String(node.value);
  return node.children.map(format).join("_".repeat(height(node) - 1) || ".");
}

/** Return a tree as people type it. */
export const typed = (node) =>
  format(node)
    .replaceAll(".", " ")
    .replaceAll(/_+/g, (run) => ` ${"/".repeat(run.length)} `);

// --- Parts ------------------------------------------------------------------------------

/** Return how many levels there are below a node. */
/** @type {(node: NumberNode) => number} */
export const height = ({ children }) =>
  children ? 1 + Math.max(...children.map(height)) : 0;

/** @type {(node: NumberNode) => NumberNode[]} */
export const leaves = (node) =>
  node.children ? node.children.flatMap(leaves) : [node];

/** Return a node and all below it. */
/** @type {(node: NumberNode) => NumberNode[]} */
export const nodes = (node) => [node, ...(node.children ?? []).flatMap(nodes)];

/** Return the node at a path. */
/** @type {(root: NumberNode, path: string) => NumberNode} */
export const at = (root, path) =>
  [...path].reduce((node, letter) => node.children[LETTERS.indexOf(letter)], root);

export const isBelow = (path, above) => path.startsWith(above);

/** Return the nodes above a path, from the root down. */
/** @type {(root: NumberNode, path: string) => NumberNode[]} */
export const above = (root, path) =>
  Array.from(path, (_, depth) => at(root, path.slice(0, depth)));

/**
 * Return the Minimax value. `changed` gives values to nodes by their paths, whatever is
 * below them; the branches in `skipped` are left out.
 */
export function value(node, changed = {}, skipped = new Set()) {
  if (node.path in changed) return changed[node.path];
  if (!node.children) return node.value;
  const values = node.children
    .filter(({ path }) => !skipped.has(path))
    .map((child) => value(child, changed, skipped));
  return node.isMax ? Math.max(...values) : Math.min(...values);
}

/** Return the tree of a board from the recording of its Minimax search. */
export function treeOf(recording) {
  const copy = (node, path) => {
    const { board, square, children } = node;
    const shared = { path, isMax: node.turn === "X", board, square };
    if (!children.length) return { ...shared, value: node.value };
    const below = children.map((child, n) => copy(child, path + LETTERS[n]));
    return { ...shared, children: below };
  };
  return copy(recording.root, "");
}

// --- Search -----------------------------------------------------------------------------

/** The textbook's alpha-beta, line by line: an edit replaces some of these. */
export const TEXTBOOK = {
  startOfMax: -Infinity,
  startOfMin: Infinity,
  chooseOfMax: Math.max,
  chooseOfMin: Math.min,
  isCutOfMax: (best, alpha, beta) => best >= beta,
  isCutOfMin: (best, alpha) => best <= alpha,
  windowOfMax: (alpha, beta) => [alpha, beta],
  windowOfMin: (alpha, beta) => [alpha, beta],
  returned: (best) => best,
};

const NEVER = { isCutOfMax: () => false, isCutOfMin: () => false };

/** The rules by name. A rule with a fixed window compares with the ends of the range only. */
export const METHODS = {
  minimax: { ...TEXTBOOK, ...NEVER, narrows: false },
  "stop-at-win": { ...TEXTBOOK, narrows: false, startsInRange: true },
  alphabeta: TEXTBOOK,
  // A course may forbid the cut on equality.
  beyond: {
    ...TEXTBOOK,
    isCutOfMax: (best, alpha, beta) => best > beta,
    isCutOfMin: (best, alpha) => best < alpha,
  },
};

const OPEN = { low: -Infinity, high: Infinity };

/**
 * Return what a search does, as events:
 *   enter  a node               alpha, beta
 *   leaf   a leaf is visited    value
 *   back   a child came back    child, got, best, alpha, beta, limit, isCut, rest, isLast
 *   leave  a node               value, and its bound as far as the visits prove it
 * `changed` replaces leaves; `windows` replaces what a node is given, which is a mistake.
 * `range` is the range that values are known to have; on boards it is -1 to 1.
 */
export function search(
  root,
  {
    rule = TEXTBOOK,
    changed = {},
    windows = {},
    range = OPEN,
  } = /** @type {any} */ ({}),
) {
  /** @type {TreeEvent[]} */
  const events = [];
  const visit = (node, alpha, beta) => {
    if (!node.children) {
      const found = changed[node.path] ?? node.value;
      events.push({ kind: "leaf", node, value: found });
      return { value: found, low: found, high: found };
    }
    if (node.path in windows) [alpha, beta] = windows[node.path];
    events.push({ kind: "enter", node, alpha, beta });
    const { isMax, children } = node;
    const choose = isMax ? rule.chooseOfMax : rule.chooseOfMin;
    const exact = isMax ? Math.max : Math.min; // bounds are facts, whatever the rule
    const none = isMax ? -Infinity : Infinity;
    let [best, low, high] = [isMax ? rule.startOfMax : rule.startOfMin, none, none];
    for (const [n, child] of children.entries()) {
      const handed = (isMax ? rule.windowOfMax : rule.windowOfMin)(alpha, beta);
      const { value: got, ...proven } = visit(child, ...handed);
      best = choose(best, got);
      [low, high] = [exact(low, proven.low), exact(high, proven.high)];
      const isCut = (isMax ? rule.isCutOfMax : rule.isCutOfMin)(best, alpha, beta);
      const rest = children.slice(n + 1).map(({ path }) => path);
      const isLast = rest.length === 0;
      const limit = isMax ? beta : alpha;
      const known = { got, bound: boundOf(got, proven), best, alpha, beta, limit };
      events.push({
        kind: "back",
        node,
        child,
        ...known,
        isCut: isCut && !isLast,
        rest,
        isLast,
      });
      if (isCut && !isLast) [low, high] = isMax ? [low, range.high] : [range.low, high];
      if (isCut) break;
      if (rule.narrows ?? true)
        [alpha, beta] = isMax
          ? [Math.max(alpha, best), beta]
          : [alpha, Math.min(beta, best)];
    }
    const returned = rule.returned(best, alpha, beta);
    events.push({
      kind: "leave",
      node,
      value: returned,
      bound: boundOf(returned, { low, high }),
    });
    return { value: returned, low, high };
  };
  const { low, high } = rule.startsInRange ? range : OPEN;
  visit(root, low, high);
  return events;
}

/** Return what a value is, if the true one is known to be from low to high. */
function boundOf(found, { low, high }) {
  if (low === high) return "exact";
  return found === low ? "least" : "most";
}

export const leavesVisited = (events) =>
  events.filter(({ kind }) => kind === "leaf").map(({ node }) => node);

/** Return what a search returns for the root. */
export const resultOf = (events) => events.at(-1).value;
