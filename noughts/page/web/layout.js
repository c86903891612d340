// The layout of a whole tree. Only numbers: nothing here draws.

export const LARGEST = 250; // positions; larger trees are illegible

const BOARD = { most: 46, least: 17, gap: 5 }; // the side of a board, in units
const DOTS = [
  // Without room for boards: a dot with its square, or just a dot.
  { kind: "mark", room: 9, size: 8 },
  { kind: "dot", room: 0, size: 4 },
];
const FOOT = 14; // room for the value below a board
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
  spread(root, HEAD, width - 2);
  const kinds = rows.map((row) => kindOf(row, width - HEAD));
  // Boards get the height they need, edges the rest.
  const share = height / rows.length;
  const sizes = kinds.map(({ kind, size }) =>
    kind === "board" ? Math.max(BOARD.least, Math.min(size, share - FOOT - 12)) : size,
  );
  const tall = sizes.map((size, n) => size + (kinds[n].kind === "board" ? FOOT : 4));
  const between =
    (height - tall.reduce((a, b) => a + b) - 6) / Math.max(1, rows.length - 1);
  let y = 3;
  return rows.map((row, n) => {
    const top = y;
    y += tall[n] + between;
    return row.map((node) =>
      Object.assign(node, { y: top, size: sizes[n], kind: kinds[n].kind }),
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

/** How to draw a row: as boards if there is room between the closest two. */
function kindOf(row, width) {
  const gaps = row.slice(1).map((node, n) => node.x - row[n].x);
  const room = Math.min(width, ...gaps);
  if (room >= BOARD.least + BOARD.gap)
    return { kind: "board", size: Math.min(BOARD.most, room - BOARD.gap) };
  return DOTS.find((each) => room >= each.room) ?? DOTS.at(-1);
}
