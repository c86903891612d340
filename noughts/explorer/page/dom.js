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
  const same = element.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  // Where it is gone the panel takes over, so that nobody is thrown back to the top.
  (same ?? element.closest("[role=tabpanel]"))?.focus({ preventScroll: true });
}

/** Call with the nearest element that matches, for events anywhere inside one. */
export function on(element, type, selector, handler) {
  element.addEventListener(type, (event) => {
    const found = event.target.closest?.(selector);
    if (found && element.contains(found)) handler(found, event);
  });
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
