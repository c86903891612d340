// Bigger boards: a game against the solver, with values as they become known.

import * as act from "../actions.js";
import { canUndo, isFree, isTheirs, measures, SIZES } from "../bigger-state.js";
import { h, replace } from "../dom.js";
import { badge, mark } from "../figures.js";
import { language, say, verdict } from "../language.js";
import { outcomeName } from "../signs.js";
import { now } from "../store.js";
import { button, choice, lead, note } from "../widgets.js";

export const bigger = {
  name: "bigger",
  isThere: ({ about }) => !about.frozen, // it needs the solver
  needs: () => ["bigger"],
  deeds: {
    "bigger-take": (square) => act.takeBigger(Number(square)),
    "bigger-undo": act.undoBigger,
    "bigger-side": (side) => act.beginBigger(undefined, side),
  },
  choices: { "bigger-size": (size) => act.beginBigger(size) },
  game: () => ({
    take: act.takeBigger,
    undo: () => canUndo(now().big) && act.undoBigger(),
    new: () => act.beginBigger(),
    values: act.toggleValues,
  }),
  draw,
};

const named = (size) => say("bigger.size", measures(size));

function draw(panel, { big, values }) {
  const { size, side, found } = big;
  const frame = [language(), size, side, values].join(" ");
  if (panel.dataset.frame !== frame) replace(panel, ...made(big, values));
  panel.dataset.frame = frame;
  const place = panel.querySelector(".found");
  panel.querySelector("[data-do=bigger-undo]").disabled = !canUndo(big);
  if (found) replace(place, standing(big, values));
  else if (!place.firstChild) replace(place, lead(say("bigger.thinking")));
  else place.firstChild.textContent = say("bigger.thinking"); // above the board before
}

const standing = (big, values) => [
  lead(status(big), { class: "lead score", role: "status" }),
  grid(big, measures(big.size).columns, values),
  big.found.turn ? note(known(big, values)) : null,
];

/** What stays while more becomes known: a list that is open stays open. */
const made = (big, values) => [
  h("h2", {}, say("bigger.title")),
  lead(say("bigger.intro", { line: measures(big.size).line })),
  h(
    "div",
    { class: "row tools" },
    choice(
      "bigger-size",
      say("board"),
      SIZES.map((each) => [each, named(each)]),
      big.size,
    ),
    h(
      "span",
      { class: "segments", role: "group", "aria-label": say("you") },
      ["X", "O"].map((each) =>
        button(
          "bigger-side",
          each,
          { "aria-pressed": String(each === big.side) },
          each,
        ),
      ),
    ),
    button("bigger-undo", null, {}, say("undo")),
    button("bigger-side", `${big.side} `, {}, say("again")),
    button("values", null, { "aria-pressed": String(values) }, say("values.show")),
  ),
  h("div", { class: "found" }),
];

function status(big) {
  const { side, found } = big;
  const { turn, winner } = found;
  if (isTheirs(big)) return say("status.thinking", { turn });
  if (turn) return say("status.yours", { turn });
  if (!winner) return say("status.tied");
  return say(winner === side ? "status.you_won" : "status.you_lost", { winner });
}

function known({ found }, values) {
  if (!values) return say("bigger.hidden");
  const n = Object.keys(found.values).length;
  return say(found.complete ? "bigger.complete" : "bigger.known", {
    known: n,
    n: found.board.split(".").length - 1,
  });
}

function grid(big, columns, values) {
  const cells = [...big.found.board].map((cell, n) => cellOf(big, cell, n + 1, values));
  return h(
    "div",
    {
      class: `bigboard columns-${columns}`,
      role: "group",
      "aria-label": say("board"),
      tabindex: -1,
    },
    cells,
  );
}

function cellOf(big, cell, square, values) {
  const { found } = big;
  const worth = values ? found.values[square] : undefined;
  const isLast = big.moves.at(-1) === square;
  const classes = ["cell", worth ? outcomeName(worth) : "", isLast ? "last" : ""];
  if (found.line.includes(square)) classes.push("won");
  const name =
    cell === "."
      ? say("bigger.empty", { square })
      : say("bigger.taken", { square, mark: cell });
  return button(
    "bigger-take",
    square,
    {
      class: classes.join(" "),
      "aria-label": worth ? `${name}: ${verdict(worth)}` : name,
      "aria-disabled": found.turn === big.side && isFree(big, square) ? null : "true",
    },
    cell === "." ? null : mark(cell),
    worth ? [badge(worth), h("span", { class: "verdict" }, verdict(worth))] : null,
    cell === "." ? h("span", { class: "number" }, square) : null,
  );
}
