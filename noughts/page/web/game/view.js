// The game: status, board, controls and moves.

import * as act from "./actions.js";
import { advice, isTheirs, isThinking, moveOn, OPPONENTS, played } from "./state.js";
import { SIDES, START, wentWrong } from "./state.js";
import { Board } from "../drawing/board.js";
import { Icon, Mark } from "../drawing/figures.js";
import { say, localized } from "../shared/language.js";
import { html } from "../vendor/htm-preact.js";
import { Check, Choice, Segments } from "../drawing/widgets.js";

function statusText(state) {
  const { side, position } = state;
  const { turn, winner } = position;
  if (isThinking(state)) return say("status.thinking", { turn });
  const advised = advice(state);
  if (advised)
    return say("status.hint", { square: advised.square, why: localized(advised.why) });
  if (turn) return say(turn === side ? "status.yours" : "status.theirs", { turn });
  if (!winner) return say("status.tied");
  if (side === "both") return say("status.won", { winner });
  return say(winner === side ? "status.you_won" : "status.you_lost", { winner });
}

/** What a screen reader says after a move. */
export function announcement(state) {
  const before = state.game[state.at - 1];
  const square = played(state).at(-1);
  const took = before && moveOn(before, square);
  const said = took ? say("status.took", { mark: before.turn, square }) : "";
  return `${said} ${statusText(state)}.`.trim();
}

const ICONS = {
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0-6 6v1",
  again: "M5 12a7 7 0 1 0 2-5M5 4v4h4",
};

export function Game({ state }) {
  const { position, at, moves, values } = state;
  const isLong = Boolean(advice(state));
  const whose = position.turn ?? position.winner;
  return html`
    <section class="game" aria-label=${say("game")}>
      <div class="row head">
        <p id="status" class=${`status ${isLong ? "long" : ""}`}>
          ${whose && html`<${Mark} player=${whose} />`}<span>${statusText(state)}</span>
        </p>
        <span class="next"><${NextButton} state=${state} /></span>
      </div>
      <${GameBoard} state=${state} />
      <div class="row controls">
        <${Control} name="undo" disabled=${at === 0} />
        <${Control} name="redo" disabled=${at >= moves.length} />
        <${Control} name="again" class=${position.turn ? "" : "primary"} />
      </div>
      ${
        !isGuessing(state) &&
        html`<${Check} words="values.show" role="switch" checked=${values}
          change=${act.toggleValues} />`
      }
    </section>
  `;
}

/** Does the view beside the board ask for guesses? It has a button of its own. */
const isGuessing = ({ view, values, position }) =>
  view === "values" && !values && Boolean(position.turn);

const Control = ({ name, ...more }) => html`
  <button onClick=${() => act[name]()} ...${more}>
    <${Icon} path=${ICONS[name]} /><span>${say(name)}</span>
  </button>
`;

/** The button beside the status: the opponent's move, the mistake, or a hint. */
function NextButton({ state }) {
  if (isTheirs(state) && !isThinking(state))
    return html`<button class="primary" onClick=${act.reply}>${say("reply")}</button>`;
  const wrong = wentWrong(state);
  if (wrong)
    return html`<button class="quiet" onClick=${act.lookBack}>
      ${say("went_wrong", { at: wrong })}
    </button>`;
  const canAsk = state.position.turn && !isThinking(state) && !state.values;
  if (!canAsk || advice(state)) return null;
  return html`<button class="quiet" onClick=${act.advise}>${say("hint")}</button>`;
}

/** Is the last move a mistake that may be shown? An engine's mistakes always are. */
function isBlunder(state) {
  const before = state.game[state.at - 1];
  const isShown =
    state.values || (state.against === "engine" && before?.turn !== state.side);
  return isShown && moveOn(before, played(state).at(-1))?.mistake;
}

function GameBoard({ state }) {
  const { position, values } = state;
  const last = played(state).at(-1);
  const blunder = isBlunder(state) ? last : null;
  const hint = advice(state)?.square;
  const look = (square) => {
    const move = moveOn(position, square);
    return {
      press: () => act.press(square),
      isIdle: !move,
      worth: values ? move?.verdict : undefined,
      ghost: move && !values && position.turn,
      note: square === blunder && say("mistake"),
      classes: {
        last: square === last,
        hint: square === hint,
        blunder: square === blunder,
        best: values && move?.best,
      },
    };
  };
  return html`<${Board} id="board" board=${position.board} look=${look} won=${position} />`;
}

/** Who plays, and the moves so far. */
export function Moves({ state }) {
  const { about, side, against, position } = state;
  const opponents = OPPONENTS.map((name) => [name, say(`opponent.${name}`)]);
  if (about.engine) opponents.push(["engine", about.engine]);
  const sides = SIDES.map((each) => [each, each === "both" ? say("both") : each]);
  return html`
    <section class="more" aria-label=${say("moves")}>
      <div class="setup">
        <span class="field"><span>${say("you")}</span>
          <${Segments} label=${say("you")} options=${sides} chosen=${side}
            choose=${act.chooseSide} />
        </span>
        <${Choice} label=${say("against")} options=${opponents} chosen=${against}
          choose=${act.chooseOpponent} disabled=${side === "both"} />
      </div>
      ${
        state.moves.length > 0 &&
        html`<ol class="moves">
          <li><${Jump} state=${state} at=${0}>${say("begin")}<//></li>
          ${state.moves.map((square, n) => html`<${Played} state=${state} n=${n} />`)}
        </ol>`
      }
      ${
        position.board !== START &&
        html`<code class="notation">${position.board.match(/.../g).join(" ")}</code>`
      }
    </section>
  `;
}

const Jump = ({ state, at, children, ...more }) => html`
  <button aria-current=${state.at === at ? "step" : undefined}
    onClick=${() => act.jump(at)} ...${more}>${children}</button>
`;

function Played({ state, n }) {
  const square = state.moves[n];
  const before = state.game[n];
  const mark = before?.turn;
  const isMistake = state.values && moveOn(before, square)?.mistake;
  const name = say("status.move", { at: n + 1, mark, square });
  return html`
    <li class=${n < state.at ? "" : "undone"}>
      <${Jump} state=${state} at=${n + 1} class=${isMistake ? "mistake" : ""}
        aria-label=${isMistake ? `${name}, ${say("mistake")}` : name}>
        ${mark && html`<${Mark} player=${mark} />`}${square}${isMistake ? "?" : ""}
      <//>
    </li>
  `;
}
