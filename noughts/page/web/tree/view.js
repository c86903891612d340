// The game tree, opened board by board.

import { PathTree } from "../drawing/trees.js";
import { Button, Lead, Legend, Measured } from "../drawing/widgets.js";
import { follow } from "../game/actions.js";
import { say } from "../shared/language.js";
import { html } from "../vendor/htm-preact.js";
import * as act from "./actions.js";
import { needs, opened } from "./state.js";

/** @type {View} */
export const tree = { name: "tree", View: Tree, needs };

/** @param {{ state: State }} props */
function Tree({ state }) {
  const { position, open } = state;
  if (!position.turn) return html`<${Lead}>${say("tree.over")}<//>`;
  const rows = opened(state).map((each, n) => rowOf(each, open.slice(0, n), open[n]));
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
      ${({ width }) =>
        html`<${PathTree} rows=${rows} room=${room(width)} press=${act.toggle}
          caption=${say("tab.tree")} />`}
    <//>
    <${Legend} />
  `;
}

/** A position of the tree with its children. */
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
