// Figures in SVG: marks, small boards, badges and icons.

import { html } from "../vendor/htm-preact.js";
import { outcomeName } from "../shared/notation.js";

export const Mark = ({ player, look = "" }) => html`
  <svg class=${`mark ${player.toLowerCase()} ${look}`}
    viewBox="0 0 100 100" aria-hidden="true">
    ${
      player === "X"
        ? html`<path d="M28 28L72 72M72 28L28 72" />`
        : html`<circle cx="50" cy="50" r="25" />`
    }
  </svg>
`;

/** A small board of 30 by 30 units; the last move is tinted. */
export function Board30({ board, last }) {
  const [x, y] = last ? [10 * ((last - 1) % 3), 10 * Math.floor((last - 1) / 3)] : [];
  return html`
    <rect class="paper" width="30" height="30" rx="3" />
    ${last && html`<rect class="last" x=${x} y=${y} width="10" height="10" />`}
    <path class="lines" d="M10 1V29M20 1V29M1 10H29M1 20H29" />
    <path class="x" d=${strokes(board, "X", "m-2.6 -2.6l5.2 5.2m0 -5.2l-5.2 5.2")} />
    <path class="o"
      d=${strokes(board, "O", "m-2.8 0a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0")} />
  `;
}

/** One path for all marks of a player. */
const strokes = (board, mark, stroke) =>
  [...board]
    .map((cell, n) => [cell, 5 + 10 * (n % 3), 5 + 10 * Math.floor(n / 3)])
    .map(([cell, x, y]) => (cell === mark ? `M${x} ${y}${stroke}` : ""))
    .join("");

export const SmallBoard = ({ board, last }) => html`
  <svg class="small-board" viewBox="-1 -1 32 32" aria-hidden="true">
    <${Board30} board=${board} last=${last} />
  </svg>
`;

const SIGNS = {
  win: ["M8 12h8M12 8v8", () => html`<circle cx="12" cy="12" r="10" />`],
  draw: [
    "M8 10h8M8 14h8",
    () => html`<rect x="2.5" y="4.5" width="19" height="15" rx="7.5" />`,
  ],
  loss: ["M8.5 12h7", () => html`<path d="M12 1.5L22.5 12L12 22.5L1.5 12Z" />`],
};

/** The badge of a verdict: + in a disc, = in a bar, - in a diamond. */
export function Badge({ verdict }) {
  const name = outcomeName(verdict);
  const [stroke, shape] = SIGNS[name];
  return html`
    <svg class=${`badge ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      ${shape()}<path class="sign" d=${stroke} />
    </svg>
  `;
}

/** An icon of 24 by 24 units. */
export const Icon = ({ path, children }) => html`
  <svg viewBox="0 0 24 24" aria-hidden="true">
    ${path && html`<path d=${path} />`}${children}
  </svg>
`;
