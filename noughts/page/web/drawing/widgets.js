// Components that several views share.

import { Badge, Icon, SmallBoard } from "./figures.js";
import { count, say, localized } from "../shared/language.js";
import { number, other, outcomeName, put, valueClass } from "../shared/notation.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";

export const Lead = ({ children }) => html`<p class="lead">${children}</p>`;
export const Note = ({ children }) => html`<p class="note">${children}</p>`;

/** A button with a sentence of the page. */
export const Button = ({ words, press, look, disabled }) => html`
  <button class=${look || ""} onClick=${press} disabled=${disabled}>${say(words)}</button>
`;

/** A labelled checkbox. */
export const Check = ({ words, change, ...more }) => html`
  <label class="check">
    <input type="checkbox" onChange=${({ target }) => change(target.checked)} ...${more} />
    <span>${say(words)}</span>
  </label>
`;

/** A button that chooses files, and can choose the same ones again. */
export function ChooseFiles({ words, take, ...more }) {
  const change = ({ target }) => {
    take([...target.files]);
    target.value = "";
  };
  return html`
    <label class="choose">
      <input type="file" class="unseen" onChange=${change} ...${more} />${say(words)}
    </label>
  `;
}

/** A button with only an icon; its tooltip has its name and key. */
export const IconButton = ({ path, name, shortcut, word, children, ...more }) => html`
  <button class="icon" aria-label=${name}
    aria-keyshortcuts=${shortcut} title=${`${name} (${shortcut.toUpperCase()})`} ...${more}>
    <${Icon} path=${path}>${children}<//>${word && html`<small>${word}</small>`}
  </button>
`;

/** What is going on, with a bar; without a maximum, its end is unknown. */
export const Progress = ({ text, done, all }) => html`
  <p class="note" aria-live="polite">${text}</p>
  <progress value=${done} max=${all} aria-label=${text}></progress>
`;

const mega = (bytes) => count(Math.round(bytes / 1e5) / 10);

/** The download of Python, or its start. */
export function Loading({ here, all }) {
  const sizes = all && { here: mega(here), all: mega(all) };
  const text = all ? say("checking.loading", sizes) : say("checking.starting");
  return html`<${Progress} text=${text} done=${here} all=${all} />`;
}

/** A text with code in backticks. */
export const prose = (text) =>
  text.split("`").map((part, n) => (n % 2 ? html`<code>${part}</code>` : part));

/**
 * A labelled list of options: [value, text]. If it was opened with the mouse, it gives the
 * keys back to the page: the arrow keys would change the choice.
 */
export function Choice({ label, options, chosen, choose, disabled }) {
  const change = ({ target }) => {
    choose(target.value);
    if (!target.matches(":focus-visible")) target.blur();
  };
  return html`
    <label class="field">
      <span>${label}</span>
      <select value=${chosen} disabled=${disabled} onChange=${change}>
        ${options.map(
          ([value, text]) =>
            html`<option key=${value} value=${value} selected=${value === chosen}>
              ${text}
            </option>`,
        )}
      </select>
    </label>
  `;
}

/** Buttons of which one is pressed: [value, text, accessible name, language]. */
export const Segments = ({ label, options, chosen, choose }) => html`
  <span class="segments" role="group" aria-label=${label}>
    ${options.map(
      ([value, text, name, lang]) => html`
        <button key=${value} aria-pressed=${String(value === chosen)} aria-label=${name}
          title=${name} lang=${lang} onClick=${() => choose(value)}>
          ${text}
        </button>
      `,
    )}
  </span>
`;

const LEGEND = { 1: "tree.x_wins", 0: "tree.even", "-1": "tree.o_wins" };

export const Legend = ({ children }) => html`
  <p class="legend">
    ${[1, 0, -1].map((value) => {
      const chip = html`<b class=${`chip ${valueClass(value)}`}>${number(value)}</b>`;
      return html`<span>${chip}${say(LEGEND[value])}</span>`;
    })}
    ${children}
  </p>
`;

/** A move as a wide button: its board, its value, and why. */
export const MoveRow = ({ move, name, children, ...more }) => html`
  <li>
    <button class=${`move ${outcomeName(move.verdict)}`}
      aria-label=${`${name}. ${localized(move.why)}`} ...${more}>
      <${SmallBoard} board=${move.to} last=${move.square} />
      <span class="what">
        <span class="first"><${Badge} verdict=${move.verdict} />${children}</span>
        <span class="why">${localized(move.why)}</span>
      </span>
    </button>
  </li>
`;

/** The boards of a line of play: [board, square, mark] after each move. */
function boardsOf({ board, turn }, squares) {
  return squares.map((square) => {
    const mark = turn;
    board = put(board, square, mark);
    turn = other[turn];
    return [board, square, mark];
  });
}

/** A line of play; with `follow(squares)`, each of its boards is a button. */
export const LineOfPlay = ({ from, title, squares, follow }) => html`
  <section class="line-of-play">
    <h2>${title}</h2>
    <ol>
      ${boardsOf(from, squares).map(([board, square, mark], n) => {
        const step = html`
          <${SmallBoard} board=${board} last=${square} />
          <span class=${mark.toLowerCase()}>${mark} ${square}</span>
        `;
        const name = say("values.step", { at: n + 1, mark, square });
        const press = () => follow(squares.slice(0, n + 1));
        return html`<li key=${n}>
          ${follow && html`<button aria-label=${name} onClick=${press}>${step}</button>`}
          ${!follow && html`<span class="step">${step}</span>`}
        </li>`;
      })}
    </ol>
  </section>
`;

const NARROW = "(max-width: 59.99rem)"; // as in style.css

/** Fold secondary content on a narrow screen. */
export function Fold({ title, when, children }) {
  const [query] = useState(() => matchMedia(NARROW));
  const [isNarrow, setNarrow] = useState(query.matches);
  useLayoutEffect(() => {
    const look = () => setNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  if (!isNarrow || !when) return children;
  return html`<details class="fold"><summary>${title}</summary>${children}</details>`;
}

/** A box that draws its content for its size: children({ width, height }). */
export function Measured({ children, ...more }) {
  const box = useRef(null);
  const [room, setRoom] = useState(null);
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box.current;
      setRoom((old) =>
        old?.width === width && old.height === height ? old : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return html`<div ref=${box} ...${more}>${room?.width > 0 && children(room)}</div>`;
}
