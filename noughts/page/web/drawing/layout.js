// The layout of trees. Only numbers: nothing here draws.

const BOARD = { most: 46, least: 17, gap: 8 }; // the side of a board, in units
const DOTS = [
  // Without room for boards: a dot with its square, or just a dot.
  { kind: "mark", room: 9, size: 8 },
  { kind: "dot", room: 0, size: 4 },
];
const FOOT = { board: 17, mark: 12, dot: 4 }; // room for the text below
const DOT = 3; // the radius of a dot in an overview
export const HEAD = 58; // room for the player's name at the left
export const WINDOW = 12; // room for a window below a value

export const levels = (root) => {
  const rows = [];
  for (let row = [root]; row.length; row = row.flatMap((node) => node.children))
    rows.push(row);
  return rows;
};

const copy = (node) => ({ ...node, children: node.children.map(copy) });

/**
 * Return rows of nodes with x, y, size and kind (board, mark or dot); `more` is the room below
 * each value.
 */
export function place(tree, width, height, more = 0) {
  const root = copy(tree);
  const rows = levels(root);
  const [left, right] = [HEAD, width - 2];
  spread(root, left, right);
  const kinds = rows.map((row) => kindOf(row, left, right));
  // Boards get the height they need, edges the rest.
  const share = height / rows.length;
  const sizes = kinds.map(({ kind, size }) =>
    kind === "board"
      ? Math.max(BOARD.least, Math.min(size, share - FOOT.board - more - 12))
      : size,
  );
  const tall = sizes.map((size, n) => size + FOOT[kinds[n].kind] + more);
  const between =
    (height - tall.reduce((a, b) => a + b) - 6) / Math.max(1, rows.length - 1);
  let y = 3;
  return rows.map((row, n) => {
    const top = y;
    y += tall[n] + between;
    const size = sizes[n];
    const inside = (x) => Math.max(left + size / 2, Math.min(x, right - size / 2));
    return row.map((node) =>
      Object.assign(node, { x: inside(node.x), y: top, size, kind: kinds[n].kind }),
    );
  });
}

/** Can every position of a tree be drawn as a board? */
export function hasRoomForBoards(tree, width) {
  const root = copy(tree);
  const [left, right] = [HEAD, width - 2];
  spread(root, left, right);
  return levels(root).every((row) => kindOf(row, left, right).kind === "board");
}

/** Return all positions of a tree as dots, without room for anything else. */
export function placeDots(tree, width, height) {
  const root = copy(tree);
  spread(root, 0, width);
  const rows = levels(root);
  const between = (height - 2 * DOT) / Math.max(1, rows.length - 1);
  return rows.flatMap((row, n) =>
    row.map((node) => Object.assign(node, { y: DOT + n * between })),
  );
}

// --- The way of an arrow ------------------------------------------------------------

const CLEAR = 5; // units beside a board, or its value
const NARROWEST = 12; // half of a value's width
const LIFT = 6; // units above a row
const reach = ({ size }) => Math.max(size / 2, NARROWEST) + CLEAR;

/** Where an arrow begins whose first board was left out: at the top. */
export const leftOut = (x) => ({ x, y: 0, size: 0 });

/**
 * Return the corners of a way from one board to above another, in a lower row. It runs
 * between the rows, and down where no board of a row is in its way.
 */
export function route(nodes, from, to, left, right) {
  const passed = nodes.filter(({ y }) => y >= from.y && y < to.y);
  const isFree = (x) => passed.every((node) => Math.abs(node.x - x) >= reach(node));
  const edges = passed.flatMap((node) => [node.x - reach(node), node.x + reach(node)]);
  const ways = [left, right, ...edges].filter(
    (x) => x >= left && x <= right && isFree(x),
  );
  const length = (x) => Math.abs(x - from.x) + Math.abs(x - to.x);
  const [x = left] = ways.sort((one, other) => length(one) - length(other));
  const side = Math.sign(x - from.x);
  const isInWay = (node) =>
    node.y === from.y && (node.x - from.x) * side > 0 && (x - node.x) * side > 0;
  const bottom = to.y - LIFT;
  const end = [
    [x, bottom],
    [to.x, bottom],
    [to.x, to.y - CLEAR + 1],
  ];
  if (passed.some(isInWay)) {
    const top = from.y - LIFT;
    return [[from.x, from.y - CLEAR + 1], [from.x, top], [x, top], ...end];
  }
  const middle = from.y + from.size / 2;
  return [[from.x + side * (from.size / 2 + CLEAR - 1), middle], [x, middle], ...end];
}

/** Place leaves side by side, and each other node above the middle of its children. */
function spread(root, left, right) {
  const leaves = [];
  const visit = (node) =>
    node.children.length ? node.children.forEach(visit) : leaves.push(node);
  visit(root);
  const slot = (right - left) / leaves.length;
  leaves.forEach((leaf, n) => (leaf.x = left + slot * (n + 0.5)));
  const centre = (node) => {
    if (!node.children.length) return;
    node.children.forEach(centre);
    node.x = (node.children[0].x + node.children.at(-1).x) / 2;
  };
  centre(root);
}

