// The given engine's move on the current board.

import { Badge, SmallBoard } from "../drawing/figures.js";
import { Button, Lead, LineOfPlay, Note } from "../drawing/widgets.js";
import * as game from "../game/actions.js";
import { moveOn } from "../game/state.js";
import { decimal, say, sentence, verdict } from "../shared/language.js";
import { answerTo, engineMove } from "../shared/needs.js";
import { html } from "../vendor/htm-preact.js";
import * as checking from "./actions.js";

export const Engine = ({ state }) => html`
  <h2 id="engine">${say("engine.title", { name: state.about.engine })}</h2>
  <${Here} state=${state} />
  <${Note}>${say("engine.as_it_was")}<//>
`;

function Here({ state }) {
  const { position } = state;
  if (!position.turn) return html`<${Lead}>${say("engine.over")}<//>`;
  const answer = answerTo(state, engineMove(position.board));
  if (!answer) return html`<${Lead}>${say("engine.ask")}<//>`;
  if (answer.error)
    return html`
      <p class="lead notice bad">${sentence(answer.error)}</p>
      <${Button} words="engine.retry" press=${() => checking.askAgain(position.board)} />
    `;
  const move = moveOn(position, answer.square);
  return html`
    <${Answer} answer=${answer} move=${move} position=${position} />
    ${move.mistake && html`<${LineOfPlay} title=${say("engine.refuted")} from=${position} squares=${move.line} follow=${game.follow} />`}
  `;
}

function Answer({ answer: { square, seconds }, move, position }) {
  const judged = move.mistake ? "mistake" : move.best ? "fine" : "slow";
  const worth = { verdict: verdict(move.verdict), best: verdict(position.verdict) };
  return html`
    <div class="answer">
      <${SmallBoard} board=${move.to} last=${square} />
      <div>
        <${Lead}>${say("engine.plays", { square, where: say(`where.${square}`) })}<//>
        <p><${Badge} verdict=${move.verdict} /> ${say(`engine.${judged}`, worth)}</p>
        <${Note}>${say("engine.seconds", { seconds: decimal(seconds, 3) })}<//>
        <${Button} words="engine.play" press=${() => game.take(square)} />
      </div>
    </div>
  `;
}
