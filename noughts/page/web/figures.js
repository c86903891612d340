// The figures of the game, in SVG: marks, small boards, and the signs of a value.

import { s } from "./dom.js";
import { outcomeName } from "./signs.js";

const CROSS = "M28 28L72 72M72 28L28 72";

export const mark = (player) =>
  s(
    "svg",
    {
      class: `mark ${player.toLowerCase()}`,
      viewBox: "0 0 100 100",
      "aria-hidden": "true",
    },
    player === "X" ? s("path", { d: CROSS }) : s("circle", { cx: 50, cy: 50, r: 25 }),
  );

/** A small board, as a group of 30 by 30 units; the square of the last move is tinted. */
export function board30(board, last) {
  const at = (n) => [5 + 10 * (n % 3), 5 + 10 * Math.floor(n / 3)];
  const cells = [...board].map((cell, n) => [cell, ...at(n)]);
  const xs = cells.filter(([cell]) => cell === "X");
  const os = cells.filter(([cell]) => cell === "O");
  const cross = ([, x, y]) => `M${x - 2.6} ${y - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2`;
  const ring = ([, x, y]) =>
    `M${x - 2.8} ${y}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0`;
  const tint = last && {
    x: 10 * ((last - 1) % 3),
    y: 10 * Math.floor((last - 1) / 3),
    width: 10,
    height: 10,
    class: "last",
  };
  return [
    s("rect", { class: "paper", width: 30, height: 30, rx: 3 }),
    tint && s("rect", tint),
    s("path", { class: "lines", d: "M10 1V29M20 1V29M1 10H29M1 20H29" }),
    xs.length ? s("path", { class: "x", d: xs.map(cross).join("") }) : null,
    os.length ? s("path", { class: "o", d: os.map(ring).join("") }) : null,
  ].filter(Boolean);
}

export const smallBoard = (board, last) =>
  s(
    "svg",
    { class: "small-board", viewBox: "-1 -1 32 32", "aria-hidden": "true" },
    board30(board, last),
  );

const SIGNS = {
  win: ["M8 12h8M12 8v8", "circle", { cx: 12, cy: 12, r: 10 }],
  draw: ["M8 10h8M8 14h8", "rect", { x: 2.5, y: 4.5, width: 19, height: 15, rx: 7.5 }],
  loss: ["M8.5 12h7", "path", { d: "M12 1.5L22.5 12L12 22.5L1.5 12Z" }],
};

/** The sign of a verdict: + in a disc, = in a bar, - in a diamond. */
export function badge(verdict) {
  const name = outcomeName(verdict);
  const [stroke, shape, place] = SIGNS[name];
  return s(
    "svg",
    { class: `badge ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s(shape, place),
    s("path", { class: "sign", d: stroke }),
  );
}