/**
 * How to draw a row: as boards if there is room between the closest two. A board that
 * would cross the edge moves inwards, so the space beside the last two is shared, too.
 */
/** @returns {{ kind: string, size: number }} */
function kindOf(row, left, right) {
  const gaps = row.slice(1).map((node, n) => node.x - row[n].x);
  const ends = gaps.length
    ? [gaps[0] + row[0].x - left, gaps.at(-1) + right - row.at(-1).x]
    : [];
  const room = Math.min(right - left, ...gaps, ...ends.map((end) => (end * 2) / 3));
  if (room >= BOARD.least + BOARD.gap)
    return { kind: "board", size: Math.min(BOARD.most, room - BOARD.gap) };
  return DOTS.find((each) => room >= each.room) ?? DOTS[DOTS.length - 1];
}

// --- One path -----------------------------------------------------------------

export const MARGIN = 12; // an arrow has room here
const SMALL = { head: 16, fan: 12, foot: 18, board: 24 }; // of a row without room
const LARGE = { head: 22, fan: 26, foot: 22, board: 52 };
const sum = (sizes) => Object.values(sizes).reduce((all, size) => all + size);
const [TIGHTEST, ROOMIEST] = [sum(SMALL), sum(LARGE)]; // the height of a row
const CLEAREST = 40; // a board that is read, not only recognized

/**
 * Return the measures of some rows in a height: all that is between the boards, the side of
 * those of the context, and of the current parent and its children, which grow first.
 */
function measures(height, rows) {
  const spare = Math.max(0, height - TIGHTEST * rows - SMALL.board);
  const near = Math.min(LARGE.board, SMALL.board + spare / 2);
  const left = spare - 2 * (near - SMALL.board);
  const share = Math.min(1, left / ((ROOMIEST - TIGHTEST) * (rows + 0.5)));
  const between = (name) => SMALL[name] + (LARGE[name] - SMALL[name]) * share;
  const [head, fan, foot] = ["head", "fan", "foot"].map(between);
  return { head, fan, foot, near, far: between("board") };
}

/**
 * Place the rows of a path, each below its open position: at most nine rows of nine boards.
 * Return its nodes, the place of each row's head, and the size. Without room for all rows,
 * the first ones are left out.
 */
export function placePath(rows, room) {
  const width = Math.max(260, Math.min(room.width, 860));
  const more = room.isWindowed ? WINDOW : 0;
  const all = rows.filter((row) => row.children.length);
  const space = room.height - 8 - SMALL.board - 2 * (CLEAREST - SMALL.board);
  const fit = Math.max(1, Math.floor(space / (TIGHTEST + more)));
  const shown = all.slice(-fit);
  const size = measures(room.height - 8 - more * shown.length, shown.length);
  const { board, path } = shown[0] ?? rows.at(-1);
  const side = shown.length > 1 ? size.far : size.near;
  const root = { path, board, x: width / 2, y: 4, size: side };
  const nodes = [
    { node: { ...root, kind: "board" }, seen: { status: "done", text: "" } },
  ];
  const heads = [];
  let parent = { x: root.x, bottom: 4 + side };
  shown.forEach((row, n) => {
    const start = { x: parent.x, y: parent.bottom + size.head };
    const isLeft = parent.x > width / 2; // the head is on the side with more room
    const stem = `M${start.x} ${parent.bottom}V${start.y}`;
    const x = parent.x + (isLeft ? -10 : 10);
    heads.push({ row, stem, x, y: parent.bottom + 14, isLeft });
    const most = n === shown.length - 1 ? size.near : size.far;
    const open = n === shown.length - 2 ? size.near : size.far;
    const sizes = { most, open: Math.max(most, open) };
    const placed = beside(row, parent.x, start.y + size.fan, width, sizes);
    nodes.push(...placed.map((each) => ({ ...each, from: start })));
    const next = placed.find(({ node }) => node.square === row.open) ?? placed[0];
    parent = {
      x: next.node.x,
      bottom: next.node.y + next.node.size + size.foot + more,
    };
  });
  return { nodes, heads, width, height: parent.bottom + 4 };
}

/** Place the boards of a row around a parent, within the width; the open one may be larger. */
function beside(row, around, y, width, { most, open: largest }) {
  const { children, path, open } = row;
  const isOpen = ({ square }) => square === open;
  const sides = children.map((child) => (isOpen(child) ? largest : most));
  const wanted = sides.map((side) => side * 1.7);
  const whole = wanted.reduce((all, slot) => all + slot, 0);
  const share = Math.min(1, (width - 2 * MARGIN) / whole);
  const reached = whole * share;
  const left = Math.max(
    MARGIN,
    Math.min(width - MARGIN - reached, around - reached / 2),
  );
  let edge = left;
  return children.map((seen, n) => {
    const { square, board } = seen;
    const slot = wanted[n] * share;
    const where = { x: edge + slot / 2, y, size: Math.min(sides[n], slot - 7) };
    edge += slot;
    return {
      node: { path: path + square, square, board, kind: "board", ...where },
      seen: { ...seen, isOpen: isOpen(seen) && seen.status === "done" },
    };
  });
}
