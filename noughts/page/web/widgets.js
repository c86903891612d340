// What several views are made of: buttons, choices, chips, lists of moves.

import { h, s } from "./dom.js";
import { badge, smallBoard } from "./figures.js";
import { say, told } from "./language.js";
import { number, outcomeName, valueClass } from "./signs.js";
import { other, put } from "./marks.js";
import { METHODS } from "./state.js";

/** A button: the name of its deed in the table of deeds, and what the deed is given. */
export const button = (deed, given, attributes, ...children) =>
  h(
    "button",
    {
      type: "button",
      "data-do": deed,
      "data-with": given,
      "data-key": `${deed} ${given ?? ""}`,
      ...attributes,
    },
    children,
  );

/** A drawing on a button, 24 units wide and high. */
const icon = (path) =>
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));

/** A button that is only an icon: what it does and its key are its tooltip. */
export const iconButton = (deed, path, name, key) =>
  button(
    deed,
    null,
    {
      class: "icon",
      "aria-label": name,
      "aria-keyshortcuts": key,
      title: key ? `${name} (${key.toUpperCase()})` : name,
    },
    icon(path),
  );

/** A labelled choice among [value, text]; `data-choose` names the deed. */
export function choice(deed, label, options, chosen) {
  const items = options.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  return h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("select", { "data-choose": deed, "data-key": deed }, items),
  );
}

export const methodChoice = (chosen) =>
  choice(
    "method",
    say("method.name"),
    METHODS.map((name) => [name, say(`method.${name}`)]),
    chosen,
  );

export const lead = (text, more = {}) => h("p", { class: "lead", ...more }, text);
export const note = (text) => h("p", { class: "note" }, text);

/** Names and figures, side by side. */
export const counters = (rows) =>
  h(
    "dl",
    { class: "counters" },
    rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );

const valueChip = (value) =>
  h("span", { class: `chip ${valueClass(value)}` }, number(value));

export const legend = (bounds) =>
  h(
    "p",
    { class: "legend" },
    [
      [1, "tree.x_wins"],
      [0, "tree.even"],
      [-1, "tree.o_wins"],
    ].map(([value, key]) => h("span", {}, valueChip(value), say(key))),
    bounds ? h("span", { class: "note" }, say("tree.bounds")) : null,
  );

/** A move as a wide button: its board, what it is, and why. */
export const moveRow = (deed, given, name, move, first) =>
  h(
    "li",
    {},
    button(
      deed,
      given,
      {
        class: `move ${outcomeName(move.verdict)}`,
        "aria-label": `${name}. ${told(move.why)}`,
      },
      smallBoard(move.to, move.square),
      h(
        "span",
        { class: "what" },
        h("span", { class: "first" }, badge(move.verdict), first),
        h("span", { class: "why" }, told(move.why)),
      ),
    ),
  );

/** A line of play as small boards; any of them can be set up, or the whole played out. */
export function lineOfPlay({ board, turn }, title, squares, running) {
  const steps = squares.map((square, n) => {
    board = put(board, square, turn);
    const step = button(
      "follow",
      squares.slice(0, n + 1).join(""),
      { "aria-label": say("values.step", { at: n + 1, mark: turn, square }) },
      smallBoard(board, square),
      h("span", { class: turn.toLowerCase() }, `${turn} ${square}`),
    );
    turn = other[turn];
    return h("li", {}, step);
  });
  return h(
    "section",
    { class: "line-of-play" },
    h(
      "div",
      { class: "row" },
      h("h2", {}, title),
      button(
        "play-out",
        squares.join(""),
        { class: "quiet" },
        say(running ? "values.stop" : "values.play_out"),
      ),
    ),
    h("ol", {}, steps),
  );
}

/** A value that travels from one place of a drawing to another. */
export function fly(drawing, value, from, to) {
  const chip = s(
    "g",
    { class: `flying ${valueClass(value)}`, "aria-hidden": "true" },
    s("circle", { r: 10 }),
    s("text", { y: 4 }, number(value)),
  );
  drawing.append(chip);
  const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
  const path = [{ transform: at(from) }, { transform: at(to) }];
  chip.animate(path, { duration: 450, easing: "ease-in-out" }).onfinish = () =>
    chip.remove();
}
