"""
Symmetry: a rotated or mirrored position is worth the same.

A rectangle has 4 views, a square 8. The view with the smallest numbers stands for all.
"""

from collections.abc import Callable
from functools import cache

from noughts.contract import Action
from noughts.solver.mnk import Rules

BYTE = 8
View = list[list[int]]  # for each eight cells: where every subset of them goes


def smallest_view(rules: Rules, mine: int, theirs: int) -> tuple[int, int]:
    """Return the same pair of masks for all views of one position."""
    return min((look(view, mine), look(view, theirs)) for view in views(rules))


def look(view: View, mask: int) -> int:
    """Return where the cells of a mask lie in a view."""
    seen = 0
    for images in view:
        seen |= images[mask & 255]
        mask >>= BYTE
    return seen


@cache
def views(rules: Rules) -> list[View]:
    """Return the views of a board; the first is the board as it is."""
    down, right = rules.rows - 1, rules.columns - 1
    maps: list[Callable[[int, int], Action]] = [
        lambda i, j: (i, j),
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
    return [_tabulate(rules, move) for move in maps]


def _tabulate(rules: Rules, move: Callable[[int, int], Action]) -> View:
    """Return a map of cells as a view."""
    image = [rules.bit(move(*rules.action(1 << n))) for n in range(rules.size)]
    view = []
    for first in range(0, rules.size, BYTE):
        images = [0]
        for bit in image[first : first + BYTE]:
            images += [bit | others for others in images]
        view.append(images)
    return view
