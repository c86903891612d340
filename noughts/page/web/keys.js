// Keys that work anywhere on the page, as a table; a person may switch them off, for
// those who speak to their computer or use such keys for something else.

import { store, stored } from "./kept.js";

export const singleKeys = () => stored("keys") !== "off";
export const setSingleKeys = (on) => store("keys", on ? "on" : "off");

// Where letters are written, or choose; a slider or a box takes none.
const TYPED =
  "input:not([type=range], [type=checkbox], [type=radio]), select, textarea";

/** Call the action of a key, unless it is meant for a field or another program. */
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    if (event.target.closest(`${TYPED}, dialog`)) return;
    if (event.target.closest("input") && !/^\S$/.test(event.key)) return; // it moves by those
    if (!singleKeys()) return;
    const action = actions()[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action(event.key);
  });
}

// Those of the window and of the terminal too, as the palette has them, do the same there.
const GAME_KEYS = {
  u: "undo",
  r: "redo",
  h: "hint",
  v: "values",
  a: "analyse",
  n: "new",
};

/** What keys do in a game: what it does not have, it has no key for. */
export function gameKeys(game) {
  const squares = game.take ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [];
  const named = Object.entries(GAME_KEYS).filter(([, name]) => game[name]);
  return Object.fromEntries([
    ...squares.map((square) => [square, () => game.take(square)]),
    ...named.map(([key, name]) => [key, () => game[name]()]),
  ]);
}

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move over the nine squares; one of them is in the order of Tab at a time. */
export function bindBoard(board) {
  board.addEventListener("keydown", (event) => {
    const [dx, dy] = ARROWS[event.key] ?? [];
    const from = Number(event.target.dataset?.square) - 1;
    if (dx === undefined || Number.isNaN(from)) return;
    event.preventDefault();
    const x = ((from % 3) + dx + 3) % 3;
    const y = (Math.floor(from / 3) + dy + 3) % 3;
    rove(board.querySelectorAll("[data-square]"), 3 * y + x);
  });
  board.addEventListener("focusin", (event) => {
    const square = Number(event.target.dataset?.square);
    if (square) rove(board.querySelectorAll("[data-square]"), square - 1, false);
  });
}

/** Arrows move over the boards of the tree: along a row, up to its parent, down. */
export function bindTree(tree) {
  tree.addEventListener("keydown", (event) => {
    const node = event.target.closest?.("[data-path]");
    if (!node || node.getAttribute("role") !== "button") return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    const [dx, dy] = ARROWS[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    const nodes = [...tree.querySelectorAll("[data-path]")];
    const target = neighbour(nodes, node.dataset.path, dx, dy);
    if (target) rove(nodes, nodes.indexOf(target));
  });
}

function neighbour(nodes, path, dx, dy) {
  const above = path.slice(0, -1);
  if (dy < 0) return nodes.find((node) => node.dataset.path === above);
  if (dy > 0)
    return nodes.find(
      ({ dataset }) =>
        dataset.path.length === path.length + 1 && dataset.path.startsWith(path),
    );
  const row = nodes.filter(({ dataset }) => dataset.path.length === path.length);
  return row[row.findIndex(({ dataset }) => dataset.path === path) + dx];
}

/** Arrows, Home and End move over the tabs. */
export function bindTabs(list, choose) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll("[role=tab]:not([hidden])")];
    const at = tabs.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    choose(tab.dataset.with);
  });
}

function rove(items, chosen, focus = true) {
  [...items].forEach((item, n) => item.setAttribute("tabindex", n === chosen ? 0 : -1));
  if (focus) items[chosen].focus();
}
