// Trees in SVG: the whole of a small tree, or one path down a large one.

import * as act from "./actions.js";
import { Board30 } from "./figures.js";
import { moveOverTree } from "./keys.js";
import { place } from "./layout.js";
import { say } from "./language.js";
import { BOUNDS, number, other, valueClass } from "./marks.js";
import { boundWord } from "./narration.js";
import { html, useLayoutEffect, useMemo, useRef } from "./vendor/htm-preact.js";

const LEGIBLE = 20 / 12; // scales the text of a tree to 20 pixels

/** The SVG element: an image if it has a caption, or else a group of buttons. */
function Picture({ width, height, scale = 1, caption, children, ...more }) {
  const name = caption
    ? { role: "img", "aria-label": caption }
    : { role: "group", "aria-label": say("tab.tree") };
  return html`
    <svg class="tree" viewBox=${`0 0 ${width} ${height}`} width=${width * scale}
      height=${height * scale} ...${name} ...${more}>
      ${children}
    </svg>
  `;
}

function Branch({ seen: { status, isBest }, from, to }) {
  const middle = (from.y + to.y) / 2;
  const d = `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
  return html`<path d=${d} class=${`branch ${status} ${isBest ? "best" : ""}`} />`;
}

const Ring = ({ size, gap }) => html`
  <rect class="ring" x=${-gap} y=${-gap} width=${size + 2 * gap}
    height=${size + 2 * gap} rx="6" />
`;

const ScaledBoard = ({ size, board, last }) => html`
  <g transform=${`scale(${size / 30})`}><${Board30} board=${board} last=${last} /></g>
`;

/** The text below a position. */
export function below(seen) {
  if (seen.text !== undefined) return seen.text;
  if (seen.status !== "done")
    return { current: "…", skipped: "✂", waiting: "" }[seen.status];
  return BOUNDS[seen.bound ?? "exact"] + number(seen.value);
}

// --- One path ---------------------------------------------------------------
// Each row has one open position: at most nine rows of nine boards.

const ROOMY = { head: 22, fan: 26, foot: 18, board: 52 };
const TIGHT = { head: 16, fan: 12, foot: 14, board: 24 }; // still legible
const MARGIN = 4;

const pitch = (size) => size.head + size.fan + size.foot + size.board;

/** The measures that fit the rows into a height. */
function measures(rows, height) {
  if (height === Infinity) return ROOMY;
  const room = (height - MARGIN * 2) / (rows + 0.5);
  const share = Math.min(1, (room - pitch(TIGHT)) / (pitch(ROOMY) - pitch(TIGHT)));
  const between = (name) =>
    TIGHT[name] + (ROOMY[name] - TIGHT[name]) * Math.max(0, share);
  return Object.fromEntries(Object.keys(ROOMY).map((name) => [name, between(name)]));
}

/** Rows from the first position down; with a caption, it is an image. */
export function PathTree({ rows, width, height = Infinity, caption, scale }) {
  const wide = Math.max(260, Math.min(width, 860));
  const all = rows.filter((row) => row.children.length);
  const fit = Math.max(1, Math.floor(height / pitch(TIGHT) - 0.5));
  const hidden = Math.max(0, all.length - fit); // scrolled out at the top
  const shown = all.slice(hidden);
  const size = measures(shown.length, height);
  const layers = { lines: [], best: [], texts: [], nodes: [] };
  let parent = { x: wide / 2, bottom: MARGIN + size.board };
  shown.forEach((row, depth) => {
    const path = all.slice(0, depth + hidden).map((each) => each.open);
    const places = spread(row.children.length, parent, wide, size);
    const start = { x: parent.x, y: parent.bottom + size.head };
    const stem = `M${start.x} ${parent.bottom}V${start.y}`;
    layers.lines.push(html`<path class="branch" d=${stem} />`);
    layers.texts.push(
      html`<${RowHead} row=${row} parent=${parent} wide=${wide} caption=${caption} />`,
    );
    row.children.forEach((child, n) => {
      const { x, top } = places[n];
      layers[child.isBest ? "best" : "lines"].push(
        html`<${Branch} seen=${child} from=${start} to=${{ x, y: top - 1 }} />`,
      );
      const here = [...path, child.square];
      layers.nodes.push(
        html`<${RowNode} key=${here.join("")} child=${child} row=${row} path=${here}
          place=${places[n]} caption=${caption} />`,
      );
    });
    const next = row.children.findIndex((child) => child.square === row.open);
    const { x, top } = places[Math.max(next, 0)];
    parent = { x, bottom: top + places[0].size + size.foot };
  });
  const root = (shown[0] ?? rows.at(-1)).board;
  return html`
    <${Picture} width=${wide} height=${parent.bottom + MARGIN} scale=${scale}
      caption=${caption} onKeyDown=${caption ? undefined : moveOverTree}>
      <g>${layers.lines}</g><g>${layers.best}</g><g>${layers.texts}</g>
      <g>
        <g class="node" transform=${`translate(${(wide - size.board) / 2} ${MARGIN})`}>
          <${ScaledBoard} size=${size.board} board=${root} />
        </g>
        ${layers.nodes}
      </g>
    <//>
  `;
}

/** Place the boards of a row below their parent, within the width. */
function spread(length, parent, wide, size) {
  const slot = Math.min(size.board * 1.7, (wide - 2 * MARGIN) / length);
  const side = Math.min(size.board, slot - 7);
  const all = slot * length;
  const left = Math.max(MARGIN, Math.min(wide - MARGIN - all, parent.x - all / 2));
  const top = parent.bottom + size.head + size.fan;
  const x = (n) => left + slot * (n + 0.5);
  return Array.from({ length }, (_, n) => ({ x: x(n), top, size: side }));
}

const Chooser = ({ turn }) => html`
  <tspan class=${turn.toLowerCase()}>${turn}</tspan>${` ${turn === "X" ? "max" : "min"}`}
`;

/** Whose choice a row is, with alpha and beta. */
function RowHead({ row, parent, wide, caption }) {
  const isLeft = parent.x > wide / 2; // on the side with more room
  const { value, sign, limit } = row.cut ?? {};
  return html`
    <text class="head" x=${parent.x + (isLeft ? -10 : 10)} y=${parent.bottom + 14}
      text-anchor=${isLeft ? "end" : "start"}>
      <${Chooser} turn=${row.turn} />
      ${
        caption &&
        row.isBounded &&
        html`<tspan class="window" dx="8">
        ${`α ${number(row.alpha)}  β ${number(row.beta)}`}</tspan>`
      }
      ${
        row.cut &&
        row.isBounded &&
        html`<tspan class="cut" dx="8">
        ${`${number(value)} ${sign} ${number(limit)} ✂`}</tspan>`
      }
    </text>
  `;
}

function RowNode({ child, row, path, place: { x, top, size }, caption }) {
  const isOpen = row.open === child.square;
  const canOpen = child.status === "done" && !child.over;
  const more = `${child.isBest ? "best" : ""} ${child.isWrong ? "wrong" : ""}`;
  const classes = `node ${child.status} ${isOpen ? "open" : ""} ${more}`;
  const isFirst = path.length === 1 && child === row.children[0];
  const opening = !caption && {
    role: "button",
    tabindex: isFirst ? "0" : "-1",
    "aria-label": label(child, row.turn),
    "aria-expanded": canOpen ? String(isOpen) : undefined,
    "aria-disabled": canOpen ? undefined : "true",
    "data-path": path.join(""),
    onClick: () => canOpen && act.open(path),
    onPointerEnter: () => act.hint(path[0]),
    onFocus: () => act.hint(path[0]),
  };
  return html`
    <g class=${classes} transform=${`translate(${x - size / 2} ${top})`} ...${opening}>
      <${Ring} size=${size} gap=${2.5} />
      <${ScaledBoard} size=${size} board=${child.board} last=${child.square} />
      <text class=${`value ${valueClass(child.value)}`} x=${size / 2} y=${size + 13}>
        ${below(child)}
      </text>
    </g>
  `;
}

/** A position's accessible name. */
export function label({ square, value, bound, positions, status, isBest, over }, mark) {
  const worth = { bound: boundWord(bound ?? "exact"), value: number(value) };
  const isDone = status === "done";
  return [
    say("node.name", { mark, square }),
    value !== undefined && say("node.value", worth),
    isDone ? say("positions", { n: positions }) : say(`node.${status}`),
    isBest && say("best"),
    over && say("node.last"),
  ]
    .filter(Boolean)
    .join(", ");
}

// --- The whole tree ---------------------------------------------------------

/** The size of a box in the tree's units; a large box magnifies. */
export function unitsOf({ width, height }, present = false) {
  const scale = present ? LEGIBLE : Math.max(1, Math.min(height / 420, 1.5));
  return { width: width / scale, height: height / scale, scale };
}

/**
 * A whole tree. `look(node)` returns a position's status (waiting, current, done, skipped),
 * value and bound, isBest and isNew. Nodes that have not changed are not drawn again.
 */
export function WholeTree({ root, look, room, caption, arrow, pointed, rising }) {
  const { width, height, scale } = room;
  const rows = useMemo(() => place(root, width, height), [root, width, height]);
  const drawn = new Map();
  const lines = { plain: [], best: [] };
  const nodes = rows.flat().map((node) => {
    const key = node.path;
    const seen = look(node);
    drawn.set(key, { node, seen });
    const above = drawn.get(key.slice(0, -1))?.node;
    if (key)
      lines[seen.isBest ? "best" : "plain"].push(
        html`<${Branch} key=${key} seen=${seen} from=${foot(above)}
          to=${{ x: node.x, y: node.y - 1 }} />`,
      );
    return html`<${WholeNode} key=${key} node=${node} seen=${seen} />`;
  });
  const at = (path) => drawn.get(path)?.node;
  const hasLoupe = pointed != null && drawn.has(pointed);
  return html`
    <${Picture} width=${width} height=${height} scale=${scale} caption=${caption}>
      <g>${lines.plain}</g><g>${lines.best}</g>
      <g>${nodes}</g>
      <g>${rows.map((row) => html`<${WholeRowHead} row=${row} />`)}</g>
      ${arrow && html`<${CutArrow} from=${at(arrow.from)} to=${at(arrow.to)} />`}
      ${
        rising &&
        html`<${Flying} key=${rising.step} value=${rising.value}
        from=${middle(at(rising.path))} to=${middle(at(rising.path.slice(0, -1)))} />`
      }
      ${hasLoupe && html`<${Loupe} ...${drawn.get(pointed)} width=${width} height=${height} />`}
    <//>
  `;
}

const foot = ({ x, y, size, kind }) => ({
  x,
  y: y + size + (kind === "board" ? 13 : 1),
});
const middle = ({ x, y, size }) => ({ x, y: y + size / 2 });

function WholeRowHead({ row }) {
  const chooser = row.find((node) => node.children.length);
  if (!chooser) return null;
  const { turn, y, size, kind } = chooser;
  return html`<text class="head" x="0" y=${kind === "board" ? y + size / 2 + 4 : y + 8}>
    <${Chooser} turn=${turn} />
  </text>`;
}

function WholeNode({ node, seen }) {
  const { x, y, size, kind } = node;
  const text = below(seen);
  const { status, isBest, isNew, isWrong } = seen;
  const valued = valueClass(seen.value);
  return useMemo(() => {
    const more = `${isBest ? "best" : ""} ${isNew ? "new" : ""} ${isWrong ? "wrong" : ""}`;
    const where = `translate(${x - size / 2} ${y})`;
    return html`
      <g class=${`node ${kind} ${status} ${valued} ${more}`} transform=${where}
        data-node=${node.path}>
        ${FIGURES[kind](node, text, valued)}
      </g>
    `;
  }, [node, text, status, valued, isBest, isNew, isWrong]);
}

const FIGURES = {
  board: ({ size, board, square }, text, valued) => html`
    <${Ring} size=${size} gap=${2} />
    <${ScaledBoard} size=${size} board=${board} last=${square} />
    <text class=${`value ${valued}`} x=${size / 2} y=${size + 12}>${text}</text>
  `,
  mark: ({ size, square }) => html`
    <circle class="dot" cx=${size / 2} cy=${size / 2} r="4" />
    <text class="tiny" x=${size / 2} y=${size + 8}>${square}</text>
  `,
  dot: ({ size }) => html`<circle class="dot" cx=${size / 2} cy=${size / 2} r="2" />`,
};

/** The arrow from the position that set the limit to the position that was cut. */
function CutArrow({ from: a, to: b }) {
  if (!a || !b) return null;
  const side = Math.sign(b.x - a.x) || 1;
  const [x1, y1] = [a.x + (side * a.size) / 2 + side * 2, a.y + a.size / 2];
  const [x2, y2] = [b.x - (side * b.size) / 2 - side * 4, b.y + b.size / 2];
  const lift = Math.min(y1, y2) - 18;
  const d = `M${x1} ${y1}C${(x1 + x2) / 2} ${lift} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
  const tip = `M${x2 - side * 6} ${y2 - 4}L${x2} ${y2}L${x2 - side * 6} ${y2 + 4}`;
  return html`<g class="arrow"><path d=${d} /><path d=${tip} /></g>`;
}

