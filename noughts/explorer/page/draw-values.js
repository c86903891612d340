// What each move is worth, why, and the line of best play.

import { $, h, replace } from "./dom.js";
import { badge, outcomeName, smallBoard } from "./figures.js";
import { say, told } from "./language.js";

export function drawValues(view) {
  const { state, position, running } = view;
  const panel = $("values");
  if (!position.turn) return replace(panel, over(view));
  if (!state.values) return replace(panel, hidden());
  const isTelling = position.moves.some((move) => !move.best);
  replace(
    panel,
    h("p", { class: "lead" }, say("best_play", position.turn, position.verdict)),
    h("h2", {}, say("values_by_move", position.turn)),
    h(
      "ul",
      { class: "worth" },
      ranked(position.moves).map((move) => row(move, isTelling)),
    ),
    lineOfPlay(position, say("best_line"), position.best, running),
  );
}

const hidden = () => [
  h("h2", {}, say("values_title")),
  h("p", { class: "lead" }, say("values_intro")),
  h(
    "button",
    { type: "button", class: "primary", "data-do": "values", "data-key": "values" },
    say("show_values"),
  ),
];

/** A finished game: how it ended, and the mistakes that led there. */
function over({ state, position, game }) {
  const mistakes = state.moves.slice(0, state.at).flatMap((square, n) => {
    const move = game[n].moves.find((each) => each.square === square);
    return move.mistake ? [mistake(move, n + 1, game[n].turn)] : [];
  });
  return [
    h("h2", {}, told(position.why)),
    h("p", { class: "lead" }, say(mistakes.length ? "values_over" : "values_flawless")),
    mistakes.length ? h("ul", { class: "worth" }, mistakes) : null,
  ];
}

function mistake(move, at, turn) {
  const name = say("move_label", at, turn, move.square);
  const why = told(move.why);
  return entry(
    { "data-at": at - 1, "data-key": `at ${at}`, "aria-label": `${name}: ${why}` },
    move,
    [badge(move.verdict), h("b", {}, name)],
  );
}

/** Best first: the sooner a win and the later a loss, the better. */
function ranked(moves) {
  const worth = ({ verdict: [outcome, length] }) => outcome * (20 - length);
  return [...moves].sort((a, b) => worth(b) - worth(a) || a.square - b.square);
}

function row(move, isTelling) {
  const where = say("where")[move.square - 1];
  const verdict = say("verdict", move.verdict);
  const name = say("play_square", move.square, where, verdict);
  const why = told(move.why);
  const about = {
    "data-move": move.square,
    "data-key": `move ${move.square}`,
    "aria-label": `${name}. ${why}`,
  };
  return entry(about, move, [
    badge(move.verdict),
    h("b", { class: "verdict" }, verdict),
    h("span", { class: "where" }, `${move.square} · ${where}`),
    move.best && isTelling ? h("span", { class: "tag" }, say("best")) : null,
  ]);
}

const entry = (about, move, first) =>
  h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: `move ${outcomeName(move.verdict)}`, ...about },
      smallBoard(move.to, move.square),
      h(
        "span",
        { class: "what" },
        h("span", { class: "first" }, first),
        h("span", { class: "why" }, told(move.why)),
      ),
    ),
  );

/** A line of play as small boards; any of them can be set up, or the whole played out. */
export function lineOfPlay(position, title, squares, running) {
  const steps = [];
  let [board, turn] = [position.board, position.turn];
  squares.forEach((square, n) => {
    board = board.slice(0, square - 1) + turn + board.slice(square);
    const name = say("line_step", n + 1, turn, square);
    steps.push(
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-line": squares.slice(0, n + 1).join(""),
            "data-key": `line ${n}`,
            "aria-label": name,
          },
          smallBoard(board, square),
          h("span", { class: turn.toLowerCase() }, `${turn} ${square}`),
        ),
      ),
    );
    turn = turn === "X" ? "O" : "X";
  });
  return h(
    "section",
    { class: "line-of-play" },
    h(
      "div",
      { class: "row" },
      h("h2", {}, title),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-out": squares.join(""),
          "data-key": "out",
        },
        say(running ? "stop" : "play_out"),
      ),
    ),
    h("ol", {}, steps),
  );
}
