// A tree as a picture: where its nodes are, and the shapes that draw it. The same shapes are
// drawn on the page, written to a file, and shown in the essay.
//
// A shape is [tag, attributes, ...children], where a child is a shape or a text. What is known
// about a node is its look:
//   text      its value               window    [alpha, beta] as texts
//   status    waiting, current, done or skipped
//   isCut     its branch is cut       claim     a wrong value
//   tone      changed, free, setter or ""       press     what a click does

import { height, nodes } from "./tree.js";

const SLOT = 48;
const ROW = 96;
const MARGIN = { top: 26, side: 24, bottom: 44 };
const SHAPES = {
  max: "M0 -22L26 15H-26z",
  min: "M0 22L26 -15H-26z",
  leaf: "M-17 -13h34v26h-34z",
};
const FOOT = { max: 15, min: 22, leaf: 13 }; // where branches begin
const HEAD = { max: -22, min: -15, leaf: -13 }; // and end
const TEXT = { max: 9, min: 1, leaf: 5 };

const kindOf = ({ children, isMax }) => (children ? (isMax ? "max" : "min") : "leaf");

/** The room that a node needs: that of its leaves, or of its own shape and window. */
const roomOf = (node) =>
  node.children
    ? Math.max(
        SLOT * 1.6,
        node.children.reduce((sum, child) => sum + roomOf(child), 0),
      )
    : SLOT;

/** Return the place of each node by its path, and the size of the whole. */
export function layout(root) {
  const places = new Map();
  const place = (node, depth, left) => {
    const { path, children = [] } = node;
    const room = roomOf(node);
    const y = MARGIN.top + depth * ROW;
    const needed = children.reduce((sum, child) => sum + roomOf(child), 0);
    let next = left + (room - needed) / 2;
    const xs = children.map((child) => {
      const x = place(child, depth + 1, next);
      next += roomOf(child);
      return x;
    });
    const x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : left + room / 2;
    places.set(path, { x, y });
    return x;
  };
  place(root, 0, MARGIN.side);
  return {
    places,
    width: 2 * MARGIN.side + roomOf(root) + 24,
    height: MARGIN.top + height(root) * ROW + MARGIN.bottom,
  };
}

/**
 * Return the picture of a tree: its size and its shapes.
 *
 * @param {NumberNode} root
 * @param {(node: NumberNode) => Look} look
 */
export function pictureOf(root, look, { labels = true } = {}) {
  const { places, width, height: tall } = layout(root);
  const all = nodes(root);
  const looks = new Map(all.map((node) => [node.path, look(node)]));
  const branches = all
    .filter(({ path }) => path)
    .map((node) => branch(node, root, places, looks));
  const drawn = all.map((node) =>
    figure(node, places.get(node.path), looks.get(node.path), labels),
  );
  return { width, height: tall, shapes: [["g", {}, ...branches.flat()], ...drawn] };
}

function branch(node, root, places, looks) {
  const parent = node.path.slice(0, -1);
  const [from, to] = [places.get(parent), places.get(node.path)];
  // Every node above a node has the other player.
  const begins = from.y + FOOT[node.isMax ? "min" : "max"];
  const ends = to.y + HEAD[kindOf(node)];
  const { status, isCut } = looks.get(node.path);
  const line = [
    "path",
    { class: `branch ${status}`, d: `M${from.x} ${begins}L${to.x} ${ends}` },
  ];
  if (!isCut) return [line];
  const [x, y] = [(from.x + to.x) / 2, (begins + ends) / 2];
  const strokes = `M${x - 10} ${y - 1}l20 -7M${x - 10} ${y + 6}l20 -7`;
  return [line, ["path", { class: "cut-mark", d: strokes }]];
}

function figure(node, { x, y }, look, labels) {
  const { text = "", window, status, tone = "", claim, press, name, isPressed } = look;
  const kind = kindOf(node);
  const classes = `number-node ${kind} ${status} ${tone}`;
  const parts = [
    ["path", { class: "shape", d: SHAPES[kind] }],
    ["text", { class: "value", y: TEXT[kind] }, text],
  ];
  if (labels && node.path) {
    const where =
      kind === "leaf" ? { x: 0, y: 29 } : { x: -24, y: kind === "max" ? -13 : 22 };
    parts.push(["text", { class: "label", ...where }, look.label ?? node.path]);
  }
  if (window)
    parts.push(
      ["text", { class: "window", x: 27, y: -3 }, `α ${window[0]}`],
      ["text", { class: "window", x: 27, y: 11 }, `β ${window[1]}`],
    );
  if (claim !== undefined)
    parts.push([
      "text",
      { class: "claim", x: 0, y: kind === "max" ? 34 : 40 },
      `✗ ${claim}`,
    ]);
  const pressed = press && {
    role: "button",
    tabindex: "0",
    "aria-pressed": String(Boolean(isPressed)),
    "aria-label": name,
    onClick: press,
    onKeyDown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    },
  };
  return [
    "g",
    { class: classes, transform: `translate(${x} ${y})`, ...pressed },
    ...parts,
  ];
}

// --- Numbers -----------------------------------------------------------------------------

/** A number as it is printed. */
export function numberText(n) {
  if (n === Infinity) return "∞";
  if (n === -Infinity) return "−∞";
  return String(n).replace("-", "−");
}

const SIGNS = { exact: "", least: "≥ ", most: "≤ " };

export const boundText = (n, bound) => SIGNS[bound] + numberText(n);

/** Return the number of a text, with inf for infinity; null if it is none. */
export function readNumber(text) {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\u2212\u2013]/g, "-");
  if (/^\+?(inf\w*|∞|oo)$/.test(plain)) return Infinity;
  if (/^-\s*(inf\w*|∞|oo)$/.test(plain)) return -Infinity;
  return /^[+-]?\d{1,4}$/.test(plain) ? Number(plain) + 0 : null;
}

// --- What is known -------------------------------------------------------------------------

/**
 * Return the look of nodes after some events of a search. `showsLeaves` shows the leaves that
 * were not visited, as an exam does.
 */
export function knowledge(root, events, { showsLeaves = false } = {}) {
  /** @type {Map<string, any>} */
  const known = new Map(nodes(root).map(({ path }) => [path, { status: "waiting" }]));
  const windowOf = (alpha, beta) => [numberText(alpha), numberText(beta)];
  for (const event of events) {
    const { kind, node } = event;
    const mine = known.get(node.path);
    if (kind === "enter")
      Object.assign(mine, {
        status: "current",
        window: windowOf(event.alpha, event.beta),
      });
    if (kind === "leaf")
      Object.assign(mine, { status: "done", text: numberText(event.value) });
    if (kind === "back") {
      const { alpha, beta, best, isCut, rest } = event;
      const [a, b] = node.isMax
        ? [Math.max(alpha, best), beta]
        : [alpha, Math.min(beta, best)];
      Object.assign(mine, { text: numberText(best) });
      if (!isCut) mine.window = windowOf(a, b);
      if (isCut)
        for (const path of rest)
          for (const [each, its] of known)
            if (each.startsWith(path))
              Object.assign(its, { status: "skipped", isCut: each === path });
    }
    if (kind === "leave")
      Object.assign(mine, {
        status: "done",
        text: boundText(event.value, event.bound),
        window: undefined,
      });
  }
  return ({ path, children, value }) => {
    const its = known.get(path);
    if (children || its.text !== undefined) return its;
    return { ...its, text: showsLeaves ? numberText(value) : "?" };
  };
}
