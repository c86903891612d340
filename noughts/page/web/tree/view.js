// The game tree, opened board by board.

import * as act from "../actions.js";
import { say } from "../shared/language.js";
import { positionOf } from "../load.js";
import { follow } from "../game/actions.js";
import { moveOn } from "../game/state.js";
import { PathTree } from "../drawing/trees.js";
import { html } from "../vendor/htm-preact.js";
import { Button, Lead, Legend, Measured } from "../drawing/widgets.js";

export const tree = { name: "tree", View: Tree };

/** A row for the position, and one for each open position below it that is loaded. */
function rowsOf(position, open) {
  const rows = [];
  for (let here = position; here;) {
    const path = open.slice(0, rows.length);
    const square = open[rows.length];
    rows.push(rowOf(here, path, square));
    const move = moveOn(here, square);
    here = move && positionOf(move.to);
  }
  return rows;
}

function Tree({ state: { position, open } }) {
  if (!position.turn) return html`<${Lead}>${say("tree.over")}<//>`;
  const rows = rowsOf(position, open);
  const room = (width) => ({ width, height: Infinity, scale: 1 });
  const isShut = !open.length;
  return html`
    <${Lead}>${say("tree.intro")}<//>
    <div class="row tools">
      <${Button} words="tree.follow" press=${act.openBest} />
      <${Button} words="tree.shut" press=${() => act.open([])} disabled=${isShut} />
      <${Button} words="tree.go_there" press=${() => follow(open)} disabled=${isShut} />
    </div>
    <${Measured} class="wide">
      ${({
        width,
      }) => html`<${PathTree} rows=${rows} room=${room(width)} press=${act.toggle}
        caption=${say("tab.tree")} />`}
    <//>
    <${Legend} />
  `;
}

function rowOf({ board, turn, moves, best }, path, open) {
  const children = moves.map(({ square, to, value, nodes }) => ({
    square,
    board: to,
    status: "done",
    value,
    positions: nodes,
    isBest: square === best?.[0],
  }));
  return { path: path.join(""), board, turn, open, children };
}
