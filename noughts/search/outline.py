"""The tree of a recorded search, as text or as a graph."""

from collections.abc import Iterator
from typing import NamedTuple

from noughts.search.recording import Cut, Node
from noughts.texts import ENGLISH, Words, words
from noughts.theme import COLOURS

MINUS = "\N{MINUS SIGN}"
SCREEN = 50  # lines


class _Row(NamedTuple):
    """A line of the text: an indented move, and what was found."""

    move: str
    value: str
    alpha: str = ""
    beta: str = ""
    positions: str = ""


def value_text(value: float) -> str:
    """Return a value as people read it: with a sign, and a real minus."""
    text = "0" if value == 0 else f"{value:+.0f}"
    return text.replace("inf", "∞").replace("-", MINUS)


def cut_text(cut: Cut) -> str:
    """Return why moves were cut: the inequality."""
    sign = {">=": "≥", "<=": "≤"}[cut.sign]
    return f"{value_text(cut.value)} {sign} {value_text(cut.limit)}"


def tree_text(root: Node, plies: int, language: str = ENGLISH) -> str:
    """Return the tree as a table of indented moves, down to a depth."""
    say = words(language)
    head = _Row("", *(say(f"search.{name}") for name in _Row._fields[1:]))
    position = say("search.over" if root.leaf else "search.to-move", mark=root.turn)
    first = _found(position, root, say)
    rows = [head, first, *_rows(root, "", plies, say)]
    width = max(len(row.move) for row in rows)
    values = max(10, *(len(row.value) for row in rows if row.positions))
    lines = (
        f"{row.move:<{width}}  {row.value:<{values}}"
        f" {row.alpha:>5} {row.beta:>5} {row.positions:>10}"
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def plies_that_fit(root: Node, lines: int = SCREEN) -> int:
    """Return how deep the tree can be shown in this many lines: at least one ply."""
    level, shown, plies = [root], 2, 0
    while any(node.children for node in level):
        shown += sum(len(node.children) + (node.cut is not None) for node in level)
        if plies and shown > lines:
            break
        level = [child for node in level for child in node.children.values()]
        plies += 1
    return plies


def _rows(node: Node, indent: str, plies: int, say: Words) -> Iterator[_Row]:
    if plies == 0:
        return
    for square, child in node.children.items():
        is_last = square == next(reversed(node.children)) and not node.cut
        stem, below = ("└ ", "  ") if is_last else ("├ ", "│ ")
        best = "*" if square == node.best else ""
        move = f"{indent}{stem}{node.turn} {square}{best}"
        yield _found(move, child, say)
        yield from _rows(child, indent + below, plies - 1, say)
    if node.cut:
        squares = " ".join(map(str, node.cut.skipped))
        why = say("search.cut", why=cut_text(node.cut))
        yield _Row(f"{indent}└ {node.turn} {squares}", why)


def _found(move: str, node: Node, say: Words) -> _Row:
    value = f"{say(f'search.bound.{node.bound}')} {value_text(node.value)}"
    if node.leaf:
        return _Row(move, value, positions=say("search.end"))
    return _Row(
        move,
        value,
        value_text(node.alpha),
        value_text(node.beta),
        say("search.known") if node.known else say.number(node.positions),
    )


# --- For Graphviz ---------------------------------------------------------------

MARK = {"X": COLOURS["x"].light, "O": COLOURS["o"].light, None: COLOURS["ink"].light}
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
