// Values as they are written, and the names of their looks.

/** A number as a Minimax value: +1, 0, -1, or one of the two infinities. */
export const number = (value) =>
  ({ "-Infinity": "−∞", "-1": "−1", 0: "0", 1: "+1", Infinity: "+∞" })[value];

export const BOUNDS = { exact: "", least: "≥ ", most: "≤ " };

export const valueClass = (value) =>
  ({ "-1": "o-wins", 0: "even", 1: "x-wins" })[value];

export const outcomeName = ([outcome]) => ["loss", "draw", "win"][outcome + 1];
