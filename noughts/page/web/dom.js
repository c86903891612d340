// The few words in which this page speaks to the document.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

/** An HTML element: attributes that are null, undefined or false are left out. */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

function fill(element, attributes, children) {
  attribute(element, attributes);
  element.append(...children.flat(Infinity).filter((child) => child != null));
  return element;
}

export function attribute(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

/**
 * Put new children into an element; focus stays on the one of the same data-key. One that
 * was there before is not touched: a field that is moved loses its caret, and what was typed.
 */
export function replace(element, ...children) {
  const focused = element.contains(document.activeElement)
    ? document.activeElement.dataset.key
    : undefined;
  const wanted = children.flat(Infinity).filter((child) => child != null);
  for (const child of [...element.childNodes])
    if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, n) => {
    const there = element.childNodes[n];
    if (!there) element.append(child);
    else if (there !== child) there.before(child);
  });
  if (focused === undefined) return;
  const same = element.querySelector(keyed(focused));
  same?.focus({ preventScroll: true });
}

const keyed = (key) => `[data-key="${CSS.escape(key)}"]`;
const CONTROLS = "a[href], button, input, select, textarea, [tabindex='0']";
const controls = () => [...document.querySelectorAll(CONTROLS)];
const isSeen = (element) => element.getClientRects().length > 0;
const follows = (one, other) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const canAct = (element) =>
  element.isConnected && !element.disabled && isSeen(element) && element.tabIndex >= 0;

/**
 * Draw; where that takes away, hides or disables what has the focus, the next thing there
 * that one can use gets it: nobody who uses keys is thrown back to the top.
 */
export function keepFocus(drawing) {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return drawing();
  const earlier = controls().filter((each) => follows(each, focused));
  const isByKeys = focused.matches(":focus-visible");
  drawing();
  const still = document.activeElement;
  if (still && still !== document.body && !still.disabled && isSeen(still)) return;
  const same = ({ dataset }) =>
    dataset.key && document.querySelector(keyed(dataset.key));
  const before = earlier
    .map((each) => (each.isConnected ? each : same(each)))
    .findLast((each) => each && isSeen(each));
  const next = controls().find(
    (each) => canAct(each) && (!before || follows(before, each)),
  );
  (next ?? before)?.focus({ preventScroll: !isByKeys });
}

/** Call with the nearest element that matches, for events anywhere inside one. */
export function on(element, type, selector, handler) {
  element.addEventListener(type, (event) => {
    const found = event.target.closest?.(selector);
    if (found && element.contains(found)) handler(found, event);
  });
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
