// The layout of trees. Only numbers: nothing here draws.

const BOARD = { most: 46, least: 17, gap: 5 }; // the side of a board, in units
const DOTS = [
  // Without room for boards: a dot with its square, or just a dot.
  { kind: "mark", room: 9, size: 8 },
  { kind: "dot", room: 0, size: 4 },
];
const FOOT = { board: 14, mark: 12, dot: 4 }; // room for the text below
const HEAD = 58; // room for the player's name at the left

export const levels = (root) => {
  const rows = [];
  for (let row = [root]; row.length; row = row.flatMap((node) => node.children))
    rows.push(row);
  return rows;
};

const copy = (node) => ({ ...node, children: node.children.map(copy) });

/** Return rows of nodes with x, y, size and kind (board, mark or dot). */
export function place(tree, width, height) {
  const root = copy(tree);
  const rows = levels(root);
  const [left, right] = [HEAD, width - 2];
  spread(root, left, right);
  const kinds = rows.map((row) => kindOf(row, left, right));
  // Boards get the height they need, edges the rest.
  const share = height / rows.length;
  const sizes = kinds.map(({ kind, size }) =>
    kind === "board"
      ? Math.max(BOARD.least, Math.min(size, share - FOOT.board - 12))
      : size,
  );
  const tall = sizes.map((size, n) => size + FOOT[kinds[n].kind]);
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

const MARGIN = 4;
const [TIGHTEST, ROOMIEST] = [66, 118]; // the height of a row

/** Return the measures of rows of a height, as far as they stay legible. */
function measures(height) {
  const share = (height - TIGHTEST) / (ROOMIEST - TIGHTEST);
  const between = (least, most) =>
    least + (most - least) * Math.max(0, Math.min(share, 1));
  const [head, fan, foot] = [between(16, 22), between(12, 26), between(14, 18)];
  return { head, fan, foot, board: between(24, 52) };
}

/**
 * Place the rows of a path, each below its open position: at most nine rows of nine boards.
 * Return its nodes, the place of each row's head, and the size. Without room for all rows,
 * the first ones are left out.
 */
export function placePath(rows, room) {
  const width = Math.max(260, Math.min(room.width, 860));
  const all = rows.filter((row) => row.children.length);
  const fit = Math.max(1, Math.floor(room.height / TIGHTEST - 0.5));
  const shown = all.slice(-fit);
  const size = measures((room.height - 2 * MARGIN) / (shown.length + 0.5));
  const board = (shown[0] ?? rows.at(-1)).board;
  const root = { path: "", board, x: width / 2, y: MARGIN, size: size.board };
  const nodes = [
    { node: { ...root, kind: "board" }, seen: { status: "done", text: "" } },
  ];
  const heads = [];
  let parent = { x: root.x, bottom: MARGIN + size.board };
  for (const row of shown) {
    const start = { x: parent.x, y: parent.bottom + size.head };
    const isLeft = parent.x > width / 2; // the head is on the side with more room
    const stem = `M${start.x} ${parent.bottom}V${start.y}`;
    const x = parent.x + (isLeft ? -10 : 10);
    heads.push({ row, stem, x, y: parent.bottom + 14, isLeft });
    const placed = beside(row, parent.x, start.y + size.fan, width, size.board);
    nodes.push(...placed.map((each) => ({ ...each, from: start })));
    const open = placed.find(({ node }) => node.square === row.open) ?? placed[0];
    parent = { x: open.node.x, bottom: open.node.y + open.node.size + size.foot };
  }
  return { nodes, heads, width, height: parent.bottom + MARGIN };
}

/** Place the boards of a row around a parent, within the width. */
function beside(row, around, y, width, most) {
  const { children, path, open } = row;
  const slot = Math.min(most * 1.7, (width - 2 * MARGIN) / children.length);
  const whole = slot * children.length;
  const left = Math.max(MARGIN, Math.min(width - MARGIN - whole, around - whole / 2));
  return children.map((seen, n) => {
    const { square, board } = seen;
    const where = { x: left + slot * (n + 0.5), y, size: Math.min(most, slot - 7) };
    return {
      node: { path: path + square, square, board, kind: "board", ...where },
      seen: { ...seen, isOpen: square === open && seen.status === "done" },
    };
  });
}
