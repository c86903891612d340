// The engine that the page was given: what it plays here, whether that is right, and
// what its search visits.

import { $, h, replace } from "./dom.js";
import { figure } from "./draw-tree.js";
import { lineOfPlay } from "./draw-values.js";
import { badge, smallBoard } from "./figures.js";
import { count, say, told } from "./language.js";
import { START } from "./state.js";

const other = { X: "O", O: "X" };

export function drawEngine(view) {
  const { position, about, guest } = view;
  const title = h("h2", {}, say("engine_title", about.engine));
  replace($("engine"), lastMistake(view), title, body(position, guest, view));
}

function body(position, guest, view) {
  if (!position.turn) return h("p", { class: "lead" }, say("engine_over"));
  if (!guest) return h("p", { class: "lead" }, say("engine_ask"));
  if (guest.error) return trouble(guest.error);
  const move = position.moves.find((each) => each.square === guest.square);
  const punished = move.mistake
    ? lineOfPlay(position, say("engine_refuted"), move.line, view.running)
    : null;
  return [answer(guest, move, position), punished, visited(view)];
}

const trouble = (error) => [
  h("p", { class: "lead bad" }, error),
  h(
    "button",
    { type: "button", "data-do": "ask-again", "data-key": "ask-again" },
    say("engine_retry"),
  ),
];

/** The engine's last move of the game, if it was a mistake, and the way to punish it. */
function lastMistake({ state, game, position, running }) {
  const before = game[state.at - 1];
  if (state.against !== "engine" || !before || before.turn === state.side) return null;
  const move = before.moves.find((each) => each.square === state.moves[state.at - 1]);
  if (!move.mistake) return null;
  return h(
    "section",
    { class: "bad" },
    h("p", { class: "lead" }, say("engine_erred", move.square, told(move.why))),
    position.turn
      ? lineOfPlay(position, say("engine_refuted"), move.line.slice(1), running)
      : null,
  );
}

function answer(guest, move, position) {
  const verdict = say("verdict", move.verdict);
  const best = say("verdict", position.verdict);
  const judged = move.mistake
    ? say("engine_mistake", verdict, best)
    : move.best
      ? say("engine_fine", verdict)
      : say("engine_slow", verdict, best);
  return h(
    "div",
    { class: "answer" },
    smallBoard(move.to, move.square),
    h(
      "div",
      {},
      h(
        "p",
        { class: "lead" },
        say("engine_plays", guest.square, say("where")[guest.square - 1]),
      ),
      h("p", {}, badge(move.verdict), " ", judged),
      h("p", { class: "note" }, say("engine_seconds", guest.seconds.toFixed(3))),
      h(
        "button",
        { type: "button", "data-move": guest.square, "data-key": "engine-move" },
        say("engine_play"),
      ),
    ),
  );
}

/** What the engine's own calls show of its search. */
function visited({ position, state, watched, guest }) {
  const title = h("h2", {}, say("engine_visits"));
  if (position.board === START)
    return [title, h("p", { class: "note" }, say("engine_start"))];
  if (!watched) return [title, h("p", { class: "note" }, say("engine_watching"))];
  if (watched.error) return [title, h("p", { class: "lead bad" }, watched.error)];
  const rows = seenRows(position, watched.seen, state.open, guest.square);
  return [
    title,
    h("p", { class: "lead" }, say("engine_codes")[watched.code]),
    watched.calls ? counters(watched) : null,
    watched.calls ? figure(rows, $("engine").clientWidth) : null,
    h("p", { class: "note" }, say("engine_evidence")),
  ];
}

function counters({ positions, textbook }) {
  const rows = [
    [say("engine_positions"), positions],
    ...Object.entries(textbook).map(([name, n]) => [say("textbook")[name] ?? name, n]),
  ];
  return h(
    "dl",
    { class: "counters" },
    rows.map(([name, n]) => h("div", {}, h("dt", {}, name), h("dd", {}, count(n)))),
  );
}

/** Rows of a tree, from what was seen: [square, positions, what follows], three deep. */
function seenRows(position, seen, open, chosen) {
  const rows = [];
  let [board, turn] = [position.board, position.turn];
  for (let depth = 0; seen?.length; depth++) {
    rows.push(seenRow(board, turn, seen, open[depth], depth === 0 ? chosen : null));
    const next = open[depth];
    seen = seen.find(([square]) => square === next)?.[2];
    if (next) board = put(board, next, turn);
    turn = other[turn];
  }
  return rows;
}

function seenRow(board, turn, seen, open, chosen) {
  const found = new Map(
    seen.map(([square, positions, after]) => [square, { positions, after }]),
  );
  const free = [...board].flatMap((cell, n) => (cell === "." ? [n + 1] : []));
  const children = free.map((square) => {
    const { positions, after } = found.get(square) ?? {};
    return {
      square,
      board: put(board, square, turn),
      status: positions ? "done" : "skipped",
      positions,
      over: !after?.length,
      isBest: square === chosen,
    };
  });
  return { board, turn, open, children };
}

const put = (board, square, mark) =>
  board.slice(0, square - 1) + mark + board.slice(square);
