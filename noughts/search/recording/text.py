"""The tree of a recorded search, as text."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from noughts.notation import square
from noughts.search.recording.events import Cut
from noughts.search.recording.tree import Node

MINUS = "\N{MINUS SIGN}"
LEGEND = (
    "* marks the best move found. Values are X's: +1 where X wins. They are exact, or\n"
    "what the position is worth at least, or at most. alpha is what X is sure of\n"
    "elsewhere, beta what O is. A cut skips moves: by its inequality they do not\n"
    "matter."
)


class _Row(NamedTuple):
    """A line of the text: a move in its place in the tree, and what was found."""

    move: str
    value: str
    alpha: str = ""
    beta: str = ""
    positions: str = ""


def value_text(value: float) -> str:
    """Return a value as people read it: with a sign, and a real minus."""
    if abs(value) == inf:
        return "+∞" if value > 0 else f"{MINUS}∞"
    return "0" if value == 0 else f"{value:+.0f}".replace("-", MINUS)


def cut_text(cut: Cut) -> str:
    """Return why moves were cut: the inequality."""
    sign = {">=": "≥", "<=": "≤"}[cut.sign]
    return f"{value_text(cut.value)} {sign} {value_text(cut.limit)}"


def tree_text(root: Node, plies: int) -> str:
    """Return the tree as a table of indented moves, down to a depth."""
    head = _Row("", "value", "alpha", "beta", "positions")
    first = _found(f"{root.turn} to move", root)
    rows = [head, first, *_rows(root, "", plies)]
    width = max(len(row.move) for row in rows)
    lines = (
        f"{row.move:<{width}}  {row.value:<10} {row.alpha:>5} {row.beta:>5}"
        f" {row.positions:>10}".rstrip()
        for row in rows
    )
    return "\n".join(lines)


def plies_that_fit(root: Node, lines: int) -> int:
    """Return how deep the tree can be shown in so many lines, one ply at least."""
    level, shown, plies = [root], 2, 0
    while any(node.children for node in level):
        shown += sum(len(node.children) + (node.cut is not None) for node in level)
        if plies and shown > lines:
            break
        level = [child for node in level for child in node.children]
        plies += 1
    return plies


def _rows(node: Node, indent: str, plies: int) -> Iterator[_Row]:
    if plies == 0:
        return
    for child in node.children:
        is_last = child is node.children[-1] and not node.cut
        stem, below = ("└ ", "  ") if is_last else ("├ ", "│ ")
        best = "*" if child.path[-1] == node.best else ""
        yield _found(f"{indent}{stem}{node.turn} {square(child.path[-1])}{best}", child)
        yield from _rows(child, indent + below, plies - 1)
    if node.cut:
        squares = " ".join(str(square(action)) for action in node.cut.skipped)
        yield _Row(f"{indent}└ {node.turn} {squares}", f"cut: {cut_text(node.cut)}")


def _found(move: str, node: Node) -> _Row:
    value = f"{node.bound} {value_text(node.value)}"
    if node.leaf:
        return _Row(move, value, positions="the end")
    return _Row(
        move,
        value,
        value_text(node.alpha),
        value_text(node.beta),
        "known" if node.known else f"{node.positions:,}",
    )
