// What each move is worth, why, and the line of best play.

import { h, replace } from "../dom.js";
import { say, told, verdict } from "../language.js";
import { moveOn, played } from "../state.js";
import { button, lead, lineOfPlay, moveRow } from "../widgets.js";

export const values = {
  name: "values",

  draw(panel, state) {
    const { position, running } = state;
    if (!position.turn) return replace(panel, over(state));
    if (!state.values) return replace(panel, hidden());
    const isTelling = position.moves.some((move) => !move.best);
    const { turn } = position;
    const [outcome, n] = position.verdict;
    const expected = ["values.loses", "values.draw", "values.wins"][outcome + 1];
    const rows = ranked(position.moves).map((move) => row(move, isTelling));
    return replace(
      panel,
      lead(say(expected, { turn, n })),
      h("h2", {}, say("values.by_move", { turn })),
      h("ul", { class: "worth" }, rows),
      lineOfPlay(position, say("values.line"), position.best, running),
    );
  },
};

const hidden = () => [
  h("h2", {}, say("values.title")),
  lead(say("values.intro")),
  button("values", null, { class: "primary" }, say("values.show")),
];

/** A finished game: how it ended, and the mistakes that led there. */
function over(state) {
  const { position, game } = state;
  const mistakes = played(state).flatMap((square, n) => {
    const move = moveOn(game[n], square);
    return move.mistake ? [mistake(move, n + 1, game[n].turn)] : [];
  });
  return [
    h("h2", {}, told(position.why)),
    lead(say(mistakes.length ? "values.over" : "values.flawless")),
    mistakes.length ? h("ul", { class: "worth" }, mistakes) : null,
  ];
}

function mistake(move, at, mark) {
  const name = say("status.move", { at, mark, square: move.square });
  return moveRow("jump", at - 1, name, move, h("b", {}, name));
}

/** Best first: the sooner a win and the later a loss, the better. */
function ranked(moves) {
  const worth = ({ verdict: [outcome, length] }) => outcome * (20 - length);
  return [...moves].sort((a, b) => worth(b) - worth(a) || a.square - b.square);
}

function row(move, isTelling) {
  const { square } = move;
  const where = say(`where.${square}`);
  const worth = verdict(move.verdict);
  const name = say("values.play", { square, where, verdict: worth });
  return moveRow("take", square, name, move, [
    h("b", { class: "verdict" }, worth),
    h("span", { class: "where" }, `${square} · ${where}`),
    move.best && isTelling ? h("span", { class: "tag" }, say("best")) : null,
  ]);
}
