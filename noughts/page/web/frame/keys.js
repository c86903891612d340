// Single-key shortcuts, as a table. Users of speech input can turn them off.

import { store, stored } from "../shared/storage.js";

export const singleKeys = () => stored("keys") !== "off";
export const setSingleKeys = (on) => store("keys", on ? "on" : "off");

// Elements that take letters; sliders and checkboxes do not.
const TYPED =
  "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog";
// Elements that Space and Enter operate, and those that arrow keys do.
const OPERATED = "a, button, input, [role=button], [role=tab], [data-square]";
const MOVED = "input, [role=button], [role=tab], [data-square]";

/** Call the action of a key, unless a field or the browser uses it. */
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    if (target.closest(TYPED) || !singleKeys()) return;
    const taken = key.startsWith("Arrow") ? MOVED : OPERATED;
    if (!/^\S$/.test(key) && key !== "Escape" && target.closest(taken)) return;
    const action = actions()[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** The keys of the squares, for the action that takes one. */
export const squareKeys = (take) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((square) => [square, () => take(square)]),
  );

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Move over the squares of a board with the arrow keys. */
export function moveOverBoard(event) {
  const [dx, dy] = ARROWS[event.key] ?? [];
  const from = Number(event.target.dataset.square) - 1;
  if (dx === undefined || Number.isNaN(from)) return;
  event.preventDefault();
  const squares = [...event.currentTarget.querySelectorAll("[data-square]")];
  const x = ((from % 3) + dx + 3) % 3;
  const y = (Math.floor(from / 3) + dy + 3) % 3;
  squares[3 * y + x]?.focus();
}

/** Move over a tree with the arrow keys: along its boards, to the parent, to a child. */
export function moveOverTree(event) {
  const { currentTarget, key, target } = event;
  const nodes = [...currentTarget.querySelectorAll("[role=button]")];
  const at = nodes.indexOf(target);
  const path = target.dataset.node;
  const leads = {
    ArrowLeft: nodes[at - 1],
    ArrowRight: nodes[at + 1],
    ArrowUp: nodes.find(({ dataset }) => dataset.node === path.slice(0, -1)),
    ArrowDown: nodes.slice(at + 1).find(({ dataset }) => dataset.node.startsWith(path)),
  };
  if (!(key in leads) && key !== "Enter" && key !== " ") return;
  event.preventDefault();
  leads[key]?.focus();
  if (!(key in leads)) target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

/** Move over the tabs with the arrow keys, Home and End. */
export function moveOverTabs(event) {
  const tabs = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const at = tabs.indexOf(event.target);
  const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
  if (!(event.key in keys) || at < 0) return;
  event.preventDefault();
  const tab = tabs[(keys[event.key] + tabs.length) % tabs.length];
  tab.focus();
  tab.click();
}
