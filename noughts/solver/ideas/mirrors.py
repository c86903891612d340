"""
Symmetry: turned or mirrored, a position is worth the same.

A rectangle looks the same from 4 sides, a square from 8. Of all these views, the one
with the smallest numbers stands for them all.
"""

from collections.abc import Callable
from functools import cache

from noughts.contract import Action
from noughts.solver.mnk import Rules

BYTE = 8
Mirror = list[list[int]]  # for each eight cells, and each set of them: where they go


def smallest_view(rules: Rules, mine: int, theirs: int) -> tuple[int, int]:
    """Return the same pair of numbers for all views of one position."""
    best = mine, theirs
    for view in views(rules):
        seen = look(view, mine)
        if seen <= best[0]:
            best = min(best, (seen, look(view, theirs)))
    return best


def look(view: Mirror, mask: int) -> int:
    """Return where the cells of a mask lie in a view."""
    seen = 0
    for images in view:
        seen |= images[mask & 255]
        mask >>= BYTE
    return seen


@cache
def views(rules: Rules) -> list[Mirror]:
    """Return the views of a board, all but the one from where we stand."""
    down, right = rules.rows - 1, rules.columns - 1
    maps: list[Callable[[int, int], Action]] = [
        lambda i, j: (i, right - j),
        lambda i, j: (down - i, j),
        lambda i, j: (down - i, right - j),
    ]
    if rules.rows == rules.columns:
        maps += [
            lambda i, j: (j, i),
            lambda i, j: (j, down - i),
            lambda i, j: (down - j, i),
            lambda i, j: (down - j, down - i),
        ]
    return [table(rules, move) for move in maps]


def table(rules: Rules, move: Callable[[int, int], Action]) -> Mirror:
    """Return a map of cells as a view: a table for each eight of them."""
    image = [rules.bit(move(*rules.action(1 << n))) for n in range(rules.size)]
    view = []
    for first in range(0, rules.size, BYTE):
        images = [0]
        for bit in image[first : first + BYTE]:
            images += [bit | others for others in images]
        view.append(images)
    return view
