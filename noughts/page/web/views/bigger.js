// Bigger boards: a game against the solver, with the values known so far.

import * as act from "../actions.js";
import { canUndo, isFree, isTheirs, measures, SIZES } from "../bigger-state.js";
import { Board } from "../board.js";
import { say } from "../language.js";
import { now } from "../store.js";
import { html, useRef } from "../vendor/htm-preact.js";
import { Choice, Lead, Note, Segments } from "../widgets.js";

export const bigger = {
  name: "bigger",
  isThere: ({ about }) => !about.frozen, // it needs the solver
  needs: () => ["bigger"],
  game: () => ({
    take: act.takeBigger,
    undo: () => canUndo(now().big) && act.undoBigger(),
    new: () => act.beginBigger(),
    values: act.toggleValues,
  }),
  View: Bigger,
};

function Bigger({ state: { big, values } }) {
  const last = useRef(null); // shown while the solver thinks
  if (big.found || last.current?.size !== big.size) last.current = big;
  return html`
  <h2>${say("bigger.title")}</h2>
  <${Lead}>${say("bigger.intro", { line: measures(big.size).line })}<//>
  <div class="row tools">
    <${Choice} label=${say("board")} chosen=${big.size} choose=${act.beginBigger}
      options=${SIZES.map((size) => [size, say("bigger.size", measures(size))])} />
    <${Segments} label=${say("you")} chosen=${big.side}
      options=${["X", "O"].map((side) => [side, side])}
      choose=${(side) => act.beginBigger(undefined, side)} />
    <button disabled=${!canUndo(big)} onClick=${act.undoBigger}>${say("undo")}</button>
    <button onClick=${() => act.beginBigger()}>${say("again")}</button>
    <button class="toggle" aria-pressed=${String(values)} onClick=${act.toggleValues}>
      ${say("values.show")}
    </button>
  </div>
  <p class="lead score" role="status">${statusOf(big)}</p>
  ${last.current.found && html`<${Grid} big=${last.current} values=${values} />`}
  ${big.found?.turn && html`<${Note}>${known(big, values)}<//>`}
`;
}

function statusOf(big) {
  if (!big.found) return say("bigger.thinking");
  const { turn, winner } = big.found;
  if (isTheirs(big)) return say("status.thinking", { turn });
  if (turn) return say("status.yours", { turn });
  if (!winner) return say("status.tied");
  return say(winner === big.side ? "status.you_won" : "status.you_lost", { winner });
}

function known({ found }, values) {
  if (!values) return say("bigger.hidden");
  return say(found.complete ? "bigger.complete" : "bigger.known", {
    known: Object.keys(found.values).length,
    n: found.board.split(".").length - 1,
  });
}

function Grid({ big, values }) {
  const { board, turn, line, values: worths } = big.found;
  const look = (square) => ({
    press: () => act.takeBigger(square),
    isIdle: turn !== big.side || !isFree(big, square),
    worth: values ? worths[square] : undefined,
    classes: { last: big.moves.at(-1) === square, won: line.includes(square) },
  });
  const { columns } = measures(big.size);
  return html`<${Board} board=${board} columns=${columns} look=${look} />`;
}