/** A value that moves up to its parent, once. */
function Flying({ value, from, to }) {
  const chip = useRef(null);
  useLayoutEffect(() => {
    const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, opacity: 1 });
    chip.current.animate([at(from), at(to)], { duration: 450, easing: "ease-in-out" });
  }, []);
  return html`
    <g ref=${chip} class=${`flying ${valueClass(value)}`} opacity="0" aria-hidden="true">
      <circle r="10" /><text y="4">${number(value)}</text>
    </g>
  `;
}

/** The magnified position under the mouse. */
function Loupe({ node, seen, width, height }) {
  const [wide, tall] = [84, 100];
  const x = Math.max(2, Math.min(node.x - wide / 2, width - wide - 2));
  const above = node.y - tall - 6;
  const y = above > 0 ? above : Math.min(node.y + node.size + 18, height - tall - 2);
  const mover = node.square ? `${other[node.turn]} ${node.square}: ` : "";
  return html`
    <g class="loupe" transform=${`translate(${x} ${y})`}>
      <rect class="card" width=${wide} height=${tall} rx="8" />
      <g transform="translate(9 8)">
        <${ScaledBoard} size=${66} board=${node.board} last=${node.square} />
      </g>
      <text class=${`value ${valueClass(seen.value)}`} x=${wide / 2} y=${tall - 9}>
        ${mover + below(seen)}
      </text>
    </g>
  `;
}
