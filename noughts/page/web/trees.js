// Trees in SVG: all of a small one, or the way down a large one, a row for each choice.

import { s } from "./dom.js";
import { board30 } from "./figures.js";
import { place } from "./layout.js";
import { say, shortCount } from "./language.js";
import { boundWord } from "./narration.js";
import { BOUNDS, number, valueClass } from "./signs.js";
import { other } from "./marks.js";

const LEGIBLE = 20 / 12; // from the size of the texts of a tree to 20 pixels

/** The room for a drawing, in its own units: large where there is much of it. */
export function roomOf(box, above = 0, present = false) {
  const height = Math.max(0, box.clientHeight - above); // none, while it is hidden
  const scale = present ? LEGIBLE : Math.max(1, Math.min(height / 420, 1.5));
  return { width: box.clientWidth / scale, height: height / scale, scale };
}

// --- The way down -----------------------------------------------------------
// One position of a row is open at a time: never more than nine rows of nine boards.

const ROOMY = { head: 22, fan: 26, foot: 18, board: 52 };
const TIGHT = { head: 16, fan: 12, foot: 14, board: 24 }; // no smaller, to be legible
const MARGIN = 4;
const GAP = 5; // between two texts, at least
const LETTER = 7; // the width of a digit, in the size of the texts of a tree

const pitch = (size) => size.head + size.fan + size.foot + size.board;

/** The measures of rows for a height: roomy, or as tight as it takes. */
function measures(rows, height) {
  const room = (height - MARGIN * 2) / (rows + 0.5);
  const share = Math.min(1, (room - pitch(TIGHT)) / (pitch(ROOMY) - pitch(TIGHT)));
  const between = (name) =>
    TIGHT[name] + (ROOMY[name] - TIGHT[name]) * Math.max(0, share);
  return Object.fromEntries(Object.keys(ROOMY).map((name) => [name, between(name)]));
}

/** The picture: rows from the first position down. `caption`: of a search under way. */
export function pathTree(rows, { width, height = Infinity, caption, scale }) {
  const wide = Math.max(260, Math.min(width, 860));
  const all = rows.filter((row) => row.children.length);
  const fit = Math.max(1, Math.floor(height / pitch(TIGHT) - 0.5));
  const hidden = Math.max(0, all.length - fit); // the view follows the search down
  const shown = all.slice(hidden);
  const size = height === Infinity ? ROOMY : measures(shown.length, height);
  const layers = { lines: [], best: [], texts: [], nodes: [] };
  const root = (shown[0] ?? rows.at(-1)).board;
  layers.nodes.push(rootNode(root, wide, size.board));
  let parent = { x: wide / 2, bottom: MARGIN + size.board };
  shown.forEach((row, depth) => {
    const path = all.slice(0, depth + hidden).map((each) => each.open);
    const places = spread(row.children.length, parent, wide, size);
    const stem = `M${parent.x} ${parent.bottom}V${parent.bottom + size.head}`;
    layers.lines.push(s("path", { class: "branch", d: stem }));
    layers.texts.push(head(row, parent, wide, caption));
    row.children.forEach((child, n) => {
      const start = { x: parent.x, y: parent.bottom + size.head };
      const line = branch(child, start, { x: places[n].x, y: places[n].top - 1 });
      layers[child.isBest ? "best" : "lines"].push(line);
      layers.nodes.push(
        rowNode(child, row, [...path, child.square], places[n], caption),
      );
    });
    const next = row.children.findIndex((child) => child.square === row.open);
    const { x, top } = places[Math.max(next, 0)];
    parent = { x, bottom: top + places[0].size + size.foot };
  });
  return picture(wide, parent.bottom + MARGIN, layers, caption, scale);
}

/** A drawing; of a search under way it is one picture, else a group of buttons. */
function picture(width, height, layers, caption, scale = 1) {
  const name = caption
    ? { role: "img", "aria-label": caption }
    : { role: "group", "aria-label": say("tab.tree") };
  const viewBox = `0 0 ${width} ${height}`;
  const box = { viewBox, width: width * scale, height: height * scale };
  return s("svg", { class: "tree", ...box, ...name }, Object.values(layers));
}

/** Where the boards of a row stand: below their parent, as far as the width allows. */
function spread(length, parent, wide, size) {
  const slot = Math.min(size.board * 1.7, (wide - 2 * MARGIN) / length);
  const side = Math.min(size.board, slot - 7);
  const all = slot * length;
  const left = Math.max(MARGIN, Math.min(wide - MARGIN - all, parent.x - all / 2));
  const top = parent.bottom + size.head + size.fan;
  return Array.from({ length }, (_, n) => ({
    x: left + slot * (n + 0.5),
    top,
    size: side,
    slot,
  }));
}

