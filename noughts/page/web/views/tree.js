// What can follow, opened board by board.

import { h, replace } from "../dom.js";
import { say } from "../language.js";
import { pathTree } from "../trees.js";
import { button, lead, legend, methodChoice } from "../widgets.js";

export const tree = {
  name: "tree",
  needs: ({ method }) => (method === "minimax" ? [] : ["recording"]),

  draw(panel, state) {
    const { position, method, open } = state;
    if (!position.turn) return replace(panel, lead(say("tree.over")));
    const rows = treeRows(state);
    const nothing = { disabled: !open.length };
    return replace(
      panel,
      lead(say("tree.intro")),
      h(
        "div",
        { class: "row tools" },
        methodChoice(method),
        button("open-best", null, {}, say("tree.follow")),
        button("shut", null, nothing, say("tree.shut")),
        button("go-there", null, nothing, say("tree.go_there")),
      ),
      rows ? pathTree(rows, { width: panel.clientWidth }) : lead(say("search.loading")),
      legend(method !== "minimax"),
    );
  },
};

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
