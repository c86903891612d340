// Keeps the keyboard focus when a redraw removes the focused element.

const CONTROLS = "a[href], button, input, select, textarea, [tabindex='0']";
/** @returns {any[]} */
const controls = () => [...document.querySelectorAll(CONTROLS)];
const canAct = (element) =>
  element.isConnected && !element.disabled && element.getClientRects().length > 0;

/** Draw; if the focused element disappears, focus the next one. */
export function keepFocus(draw) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!focused || focused === document.body) return draw();
  const before = controls();
  const isByKeys = focused.matches(":focus-visible");
  draw();
  if (canAct(focused)) return;
  const above = before.slice(0, before.indexOf(focused)).findLast(canAct);
  const now = controls();
  const below = now.slice(above ? now.indexOf(above) + 1 : 0);
  const next = below.find((each) => canAct(each) && each.tabIndex >= 0);
  /** @type {any} */ // newer than the types: focusVisible
  const how = { preventScroll: !isByKeys, focusVisible: isByKeys };
  (next ?? above)?.focus(how);
}
