// What each move is worth, why, and the line of best play.

import * as act from "./actions.js";
import { Badge, SmallBoard } from "../drawing/figures.js";
import { percent, say, localized, verdict } from "../shared/language.js";
import { outcomeName } from "../shared/notation.js";
import { moveOn, played, score } from "./state.js";
import { html } from "../vendor/htm-preact.js";
import { Button, Lead, LineOfPlay, MoveRow, Segments } from "../drawing/widgets.js";

/** @type {View} */
export const values = { name: "values", View: Values };

/** @param {{ state: State }} props */
function Values({ state }) {
  const { position, guesses } = state;
  if (!position.turn) return html`<${Over} state=${state} />`;
  if (!state.values) return html`<${Guesses} state=${state} />`;
  const { turn, moves } = position;
  const [outcome, n] = position.verdict;
  const expected = ["values.loses", "values.draw", "values.wins"][outcome + 1];
  const isTelling = moves.some((move) => !move.best);
  const areTied = moves.filter((move) => move.verdict[0] === 0).length > 1;
  const { right, all } = score(state);
  return html`
    ${all > 0 && html`<p class="lead score">${say("guess.score", { right, n: all })}</p>`}
    <${Lead}>${say(expected, { turn, n })}<//>
    <h2>${say("values.by_move", { turn })}</h2>
    <ul class="worth">
      ${ranked(moves).map((move) => {
        const guess = guesses[move.square];
        return html`<${Row} key=${move.square} move=${move} guess=${guess}
          isBest=${move.best && isTelling} isTied=${areTied && move.verdict[0] === 0} />`;
      })}
    </ul>
    <${LineOfPlay} from=${position} title=${say("values.line")} squares=${position.best}
      follow=${act.follow} />
  `;
}

/**
 * Sort moves, best first: quick wins, then draws by the share of games that they win against
 * a random player, then slow losses. What decides is shown beside the moves; moves that show
 * the same are in the order of their squares.
 */
export function ranked(moves) {
  const worth = ({ verdict: [outcome, length] }) => outcome * (20 - length);
  const share = ({ verdict: [outcome], odds }) =>
    outcome === 0 ? Math.round(1000 * odds) : 0;
  const rank = (a, b) =>
    worth(b) - worth(a) || share(b) - share(a) || a.square - b.square;
  return [...moves].sort(rank);
}

function Row({ move, guess, isBest, isTied }) {
  const { square } = move;
  const where = say(`where.${square}`);
  const worth = verdict(move.verdict);
  const judged = guess === move.verdict[0] ? "right" : "wrong";
  return html`
    <${MoveRow} move=${move} name=${say("values.play", { square, where, verdict: worth })}
      onClick=${() => act.take(square)}>
      <b class="verdict">${worth}</b><span class="where">${square} · ${where}</span>
      ${isBest && html`<span class="tag">${say("best")}</span>`}
      ${guess !== undefined && html`<span class=${`tag ${judged}`}>${say(`guess.${judged}`)}</span>`}
      ${isTied && html`<span class="where">${say("values.odds", { share: percent(move.odds) })}</span>`}
    <//>
  `;
}

// --- Guess first, then look --------------------------------------------------

const choices = (name) =>
  [1, 0, -1].map((value) => {
    const badge = html`<${Badge} verdict=${[value]} />`;
    return [value, badge, `${name}: ${say(`guess.${outcomeName([value])}`)}`];
  });

const Guesses = ({ state: { position, guesses } }) => html`
  <h2>${say("values.title")}</h2>
  <${Lead}>${say("values.intro")}<//>
  <ul class="guesses">
    ${position.moves.map(({ square, to }) => {
      const name = say("guess.square", { square, where: say(`where.${square}`) });
      return html`
        <li key=${square}>
          <${SmallBoard} board=${to} last=${square} /><b>${square}</b>
          <${Segments} label=${name} options=${choices(name)} chosen=${guesses[square]}
            choose=${(value) => act.guess(square, value)} />
        </li>
      `;
    })}
  </ul>
  <${Button} words="values.show" press=${act.toggleValues} look="primary" />
`;

/** A finished game: its result, and its mistakes. */
function Over({ state }) {
  const mistakes = played(state).flatMap((square, n) => {
    const { turn: mark } = state.game[n];
    const move = moveOn(state.game[n], square);
    if (!move.mistake) return [];
    const name = say("status.move", { at: n + 1, mark, square });
    const press = () => act.jump(n);
    return html`<${MoveRow} move=${move} name=${name} onClick=${press}><b>${name}</b><//>`;
  });
  return html`
    <h2>${localized(state.position.why)}</h2>
    <${Lead}>${say(mistakes.length ? "values.over" : "values.flawless")}<//>
    ${mistakes.length > 0 && html`<ul class="worth">${mistakes}</ul>`}
  `;
}
