// Trees in SVG: the whole of a small tree, or one path down a large one.

import { Board30 } from "./figures.js";
import { moveOverTree } from "../frame/keys.js";
import { say } from "../shared/language.js";
import { HEAD, leftOut, MARGIN, WINDOW } from "./layout.js";
import { place, placeDots, placePath, route } from "./layout.js";
import { BOUNDS, number, valueClass } from "../shared/notation.js";
import { html, useMemo, useState } from "../vendor/htm-preact.js";

const LEGIBLE = 20 / 12; // scales the text of a tree to 20 pixels

/** The size of a box in the tree's units; a large box magnifies. */
export function unitsOf({ width, height }, present = false) {
  const scale = present ? LEGIBLE : Math.max(1, Math.min(height / 420, 1.5));
  return { width: width / scale, height: height / scale, scale };
}

/**
 * Draw placed nodes: { node, seen, from }, where `from` is the start of the branch. With
 * `press(path)`, they are buttons, one of which Tab reaches: the one focused last or, if it
 * is gone, the first.
 */
function Drawing({ nodes, width, height, scale, caption, press, children }) {
  const [focused, setFocused] = useState("");
  const buttons = press ? nodes.slice(1) : [];
  const isThere = buttons.some(({ node }) => node.path === focused);
  const stop = isThere ? focused : buttons[0]?.node.path;
  const note = ({ target }) => setFocused(target.dataset.node ?? "");
  return html`
    <svg class="tree" viewBox=${`0 0 ${width} ${height}`} width=${width * scale}
      height=${height * scale} role=${press ? "group" : "img"} aria-label=${caption}
      onKeyDown=${press && moveOverTree} onfocusin=${press && note}>
      <g>${branches(nodes.filter(({ seen }) => !seen.isBest))}</g>
      <g>${branches(nodes.filter(({ seen }) => seen.isBest))}</g>
      <g>
        ${nodes.map(
          (each, n) => html`<${Node} key=${each.node.path} ...${each}
            isStop=${each.node.path === stop} press=${n > 0 && press} />`,
        )}
      </g>
      ${children}
    </svg>
  `;
}

const branches = (nodes) =>
  nodes.map(({ node: { path, x, y }, seen: { status, isBest }, from }) => {
    if (!from) return null;
    const middle = (from.y + y - 1) / 2;
    const d = `M${from.x} ${from.y}C${from.x} ${middle} ${x} ${middle} ${x} ${y - 1}`;
    const classes = `branch ${status} ${isBest ? "best" : ""}`;
    return html`<path key=${path} d=${d} class=${classes} />`;
  });

/** A position; it is not drawn again if nothing has changed. */
function Node({ node, seen, press, isStop }) {
  const { x, y, size, kind } = node;
  const text = below(seen);
  const window = windowOf(seen);
  const { status, isBest, isLatest, isOpen, isWrong } = seen;
  const valued = valueClass(seen.value);
  return useMemo(() => {
    const marked = { best: isBest, latest: isLatest, open: isOpen, wrong: isWrong };
    const more = Object.keys(marked).filter((name) => marked[name]);
    return html`
      <g class=${`node ${kind} ${status} ${valued} ${more.join(" ")}`} data-node=${node.path}
        transform=${`translate(${x - size / 2} ${y})`}
        ...${press && buttonOf(node, seen, press, isStop)}>
        ${!press && html`<title>${[...node.board.match(/.../g), text, window].filter(Boolean).join("\n")}</title>`}
        ${FIGURES[kind](node, text, valued, window)}
      </g>
    `;
  }, [node, text, window, status, valued, isBest, isLatest, isOpen, isWrong, isStop]);
}

