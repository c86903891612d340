"""
A tree of boards as SVG, in the colours of the page or its own.

The layout is that of the page's `layout.js`; a test compares the two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Literal

from noughts.theme.pictures import SIDE, board_shapes, ink

MOST, LEAST, GAP = 46, 17, 8  # the side of a board, in units
FOOT = {"board": 17, "mark": 12, "dot": 4}  # room for the text below
HEAD = 58  # room for the player's name at the left
BRANCHES_BEGIN = 17  # units below a board
Kind = Literal["board", "mark", "dot"]


@dataclass(frozen=True)
class DrawnNode:
    """A position to draw."""

    board: str
    text: str  # below it
    turn: str | None = None  # None: the game is over
    square: int | None = None  # that was taken to get here
    colour: str = "soft"  # of the text
    is_wrong: bool = False
    is_best: bool = False
    children: tuple["DrawnNode", ...] = ()


@dataclass(frozen=True)
class PlacedNode:
    """Where a node is: the middle of its top edge."""

    node: DrawnNode
    x: float
    y: float
    size: float
    kind: Kind


def tree_svg(root: DrawnNode, width: float, height: float, text: str) -> str:
    """Return a tree as SVG; `text` says the same to those who do not see it."""
    rows = place(root, width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" '
        f'width="{width:g}" viewBox="0 0 {width:g} {height:g}">'
        f"<title>{escape(text)}</title>"
    ]
    for above, below in pairwise(rows):
        at = {id(child): each for each in above for child in each.node.children}
        for each in sorted(below, key=lambda one: one.node.is_best):
            parts.append(_branch(at[id(each.node)], each))
    for row in rows:
        parts += map(_node, row)
        chooser = next((each for each in row if each.node.children), None)
        if chooser:
            parts.append(_head(chooser))
    return "".join([*parts, "</svg>"])


def _branch(above: PlacedNode, below: PlacedNode) -> str:
    start, end = above.y + above.size + BRANCHES_BEGIN, below.y - 1
    middle = (start + end) / 2
    d = f"M{above.x:.1f} {start:.1f}C{above.x:.1f} {middle:.1f}"
    d += f" {below.x:.1f} {middle:.1f} {below.x:.1f} {end:.1f}"
    best = below.node.is_best
    style = f"fill:none;stroke:{ink('ink' if best else 'edge')}"
    return f'<path style="{style};stroke-width:{2.8 if best else 1}" d="{d}"/>'


def _node(at: PlacedNode) -> str:
    node, corner = at.node, (at.x - at.size / 2, at.y)
    shapes = []
    if node.is_wrong:
        side = at.size + 4
        style = f"fill:{ink('loss-tint')};stroke:{ink('loss')};stroke-width:4"
        ring = f'x="-2" y="-2" width="{side:g}" height="{side:g}" rx="6"'
        shapes.append(f'<rect style="{style}" {ring}/>')
    rows = [node.board[n : n + 3] for n in (0, 3, 6)]
    played = divmod(node.square - 1, 3) if node.square else None
    inner = board_shapes(rows, played)
    shapes.append(f'<g transform="scale({at.size / SIDE:.4f})">{inner}</g>')
    style = f"font-weight:600;text-anchor:middle;fill:{ink(node.colour)}"
    middle, bottom = at.size / 2, at.size + 15
    text = f'<text style="{style}" x="{middle:g}" y="{bottom:g}">{escape(node.text)}'
    shapes.append(f"{text}</text>")
    where = f"translate({corner[0]:.2f} {corner[1]:.2f})"
    return f'<g transform="{where}">{"".join(shapes)}</g>'


def _head(at: PlacedNode) -> str:
    """Return whose choice a row is."""
    turn = at.node.turn or ""
    mark = f'<tspan style="font-weight:600;fill:{ink(turn.lower())}">{turn}</tspan>'
    y, goal = at.y + at.size / 2 + 4, "max" if turn == "X" else "min"
    return f'<text style="fill:{ink("soft")}" x="0" y="{y:g}">{mark} {goal}</text>'


# --- The layout -------------------------------------------------------------------


def place(root: DrawnNode, width: float, height: float) -> list[list[PlacedNode]]:
    """Return where the nodes are, by rows."""
    left, right = float(HEAD), width - 2
    middles = _spread(root, left, right)
    rows = [*_rows(root)]
    kinds = [_kind([middles[id(node)] for node in row], left, right) for row in rows]
    # Boards get the height they need, edges the rest.
    share = height / len(rows)
    sizes = [
        max(LEAST, min(size, share - FOOT["board"] - 12)) if kind == "board" else size
        for kind, size in kinds
    ]
    tall = [size + FOOT[kind] for size, (kind, _) in zip(sizes, kinds, strict=True)]
    between = (height - sum(tall) - 6) / max(1, len(rows) - 1)
    placed, y = list[list[PlacedNode]](), 3.0
    for row, size, (kind, _), used in zip(rows, sizes, kinds, tall, strict=True):
        low, high = left + size / 2, right - size / 2
        xs = [max(low, min(middles[id(node)], high)) for node in row]
        pairs = zip(row, xs, strict=True)
        placed.append([PlacedNode(node, x, y, size, kind) for node, x in pairs])
        y += used + between
    return placed


def _rows(root: DrawnNode) -> Iterator[list[DrawnNode]]:
    row = [root]
    while row:
        yield row
        row = [child for node in row for child in node.children]


def _spread(root: DrawnNode, left: float, right: float) -> dict[int, float]:
    """Place leaves side by side, and other nodes above the middle of their children."""
    leaves = [node for node in _walk(root) if not node.children]
    slot = (right - left) / len(leaves)
    middles = {id(leaf): left + slot * (n + 0.5) for n, leaf in enumerate(leaves)}

    def centre(node: DrawnNode) -> float:
        if node.children:
            ends = [*map(centre, node.children)]
            middles[id(node)] = (ends[0] + ends[-1]) / 2
        return middles[id(node)]

    centre(root)
    return middles


def _walk(node: DrawnNode) -> Iterator[DrawnNode]:
    yield node
    for child in node.children:
        yield from _walk(child)


def _kind(xs: list[float], left: float, right: float) -> tuple[Kind, float]:
    """Return how to draw a row: as boards if there is room between the closest two."""
    gaps = [after - before for before, after in pairwise(xs)]
    ends = [gaps[0] + xs[0] - left, gaps[-1] + right - xs[-1]] if gaps else []
    room = min([right - left, *gaps, *(end * 2 / 3 for end in ends)])
    if room >= LEAST + GAP:
        return "board", min(MOST, room - GAP)
    return ("mark", 8) if room >= 9 else ("dot", 4)
