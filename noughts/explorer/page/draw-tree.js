// A tree of small boards: a row for each choice, joined by lines. One position of a row
// is open at a time, so there are never more than nine rows of at most nine boards.

import { $, h, replace, s } from "./dom.js";
import { board30, BOUNDS, number, valueChip, valueClass } from "./figures.js";
import { count, say, shortCount } from "./language.js";
import { METHODS } from "./state.js";

const HEAD = 22; // above a row: whose choice it is
const FAN = 26; // for the lines to a row
const FOOT = 18; // below a board: its value
const LARGEST = 52; // a board
const MARGIN = 4;

export function drawTree(view) {
  const { position, state } = view;
  if (!position.turn)
    return replace($("tree"), h("p", { class: "lead" }, say("tree_over")));
  const rows = treeRows(view);
  replace(
    $("tree"),
    h("p", { class: "lead" }, say("tree_intro")),
    h(
      "div",
      { class: "row tools" },
      methodChoice(state.method, METHODS),
      h(
        "button",
        { type: "button", "data-do": "follow", "data-key": "follow" },
        say("follow"),
      ),
      h(
        "button",
        {
          type: "button",
          "data-do": "shut",
          "data-key": "shut",
          disabled: !state.open.length,
        },
        say("shut"),
      ),
      h(
        "button",
        {
          type: "button",
          "data-do": "go-there",
          "data-key": "go-there",
          disabled: !state.open.length,
        },
        say("go_there"),
      ),
    ),
    rows
      ? figure(rows, $("tree").clientWidth)
      : h("p", { class: "lead" }, say("loading")),
    legend(state.method !== "minimax"),
  );
}

/** Plain Minimax finds the truth about every position; the others are recorded. */
const treeRows = ({ state, opened, recording }) =>
  state.method === "minimax"
    ? opened.map((position, n) => truthRow(position, state.open[n]))
    : recording?.rows(state.open);

function truthRow(position, open) {
  const best = position.best?.[0];
  const children = position.moves.map((move) => ({
    square: move.square,
    board: move.to,
    status: "done",
    value: move.value,
    bound: "exact",
    positions: move.nodes,
    over: move.nodes === 1,
    isBest: move.square === best,
  }));
  return { board: position.board, turn: position.turn, open, children };
}

/** The squares to open, best move after best move. */
export function bestPath({ state, position, recording }) {
  if (state.method === "minimax" || !recording) return position.best.slice(0, -1);
  const path = [];
  for (;;) {
    const row = recording.rows(path).at(-1);
    const best = row.children.find((child) => child.isBest);
    if (row.over || !best || best.over) return path;
    path.push(best.square);
  }
}

export const methodChoice = (chosen, methods) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, say("method")),
    select(
      "method",
      methods.map((name) => [name, say("methods")[name]]),
      chosen,
    ),
  );

export function select(name, options, chosen) {
  const items = options.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  return h("select", { "data-choose": name, "data-key": name }, items);
}

export const legend = (bounds) =>
  h(
    "p",
    { class: "legend" },
    [
      [1, "legend_x"],
      [0, "legend_even"],
      [-1, "legend_o"],
    ].map(([value, key]) => h("span", {}, valueChip(value), say(key))),
    bounds ? h("span", { class: "note" }, say("legend_bounds")) : null,
  );

