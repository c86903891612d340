// The game tree, opened board by board.

import * as act from "../actions.js";
import { say } from "../language.js";
import { now } from "../store.js";
import { PathTree } from "../trees.js";
import { html } from "../vendor/htm-preact.js";
import { Lead, Legend, Measured } from "../widgets.js";

export const tree = { name: "tree", View: Tree };

function Tree({ state: { position, open, opened } }) {
  if (!position.turn) return html`<${Lead}>${say("tree.over")}<//>`;
  const rows = opened.map((each, n) => rowOf(each, open[n]));
  return html`
    <${Lead}>${say("tree.intro")}<//>
    <div class="row tools">
      <button onClick=${act.openBest}>${say("tree.follow")}</button>
      <button disabled=${!open.length} onClick=${act.shut}>${say("tree.shut")}</button>
      <button disabled=${!open.length} onClick=${() => act.follow(now().open)}>
        ${say("tree.go_there")}
      </button>
    </div>
    <${Measured} class="wide">
      ${({ width }) => html`<${PathTree} rows=${rows} width=${width} />`}
    <//>
    <${Legend} />
  `;
}

function rowOf(position, open) {
  const best = position.best?.[0];
  const children = position.moves.map((move) => ({
    square: move.square,
    board: move.to,
    status: "done",
    value: move.value,
    bound: "exact",
    positions: move.nodes,
    over: move.nodes === 1,
    isBest: move.square === best,
  }));
  return { board: position.board, turn: position.turn, open, children };
}