function buttonOf({ path, square }, seen, press, isStop) {
  const canOpen = seen.positions > 1;
  const worth = say("node.name", { square, value: number(seen.value) });
  const known = [
    worth,
    say("positions", { n: seen.positions }),
    seen.isBest && say("best"),
  ];
  return {
    role: "button",
    tabindex: isStop ? "0" : "-1",
    "aria-label": known.filter(Boolean).join(", "),
    "aria-expanded": canOpen ? String(Boolean(seen.isOpen)) : undefined,
    "aria-disabled": canOpen ? undefined : "true",
    onClick: () => canOpen && press([...path].map(Number)),
  };
}

/** The text below a position. */
export function below({ text, status, bound = "exact", value }) {
  if (text !== undefined) return text;
  if (status === "done") return BOUNDS[bound] + number(value);
  return { current: "…", skipped: "✂", waiting: "" }[status];
}

/** The window that a search entered a position with, if it is to be shown. */
const windowOf = ({ isWindowed, alpha, beta }) =>
  isWindowed && alpha !== undefined ? `[${number(alpha)}, ${number(beta)}]` : "";

const TINY = 9.5; // pixels
const LETTER = 0.54; // the mean width of a letter

/** The size of a text that fits below a board. */
const fitting = (text, size) =>
  `${Math.min(TINY, (size + 4) / (LETTER * text.length))}px`;

const FIGURES = {
  board: ({ size, board, square }, text, valued, window) => html`
    <rect class="ring" x="-2" y="-2" width=${size + 4} height=${size + 4} rx="6" />
    <g transform=${`scale(${size / 30})`}><${Board30} board=${board} last=${square} /></g>
    <text class=${`value ${valued}`} x=${size / 2} y=${size + 15}>${text}</text>
    ${window && html`<text class="tiny" x=${size / 2} y=${size + 15 + WINDOW} style=${{ fontSize: fitting(window, size) }}>${window}</text>`}
  `,
  mark: ({ size, square }) => html`
    <circle class="dot" cx=${size / 2} cy=${size / 2} r="4" />
    <text class="tiny" x=${size / 2} y=${size + 8}>${square}</text>
  `,
  dot: ({ size }) => html`<circle class="dot" cx=${size / 2} cy=${size / 2} r="2" />`,
};

/** Whose choice a row is. */
const Head = ({ turn, x, y, isLeft, children }) => html`
  <text class="head" x=${x} y=${y} text-anchor=${isLeft ? "end" : "start"}>
    <tspan class=${turn.toLowerCase()}>${turn}</tspan>${turn === "X" ? " max" : " min"}
    ${children}
  </text>
`;

// --- One path ---------------------------------------------------------------

/** Rows from the first position down; those of a recording have alpha and beta. */
export function PathTree({ rows, room, caption, press, arrow }) {
  const { nodes, heads, width, height } = placePath(rows, room);
  const { isWindowed } = room;
  const drawn = nodes.map(({ seen, ...each }) => ({
    ...each,
    seen: { ...seen, isWindowed },
  }));
  const boards = nodes.map(({ node }) => node);
  return html`
    <${Drawing} nodes=${drawn} width=${width} height=${height} scale=${room.scale}
      caption=${caption} press=${press}>
      ${arrow && html`<${CutArrow} nodes=${boards} ...${arrow} left=${MARGIN / 2} right=${width - MARGIN / 2} />`}
      ${heads.map(
        ({ row, stem, ...where }) => html`
          <path class="branch" d=${stem} />
          <${Head} turn=${row.turn} ...${where}>${row.isBounded && bounds(row)}<//>
          ${row.cut && html`<${Cut} cut=${row.cut} ...${where} />`}
        `,
      )}
    <//>
  `;
}

const bounds = ({ alpha, beta }) => html`
  <tspan class="window" dx="8">${`α ${number(alpha)}  β ${number(beta)}`}</tspan>
`;

/** The comparison that cut a row, on the other side of its head. */
const Cut = ({ cut: { value, sign, limit }, x, y, isLeft }) => html`
  <text class="cut" x=${x + (isLeft ? 20 : -20)} y=${y} text-anchor=${isLeft ? "start" : "end"}>
    ${`${number(value)} ${sign} ${number(limit)} ✂`}
  </text>
`;

