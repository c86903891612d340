// What can follow, opened board by board.

import * as act from "../actions.js";
import { say } from "../language.js";
import { now } from "../store.js";
import { PathTree } from "../trees.js";
import { html } from "../vendor/htm-preact.js";
import { Lead, Legend, Measured, MethodChoice } from "../widgets.js";

export const tree = {
  name: "tree",
  needs: ({ method }) => (method === "minimax" ? [] : ["recording"]),
  View: Tree,
};

function Tree({ state }) {
  const { position, method, open, tooLong } = state;
  if (!position.turn) return html`<${Lead}>${say("tree.over")}<//>`;
  const rows = treeRows(state);
  const limit = { nodes: position.nodes, limit: tooLong };
  return html`
    <${Lead}>${say("tree.intro")}<//>
    <div class="row tools">
      <${MethodChoice} chosen=${method} />
      <button onClick=${act.openBest}>${say("tree.follow")}</button>
      <button disabled=${!open.length} onClick=${act.shut}>${say("tree.shut")}</button>
      <button disabled=${!open.length} onClick=${() => act.follow(now().open)}>
        ${say("tree.go_there")}
      </button>
    </div>
    ${
      rows
        ? html`<${Measured} class="wide">
          ${({ width }) => html`<${PathTree} rows=${rows} width=${width} />`}
        <//>`
        : html`<${Lead}>
          ${tooLong ? say("search.too_long", limit) : say("search.loading")}
        <//>`
    }
    <${Legend}>
      ${method !== "minimax" && html`<span class="note">${say("tree.bounds")}</span>`}
    <//>
  `;
}

/** Plain Minimax finds the truth about every position; the others are recorded. */
const treeRows = ({ method, open, opened, recording }) =>
  method === "minimax"
    ? opened.map((position, n) => truthRow(position, open[n]))
    : recording?.rows(open);

function truthRow(position, open) {
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
