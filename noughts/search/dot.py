"""The tree of a recorded search, for Graphviz."""

from collections.abc import Iterator

from noughts.look import COLOURS
from noughts.search.outline import cut_text, value_text
from noughts.search.recording import Node

MARK = {
    "X": COLOURS["x"].light,
    "O": COLOURS["o"].light,
    None: COLOURS["ink"].light,
}
# A value of +1 has the tint of X, a value of -1 that of O.
TINT = {
    1: COLOURS["x-tint"].light,
    0: COLOURS["draw-tint"].light,
    -1: COLOURS["o-tint"].light,
}
HEAD = """\
digraph search {
  graph [nodesep=0.15, ranksep=0.4]
  node [shape=box, style=filled, fontname="monospace", fontsize=11, margin=0.08]
  edge [fontname="sans-serif", fontsize=10, arrowsize=0.5]"""


def dot(root: Node, plies: int) -> str:
    """Return the tree as a graph in the DOT language, down to a depth."""
    return "\n".join([HEAD, *_node(root, plies), "}"])


def _node(node: Node, plies: int, name: str = "p") -> Iterator[str]:
    rows = "\\n".join(" ".join(node.key[n : n + 3]) for n in (0, 3, 6))
    label = f"{rows}\\n{node.bound} {value_text(node.value)}"
    if node.positions > 1 and (plies == 0 or not node.children):
        label += f"\\n{node.positions:,} positions"
    pen = MARK[None if node.leaf else node.turn]
    tint = TINT[round(node.value)]
    yield f'  {name} [label="{label}", color="{pen}", fillcolor="{tint}"]'
    if plies == 0:
        return
    for square, child in node.children.items():
        width = 2 if square == node.best else 1
        move = f"{node.turn} {square}"
        yield f'  {name} -> {name}{square} [label=" {move}", penwidth={width}]'
        yield from _node(child, plies - 1, f"{name}{square}")
    if node.cut:
        squares = " ".join(map(str, node.cut.skipped))
        label = f"cut {squares}\\n{cut_text(node.cut)}"
        yield f'  {name}_cut [label="{label}", shape=plain, style=""]'
        yield f"  {name} -> {name}_cut [style=dashed, arrowhead=none]"