// --- The whole tree ---------------------------------------------------------

/**
 * A whole tree. `look(node)` returns a position's status (waiting, current, done, skipped),
 * value and bound, isBest and isLatest.
 */
export function WholeTree({ root, look, room, caption, arrow, rising }) {
  const { width, height } = room;
  const more = room.isWindowed ? WINDOW : 0;
  const rows = useMemo(
    () => place(root, width, height, more),
    [root, width, height, more],
  );
  const drawn = new Map();
  for (const node of rows.flat()) {
    const above = drawn.get(node.path.slice(0, -1))?.node;
    drawn.set(node.path, { node, seen: look(node), from: above && foot(above, more) });
  }
  const at = (path) => drawn.get(path)?.node;
  return html`
    <${Drawing} nodes=${[...drawn.values()]} ...${room} caption=${caption}>
      ${rows.map((row) => html`<${RowHead} chooser=${row.find(isChooser)} />`)}
      ${arrow && html`<${CutArrow} nodes=${rows.flat()} ...${arrow} left=${HEAD} right=${width - 2} />`}
      ${rising && html`<${RisingValue} key=${rising.step} value=${rising.value} from=${at(rising.path)} to=${at(rising.path.slice(0, -1))} />`}
    <//>
  `;
}

const isChooser = ({ children }) => children.length > 0;
const BELOW = { board: 17, mark: 10, dot: 1 }; // where the branches begin
const foot = ({ x, y, size, kind }, more) => ({ x, y: y + size + BELOW[kind] + more });

function RowHead({ chooser }) {
  if (!chooser) return null;
  const { turn, y, size, kind } = chooser;
  return html`<${Head} turn=${turn} x="0" y=${kind === "board" ? y + size / 2 + 4 : y + 8} />`;
}

/**
 * The arrow from the position that set the limit, which may be left out, to the position
 * that was cut.
 */
function CutArrow({ nodes, from, to, left, right }) {
  const at = (path) => nodes.find((each) => each.path === path);
  const first = at(from) ?? leftOut(left);
  const last = at(to);
  if (!last) return null;
  const corners = route(nodes, first, last, left, right);
  const [x, y] = corners[corners.length - 1];
  const tip = `M${x - 4} ${y - 6}L${x} ${y}L${x + 4} ${y - 6}`;
  return html`<g class="arrow"><path d=${`M${corners.join("L")}`} /><path d=${tip} /></g>`;
}

/** All positions of a tree as dots, to see where the drawn ones are. */
export function Overview({ root, look, path, width, height }) {
  const nodes = useMemo(() => placeDots(root, width, height), [root, width, height]);
  const at = new Map(nodes.map((node) => [node.path, node]));
  const isHere = (node) => path.startsWith(node.path);
  const all = nodes.map((node) => ({ ...node, seen: look(node) }));
  return html`
    <svg class="tree overview" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
      ${all.map((node) => {
        const above = node.path && at.get(node.path.slice(0, -1));
        const classes = `branch ${node.seen.status} ${isHere(node) ? "here" : ""}`;
        return (
          above &&
          html`<path class=${classes} d=${`M${above.x} ${above.y}L${node.x} ${node.y}`} />`
        );
      })}
      ${all.map(
        (
          node,
        ) => html`<g class=${`node ${node.seen.status} ${valueClass(node.seen.value)} ${isHere(node) ? "here" : ""}`}>
          <circle class="dot" cx=${node.x} cy=${node.y} r=${isHere(node) ? 3 : 2} />
        </g>`,
      )}
    </svg>
  `;
}

/** A value that moves up from a position to its parent, once; style.css moves it. */
function RisingValue({ value, from, to }) {
  const middle = ({ x, y, size }) => `${x}px ${y + size / 2}px`;
  return html`
    <g class=${`rising ${valueClass(value)}`} opacity="0"
      style=${{ "--from": middle(from), "--to": middle(to) }}>
      <circle r="10" /><text y="4">${number(value)}</text>
    </g>
  `;
}
