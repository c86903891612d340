// The game: status, board, moves, and who plays.

import { $, attribute, h, replace, s } from "./dom.js";
import { badge, mark, outcomeName } from "./figures.js";
import { say } from "./language.js";
import { played } from "./state.js";

export const opponentName = (name, about) =>
  name === "engine" ? about.engine : say("opponents")[name];

export function drawGame(view) {
  drawStatus(view);
  drawBoard(view);
  drawControls(view);
  drawMoves(view);
}

export function statusText({ state, position, thinking }) {
  const { turn, winner } = position;
  if (thinking) return say("thinking", turn);
  if (turn) return turn === state.side ? say("your_move", turn) : say("to_move", turn);
  if (!winner) return say("tied");
  if (state.side === "both") return say("won", winner);
  return winner === state.side ? say("you_won") : say("you_lost", winner);
}

function drawStatus(view) {
  const { position } = view;
  const whose = position.turn ?? position.winner;
  replace($("status"), whose ? mark(whose) : null, h("span", {}, statusText(view)));
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
function isBlunder({ state, game }) {
  const before = game[state.at - 1];
  const shown =
    state.values || (state.against === "engine" && before?.turn !== state.side);
  const last = played(state).at(-1);
  return shown && before?.moves.find((move) => move.square === last).mistake;
}

function drawBoard(view) {
  const { state, position, hint } = view;
  const last = played(state).at(-1);
  const isMistake = isBlunder(view);
  const moves = new Map(position.moves.map((move) => [move.square, move]));
  for (const button of $("squares").children) {
    const square = Number(button.dataset.square);
    const cell = position.board[square - 1];
    const move = moves.get(square);
    const shown = state.values ? move : undefined;
    const blunder = isMistake && square === last;
    const is = {
      taken: cell !== ".",
      last: square === last,
      hint: square === hint,
      blunder,
    };
    is[`turn-${position.turn?.toLowerCase()}`] = Boolean(move);
    if (shown)
      Object.assign(is, {
        valued: true,
        best: move.best,
        [outcomeName(move.verdict)]: true,
      });
    const classes = Object.keys(is).filter((name) => is[name]);
    const name = label(square, cell, shown);
    attribute(button, {
      class: ["square", ...classes].join(" "),
      "aria-label": blunder ? `${name}, ${say("mistake")}` : name,
      "aria-disabled": move ? null : "true",
    });
    drawSquare(button, cell, shown, move && position.turn);
  }
  drawStrike(position);
}

function drawSquare(button, cell, move, turn) {
  const kind = `${cell} ${move ? say("verdict", move.verdict) : ""} ${turn ?? ""}`;
  if (button.dataset.kind === kind) return;
  const isNew = button.dataset.kind?.startsWith(".") && cell !== ".";
  button.dataset.kind = kind;
  const content =
    cell !== "."
      ? [mark(cell)]
      : move
        ? [
            badge(move.verdict),
            h("span", { class: "verdict" }, say("verdict", move.verdict)),
          ]
        : [
            h("span", { class: "number" }, button.dataset.square),
            turn ? mark(turn) : null,
          ];
  button.replaceChildren(...content.filter(Boolean));
  if (isNew) button.firstChild.classList.add("new");
}

function label(square, cell, move) {
  const where = say("where")[square - 1];
  if (cell !== ".") return say("square_taken", square, where, cell);
  const empty = say("square_empty", square, where);
  return move ? `${empty}: ${say("verdict", move.verdict)}` : empty;
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

function drawControls({ state, position, about, thinking }) {
  attribute($("show"), { "aria-checked": String(state.values) });
  $("undo").disabled = state.at === 0;
  $("redo").disabled = state.at >= state.moves.length;
  const theirs = state.side !== "both" && position.turn && position.turn !== state.side;
  $("reply").hidden = !theirs || Boolean(thinking);
  for (const button of document.querySelectorAll("[data-side]"))
    attribute(button, { "aria-pressed": String(button.dataset.side === state.side) });
  const names = Object.keys(say("opponents")).concat(about.engine ? ["engine"] : []);
  const options = names.map((name) =>
    h("option", { value: name }, opponentName(name, about)),
  );
  $("against").replaceChildren(...options);
  $("against").value = state.against;
  $("against").disabled = state.side === "both";
}

function drawMoves({ state, game }) {
  const items = state.moves.map((square, n) => {
    const before = game[n];
    const move = before?.moves.find((each) => each.square === square);
    const turn = before?.turn;
    const isMistake = state.values && move?.mistake;
    const name = turn ? say("move_label", n + 1, turn, square) : String(square);
    const button = h(
      "button",
      {
        type: "button",
        "data-at": n + 1,
        "data-key": n + 1,
        class: isMistake ? "mistake" : null,
        "aria-current": state.at === n + 1 ? "step" : null,
        "aria-label": isMistake ? `${name}, ${say("mistake")}` : name,
      },
      turn ? mark(turn) : null,
      `${square}${isMistake ? "?" : ""}`,
    );
    return h("li", { class: n < state.at ? null : "undone" }, button);
  });
  const first = h(
    "button",
    {
      type: "button",
      "data-at": 0,
      "data-key": 0,
      "aria-current": state.at === 0 ? "step" : null,
    },
    say("begin"),
  );
  replace($("moves"), h("li", {}, first), items);
}