const rootNode = (board, wide, size) =>
  s(
    "g",
    {
      class: "node",
      transform: `translate(${(wide - size) / 2} ${MARGIN}) scale(${size / 30})`,
    },
    board30(board),
  );

function branch({ status, isBest }, from, to) {
  const middle = (from.y + to.y) / 2;
  const d = `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
  return s("path", { d, class: `branch ${status} ${isBest ? "best" : ""}` });
}

/** Whose choice a row is, and in a search what the players are sure of elsewhere. */
function head(row, parent, wide, caption) {
  const isLeft = parent.x > wide / 2; // beside the stem, where there is more room
  const window = `α ${number(row.alpha)}  β ${number(row.beta)}`;
  const { value, sign, limit } = row.cut ?? {};
  return s(
    "text",
    {
      class: "head",
      x: parent.x + (isLeft ? -10 : 10),
      y: parent.bottom + 14,
      "text-anchor": isLeft ? "end" : "start",
    },
    s("tspan", { class: row.turn.toLowerCase() }, row.turn),
    ` ${row.turn === "X" ? "max" : "min"}`,
    caption && row.bounded ? s("tspan", { class: "window", dx: 8 }, window) : null,
    row.cut
      ? s(
          "tspan",
          { class: "cut", dx: 8 },
          `${number(value)} ${sign} ${number(limit)} ✂`,
        )
      : null,
  );
}

function rowNode(child, row, path, { x, top, size, slot }, caption) {
  const isOpen = row.open === child.square;
  const classes = [
    "node",
    child.status,
    isOpen ? "open" : "",
    child.isBest ? "best" : "",
  ];
  const valued = child.value === undefined ? "" : valueClass(child.value);
  const text = below(child);
  const where = { x: size / 2, y: size + 13, ...squeezed(text, slot - GAP) };
  return s(
    "g",
    {
      class: classes.join(" "),
      transform: `translate(${x - size / 2} ${top})`,
      ...(caption ? {} : opening(child, row, path, isOpen)),
    },
    ring(size, 2.5),
    s("g", { transform: `scale(${size / 30})` }, board30(child.board, child.square)),
    s("text", { class: `value ${valued}`, ...where }, text),
  );
}

const ring = (size, gap) =>
  s("rect", {
    class: "ring",
    x: -gap,
    y: -gap,
    width: size + 2 * gap,
    height: size + 2 * gap,
    rx: 6,
  });

function opening(child, row, path, isOpen) {
  const canOpen = child.status === "done" && !child.over;
  const isFirst = path.length === 1 && child === row.children[0];
  return {
    role: "button",
    tabindex: isFirst ? 0 : -1,
    "aria-label": label(child, row.turn),
    "aria-expanded": canOpen ? String(isOpen) : null,
    "aria-disabled": canOpen ? null : "true",
    "data-path": path.join(""),
    "data-key": path.join(""),
  };
}

/** What stands below a position: its text, which may be empty, or what is known of it. */
export function below(child) {
  if (child.text !== undefined) return child.text;
  if (child.status !== "done")
    return { current: "…", skipped: "✂", waiting: "" }[child.status];
  if (child.value === undefined) return shortCount(child.positions);
  return BOUNDS[child.bound] + number(child.value);
}

/** How a text is made to fit where it would run into its neighbours: "1,3 mil". */
export const squeezed = (text, room) =>
  text.length * LETTER > room
    ? { textLength: room, lengthAdjust: "spacingAndGlyphs" }
    : {};

/** A position of a tree in words. */
export function label(child, mark) {
  const parts = [say("node.name", { mark, square: child.square })];
  const { value, bound, positions, status } = child;
  if (value !== undefined)
    parts.push(say("node.value", { bound: boundWord(bound), value: number(value) }));
  if (status === "done") parts.push(say("positions", { n: positions }));
  else parts.push(say(`node.${status}`));
  if (child.isBest) parts.push(say("best"));
  if (child.over) parts.push(say("node.last"));
  return parts.join(", ");
}

// --- All of it --------------------------------------------------------------

/**
 * A whole tree. `look(node)` says of each position its status (waiting, current, done,
 * skipped), value and bound, and whether it is the best or has just been valued. A
 * `plain` one does not say max and min, for those who do not know yet.
 */
export function wholeTree(
  root,
  look,
  { width, height, caption, scale, arrow, pointed, plain },
) {
  const rows = place(root, width, height);
  const layers = {
    lines: [],
    best: [],
    nodes: [],
    texts: rows.map((row) => rowHead(row, plain)),
    over: [],
  };
  const drawn = new Map();
  for (const row of rows)
    for (const node of row) {
      const seen = look(node);
      drawn.set(node.path.join(""), { node, seen });
      for (const child of node.children) {
        const how = look(child);
        const line = branch(how, foot(node), { x: child.x, y: child.y - 1 });
        layers[how.isBest ? "best" : "lines"].push(line);
      }
      layers.nodes.push(wholeNode(node, seen));
    }
  if (arrow) layers.over.push(cutArrow(drawn, arrow));
  if (pointed && drawn.has(pointed))
    layers.over.push(loupe(drawn.get(pointed), width, height));
  return picture(width, height, layers, caption, scale);
}

const foot = ({ x, y, size, kind }) => ({
  x,
  y: y + size + (kind === "board" ? 13 : 1),
});

const rowHead = (row, plain) => {
  const chooser = row.find((node) => node.children.length);
  if (!chooser) return null;
  const { turn, y, size, kind } = chooser;
  const line = kind === "board" ? y + size / 2 + 4 : y + 8;
  return s(
    "text",
    { class: "head", x: 0, y: line },
    s("tspan", { class: turn.toLowerCase() }, turn),
    plain ? null : ` ${turn === "X" ? "max" : "min"}`,
  );
};

function wholeNode(node, seen) {
  const { x, y, size, kind } = node;
  const valued = seen.value === undefined ? "" : valueClass(seen.value);
  const classes = ["node", kind, seen.status, valued, seen.isBest ? "best" : ""];
  if (seen.isNew) classes.push("new");
  if (seen.isChoice) classes.push("choice");
  return s(
    "g",
    {
      class: classes.join(" "),
      transform: `translate(${x - size / 2} ${y})`,
      "data-node": node.path.join(""),
    },
    FIGURES[kind](node, seen, valued),
  );
}

const FIGURES = {
  board: (node, seen, valued) => [
    ring(node.size, 2),
    s("g", { transform: `scale(${node.size / 30})` }, board30(node.board, node.square)),
    s(
      "text",
      { class: `value ${valued}`, x: node.size / 2, y: node.size + 12 },
      below(seen),
    ),
  ],
  mark: (node) => [
    s("circle", { class: "dot", cx: node.size / 2, cy: node.size / 2, r: 4 }),
    s(
      "text",
      { class: "tiny", x: node.size / 2, y: node.size + 8 },
      String(node.square),
    ),
  ],
  dot: (node) =>
    s("circle", { class: "dot", cx: node.size / 2, cy: node.size / 2, r: 2 }),
};

/** From the position that set the limit to what was cut because of it. */
function cutArrow(drawn, { from, to }) {
  const [start, end] = [drawn.get(from.join("")), drawn.get(to.join(""))];
  if (!start || !end) return null;
  const [a, b] = [start.node, end.node];
  const side = Math.sign(b.x - a.x) || 1;
  const [x1, y1] = [a.x + (side * a.size) / 2 + side * 2, a.y + a.size / 2];
  const [x2, y2] = [b.x - (side * b.size) / 2 - side * 4, b.y + b.size / 2];
  const lift = Math.min(y1, y2) - 18;
  const d = `M${x1} ${y1}C${(x1 + x2) / 2} ${lift} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
  const tip = `M${x2 - side * 6} ${y2 - 4}L${x2} ${y2}L${x2 - side * 6} ${y2 + 4}`;
  return s("g", { class: "arrow" }, s("path", { d }), s("path", { d: tip }));
}

/** A small position, large. */
function loupe({ node, seen }, width, height) {
  const [wide, tall] = [84, 100];
  const x = Math.max(2, Math.min(node.x - wide / 2, width - wide - 2));
  const above = node.y - tall - 6;
  const y = above > 0 ? above : Math.min(node.y + node.size + 18, height - tall - 2);
  const valued = seen.value === undefined ? "" : valueClass(seen.value);
  const text = node.square
    ? `${other[node.turn]} ${node.square}: ${below(seen)}`
    : below(seen);
  return s(
    "g",
    { class: "loupe", transform: `translate(${x} ${y})` },
    s("rect", { class: "card", width: wide, height: tall, rx: 8 }),
    s(
      "g",
      { transform: "translate(9 8) scale(2.2)" },
      board30(node.board, node.square),
    ),
    s("text", { class: `value ${valued}`, x: wide / 2, y: tall - 9 }, text),
  );
}
