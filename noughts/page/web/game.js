// The game: status, board, moves, and who plays.

import { $, attribute, h, replace, s } from "./dom.js";
import { badge, mark } from "./figures.js";
import { say, told, verdict } from "./language.js";
import { outcomeName } from "./signs.js";
import {
  advice,
  isTheirs,
  moveOn,
  OPPONENTS,
  played,
  SIDES,
  wentWrong,
} from "./state.js";
import { button } from "./widgets.js";

export function drawGame(state) {
  drawStatus(state);
  drawBoard(state);
  drawControls(state);
  drawMoves(state);
}

export function statusText(state) {
  const { side, position, thinking, view, part } = state;
  const { turn, winner } = position;
  if (thinking) return say("status.thinking", { turn });
  const advised = advice(state);
  if (advised)
    return say("status.hint", { square: advised.square, why: told(advised.why) });
  const isAsked = turn === side && !(view === "first" && part > 1);
  if (turn) return say(isAsked ? "status.yours" : "status.theirs", { turn });
  if (!winner) return say("status.tied");
  if (side === "both") return say("status.won", { winner });
  return say(winner === side ? "status.you_won" : "status.you_lost", { winner });
}

function drawStatus(state) {
  const { position } = state;
  const whose = position.turn ?? position.winner;
  replace($("status"), whose ? mark(whose) : null, h("span", {}, statusText(state)));
  $("notation").textContent = position.board.match(/.../g).join(" ");
}

/** Nine buttons, made once: keyboards and screen readers keep their place. */
export function makeSquares() {
  for (let n = 1; n <= 9; n++)
    $("squares").append(
      h("button", {
        type: "button",
        class: "square",
        "data-square": n,
        tabindex: n === 5 ? 0 : -1,
      }),
    );
}

/** Is the last move a mistake that is to be shown: values are on, or an engine made it? */
function isBlunder(state) {
  const before = state.game[state.at - 1];
  const shown =
    state.values || (state.against === "engine" && before?.turn !== state.side);
  return shown && moveOn(before, played(state).at(-1))?.mistake;
}

function drawBoard(state) {
  const { position } = state;
  const hint = state.hint ?? advice(state)?.square;
  const last = played(state).at(-1);
  const isMistake = isBlunder(state);
  for (const square of $("squares").children) {
    const number = Number(square.dataset.square);
    const cell = position.board[number - 1];
    const move = moveOn(position, number);
    const shown = state.values ? move : undefined;
    const blunder = isMistake && number === last;
    const is = {
      taken: cell !== ".",
      last: number === last,
      hint: number === hint,
      blunder,
      [`turn-${position.turn?.toLowerCase()}`]: Boolean(move),
    };
    if (shown)
      Object.assign(is, {
        valued: true,
        best: move.best,
        [outcomeName(move.verdict)]: true,
      });
    const classes = Object.keys(is).filter((name) => is[name]);
    const name = label(number, cell, shown);
    attribute(square, {
      class: ["square", ...classes].join(" "),
      "aria-label": blunder ? `${name}, ${say("mistake")}` : name,
      "aria-disabled": move ? null : "true",
    });
    drawSquare(square, cell, shown, move && position.turn);
  }
  drawStrike(position);
}

function drawSquare(square, cell, move, turn) {
  const kind = `${cell} ${move ? verdict(move.verdict) : ""} ${turn ?? ""}`;
  if (square.dataset.kind === kind) return;
  const isNew = square.dataset.kind?.startsWith(".") && cell !== ".";
  square.dataset.kind = kind;
  const number = h("span", { class: "number" }, square.dataset.square);
  const worth = move && [
    badge(move.verdict),
    h("span", { class: "verdict" }, verdict(move.verdict)),
  ];
  const ghost = turn && !move ? mark(turn) : null; // seen while one points at it
  replace(square, cell !== "." ? mark(cell) : [worth, number, ghost]);
  if (isNew) square.firstChild.classList.add("new");
}

function label(square, cell, move) {
  const where = say(`where.${square}`);
  if (cell !== ".") return say("status.taken", { square, where, mark: cell });
  const empty = say("status.empty", { square, where });
  return move ? `${empty}: ${verdict(move.verdict)}` : empty;
}

function drawStrike(position) {
  const centre = (n) => [50 + 100 * ((n - 1) % 3), 50 + 100 * Math.floor((n - 1) / 3)];
  const lines = (position.lines ?? []).map(([first, , last]) => {
    const [[a, b], [c, d]] = [centre(first), centre(last)];
    // A little beyond the centres of the outer squares.
    const [x, y] = [Math.sign(c - a) * 30, Math.sign(d - b) * 30];
    return s("line", {
      x1: a - x,
      y1: b - y,
      x2: c + x,
      y2: d + y,
      class: position.winner.toLowerCase(),
    });
  });
  $("strike").replaceChildren(...lines);
}

function drawControls(state) {
  const { position, about } = state;
  attribute($("show"), { "aria-checked": String(state.values) });
  $("undo").disabled = state.at === 0;
  $("redo").disabled = state.at >= state.moves.length;
  $("again").classList.toggle("primary", !position.turn);
  replace($("next"), nextButton(state));
  replace(
    $("side"),
    SIDES.map((side) =>
      button(
        "side",
        side,
        { "aria-pressed": String(side === state.side) },
        side === "both" ? say("both") : side,
      ),
    ),
  );
  const names = OPPONENTS.map((name) => [name, say(`opponent.${name}`)]);
  if (about.engine) names.push(["engine", about.engine]);
  const options = names.map(([value, name]) => h("option", { value }, name));
  // A list that somebody has opened is not made anew under their eyes.
  if ($("against").textContent !== options.map((each) => each.text).join(""))
    replace($("against"), options);
  $("against").value = state.against;
  $("against").disabled = state.side === "both";
}

/** Beside the status: the opponent's move, the way to the mistake, or a hint. */
function nextButton(state) {
  if (isTheirs(state) && !state.thinking)
    return button("reply", null, { class: "primary" }, say("reply"));
  const wrong = wentWrong(state);
  if (wrong)
    return button(
      "jump",
      wrong - 1,
      { class: "quiet" },
      say("went_wrong", { at: wrong }),
    );
  if (state.view === "first") return null; // which asks a question of its own
  const canAsk = state.position.turn && !state.thinking && !state.values;
  return canAsk && !advice(state)
    ? button("advise", null, { class: "quiet" }, say("hint"))
    : null;
}

function drawMoves(state) {
  const items = state.moves.map((square, n) => {
    const before = state.game[n];
    const turn = before?.turn;
    const isMistake = state.values && moveOn(before, square)?.mistake;
    const name = say("status.move", { at: n + 1, mark: turn, square });
    const item = button(
      "jump",
      n + 1,
      {
        class: isMistake ? "mistake" : null,
        "aria-current": state.at === n + 1 ? "step" : null,
        "aria-label": isMistake ? `${name}, ${say("mistake")}` : name,
      },
      turn ? mark(turn) : null,
      `${square}${isMistake ? "?" : ""}`,
    );
    return h("li", { class: n < state.at ? null : "undone" }, item);
  });
  const first = { "aria-current": state.at === 0 ? "step" : null };
  replace($("moves"), h("li", {}, button("jump", 0, first, say("begin"))), items);
}
