// A board to play on: the game's or a lesson's.

import { Badge, Mark } from "./figures.js";
import { moveOverBoard } from "../frame/keys.js";
import { say, verdict } from "../shared/language.js";
import { outcomeName } from "../shared/notation.js";
import { html, useState } from "../vendor/htm-preact.js";

/**
 * A board. `look(square)` returns how to draw a square, all of it optional:
 *
 *   press    the action of a click; without it the square is no button
 *   isIdle   whether a click does nothing now
 *   worth    the verdict to show
 *   ghost    the mark to preview
 *   sign     "right" or "wrong", for an answer
 *   classes  CSS classes: name -> whether it has the class
 *   note     an addition to the accessible name
 */
export function Board({ board, look, won = {}, ...more }) {
  const [stop, setStop] = useState(5); // the square that Tab reaches: the one focused last
  const note = ({ target }) => setStop(Number(target.dataset.square ?? stop));
  return html`
  <div class="board" role="group" aria-label=${say("board")} tabindex="-1" ...${more}>
    <${Strike} ...${won} />
    <svg class="grid" viewBox="0 0 300 300" aria-hidden="true">
      <path d="M100 6V294M200 6V294M6 100H294M6 200H294" />
    </svg>
    <div class="squares" onKeyDown=${moveOverBoard} onfocusin=${note}>
      ${[...board].map(
        (cell, n) => html`<${Square} key=${n} cell=${cell} square=${n + 1}
          isStop=${n + 1 === stop} ...${look(n + 1)} />`,
      )}
    </div>
  </div>
`;
}

/** @param {any} props */
function Square({ cell, square, classes = {}, ...looks }) {
  const { press, isIdle, isStop, worth, ghost, sign, note, ...handlers } = looks;
  const isEmpty = cell === ".";
  const all = {
    ...classes,
    taken: !isEmpty,
    valued: worth,
    [worth ? outcomeName(worth) : ""]: worth,
    [sign]: sign,
  };
  const names = Object.keys(all).filter((name) => all[name]);
  const operated = press
    ? { onClick: press, tabindex: isStop ? "0" : "-1" }
    : { role: "img" };
  return html`
    <${press ? "button" : "span"} class=${["square", ...names].join(" ")} ...${operated}
      data-square=${square} aria-disabled=${press && isIdle ? "true" : undefined}
      aria-label=${nameOf({ cell, square, worth, note })} ...${handlers}>
      ${!isEmpty && html`<${Mark} player=${cell} look=${classes.last ? "new" : ""} />`}
      ${worth && html`<${Badge} verdict=${worth} /><span class="verdict">${verdict(worth)}</span>`}
      ${isEmpty && html`<span class="number">${square}</span>`}
      ${sign && html`<span class="sign" aria-hidden="true">${sign === "right" ? "✓" : say("guess.no")}</span>`}
      ${ghost && html`<${Mark} player=${ghost} look="ghost" />`}
    <//>
  `;
}

/** A square's accessible name. */
function nameOf({ cell, square, worth, note }) {
  const state = cell === "." ? "empty" : "taken";
  const where = say(`where.${square}`);
  const name = say(`status.${state}`, { square, where, mark: cell });
  return [worth ? `${name}: ${verdict(worth)}` : name, note].filter(Boolean).join(", ");
}

/** A check mark or a cross. */
export const Sign = ({ judged }) =>
  judged &&
  html`<span class="sign" aria-hidden="true">${judged === "right" ? "✓" : "✗"}</span>`;

/** The winning lines, drawn a little beyond the outer squares' centres. */
function Strike({ lines = [], winner }) {
  const centre = (n) => [50 + 100 * ((n - 1) % 3), 50 + 100 * Math.floor((n - 1) / 3)];
  return html`
    <svg class="strike" viewBox="0 0 300 300" aria-hidden="true">
      ${lines.map(([first, , last]) => {
        const [[a, b], [c, d]] = [centre(first), centre(last)];
        const [x, y] = [Math.sign(c - a) * 30, Math.sign(d - b) * 30];
        return html`<line class=${winner.toLowerCase()} x1=${a - x} y1=${b - y}
          x2=${c + x} y2=${d + y} />`;
      })}
    </svg>
  `;
}