/** The picture: rows from the first position down. `caption`: of a search under way. */
export function figure(rows, width, caption) {
  const wide = Math.max(260, Math.min(width, 860));
  const layers = { lines: [], best: [], texts: [], nodes: [root(rows[0].board, wide)] };
  let parent = { x: wide / 2, bottom: MARGIN + LARGEST };
  rows.forEach((row, depth) => {
    if (row.children.length === 0) return;
    const path = rows.slice(0, depth).map((each) => each.open);
    const places = spread(row.children.length, parent, wide);
    const stem = `M${parent.x} ${parent.bottom}V${parent.bottom + HEAD}`;
    layers.lines.push(s("path", { class: "branch", d: stem }));
    layers.texts.push(head(row, parent, wide, caption));
    row.children.forEach((child, n) => {
      const place = places[n];
      layers[child.isBest ? "best" : "lines"].push(branch(child, parent, place));
      layers.nodes.push(node(child, row, [...path, child.square], place, caption));
    });
    const next = row.children.findIndex((child) => child.square === row.open);
    const { x, top, size } = places[Math.max(next, 0)];
    parent = { x, bottom: top + size + FOOT };
  });
  const height = parent.bottom + MARGIN;
  const name = caption
    ? { role: "img", "aria-label": caption }
    : { role: "group", "aria-label": say("tab_tree") };
  return s(
    "svg",
    { class: "tree", viewBox: `0 0 ${wide} ${height}`, width: wide, height, ...name },
    Object.values(layers),
  );
}

/** Where the boards of a row stand: below their parent, as far as the width allows. */
function spread(length, parent, wide) {
  const slot = Math.min(88, (wide - 2 * MARGIN) / length);
  const size = Math.min(LARGEST, slot - 7);
  const all = slot * length;
  const left = Math.max(MARGIN, Math.min(wide - MARGIN - all, parent.x - all / 2));
  const top = parent.bottom + HEAD + FAN;
  return Array.from({ length }, (_, n) => ({
    x: left + slot * (n + 0.5),
    top,
    size,
  }));
}

const root = (board, wide) =>
  s(
    "g",
    {
      class: "node",
      transform: `translate(${(wide - LARGEST) / 2} ${MARGIN}) scale(${LARGEST / 30})`,
    },
    board30(board),
  );

function branch(child, parent, { x, top }) {
  const start = parent.bottom + HEAD;
  const middle = (start + top) / 2;
  const d = `M${parent.x} ${start}C${parent.x} ${middle} ${x} ${middle} ${x} ${top - 1}`;
  return s("path", {
    d,
    class: `branch ${child.status} ${child.isBest ? "best" : ""}`,
  });
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
      y: parent.bottom + 16,
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

function node(child, row, path, { x, top, size }, caption) {
  const isOpen = row.open === child.square;
  const classes = [
    "node",
    child.status,
    isOpen ? "open" : "",
    child.isBest ? "best" : "",
  ];
  const valued = child.value === undefined ? "" : valueClass(child.value);
  return s(
    "g",
    {
      class: classes.join(" "),
      transform: `translate(${x - size / 2} ${top})`,
      ...(caption ? {} : button(child, row, path, isOpen)),
    },
    s("rect", {
      class: "ring",
      x: -2.5,
      y: -2.5,
      width: size + 5,
      height: size + 5,
      rx: 6,
    }),
    s("g", { transform: `scale(${size / 30})` }, board30(child.board, child.square)),
    s("text", { class: `value ${valued}`, x: size / 2, y: size + 15 }, below(child)),
  );
}

function button(child, row, path, isOpen) {
  const canOpen = child.status === "done" && !child.over;
  const isFirst = path.length === 1 && child === row.children[0];
  return {
    role: "button",
    tabindex: isFirst ? 0 : -1,
    "aria-label": label(child, row),
    "aria-expanded": canOpen ? String(isOpen) : null,
    "aria-disabled": canOpen ? null : "true",
    "data-path": path.join(""),
    "data-key": path.join(""),
  };
}

function below(child) {
  if (child.status !== "done")
    return { current: "…", skipped: "✂", waiting: "" }[child.status];
  if (child.value === undefined) return shortCount(child.positions);
  return BOUNDS[child.bound] + number(child.value);
}

function label(child, row) {
  const parts = [say("node", row.turn, child.square)];
  if (child.value !== undefined)
    parts.push(say("node_value", say("bounds")[child.bound], number(child.value)));
  if (child.status === "done") parts.push(say("positions", count(child.positions)));
  else parts.push(say(`node_${child.status}`));
  if (child.isBest) parts.push(say("node_best"));
  if (child.over) parts.push(say("node_last"));
  return parts.join(", ");
}
