// What each move is worth, why, and the line of best play.

import * as act from "../actions.js";
import { h, replace } from "../dom.js";
import { badge, smallBoard } from "../figures.js";
import { percent, say, told, verdict } from "../language.js";
import { moveOn, played, score } from "../state.js";
import { button, lead, lineOfPlay, moveRow } from "../widgets.js";

export const values = {
  name: "values",
  deeds: {
    guess: (given) => act.guess(...given.split(" ").map(Number)),
  },

  draw(panel, state) {
    const { position, running } = state;
    if (!position.turn) return replace(panel, over(state));
    if (!state.values) return replace(panel, hidden(state));
    const isTelling = position.moves.some((move) => !move.best);
    const { turn } = position;
    const [outcome, n] = position.verdict;
    const expected = ["values.loses", "values.draw", "values.wins"][outcome + 1];
    const draws = position.moves.filter((move) => move.verdict[0] === 0);
    const rows = ranked(position.moves).map((move) =>
      row(move, isTelling, draws.length > 1 && draws.includes(move), state),
    );
    return replace(
      panel,
      scored(state),
      lead(say(expected, { turn, n })),
      h("h2", {}, say("values.by_move", { turn })),
      h("ul", { class: "worth" }, rows),
      lineOfPlay(position, say("values.line"), position.best, running),
    );
  },
};

// --- Guess first, then look --------------------------------------------------

const SIGNS = [
  [1, "guess.win"],
  [0, "guess.draw"],
  [-1, "guess.loss"],
];

const hidden = (state) => [
  h("h2", {}, say("values.title")),
  lead(say("values.intro")),
  h(
    "ul",
    { class: "guesses" },
    state.position.moves.map((move) => guessRow(move, state)),
  ),
  button("values", null, { class: "primary" }, say("values.show")),
];

function guessRow({ square, to }, { guesses }) {
  const name = say("guess.square", { square, where: say(`where.${square}`) });
  const signs = SIGNS.map(([value, words]) =>
    button(
      "guess",
      `${square} ${value}`,
      {
        class: "sign",
        "aria-label": `${name}: ${say(words)}`,
        title: say(words),
        "aria-pressed": String(guesses[square] === value),
      },
      badge([value]),
    ),
  );
  return h(
    "li",
    {},
    smallBoard(to, square),
    h("b", {}, square),
    h("span", { class: "segments" }, signs),
  );
}

/** How well one has guessed, if one has. */
function scored(state) {
  const { right, all } = score(state);
  return all
    ? lead(say("guess.score", { right, n: all }), { class: "lead score" })
    : null;
}

/** Was this guess right? Nothing, where there was none. */
function guessed({ square, verdict: [outcome] }, guesses) {
  if (!(square in guesses)) return null;
  const isRight = guesses[square] === outcome;
  return h(
    "span",
    { class: `tag ${isRight ? "right" : "wrong"}` },
    say(isRight ? "guess.right" : "guess.wrong"),
  );
}

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

/**
 * Best first: the sooner a win and the later a loss, the better. Among draws, the one
 * that wins most often against a player who moves at random.
 */
function ranked(moves) {
  const worth = ({ verdict: [outcome, length] }) => outcome * (20 - length);
  const rank = (a, b) => worth(b) - worth(a) || b.odds - a.odds || a.square - b.square;
  return [...moves].sort(rank);
}

function row(move, isTelling, isTied, { guesses }) {
  const { square } = move;
  const where = say(`where.${square}`);
  const worth = verdict(move.verdict);
  const name = say("values.play", { square, where, verdict: worth });
  return moveRow("take", square, name, move, [
    h("b", { class: "verdict" }, worth),
    h("span", { class: "where" }, `${square} · ${where}`),
    move.best && isTelling ? h("span", { class: "tag" }, say("best")) : null,
    guessed(move, guesses),
    isTied
      ? h("span", { class: "where" }, say("values.odds", { share: percent(move.odds) }))
      : null,
  ]);
}
