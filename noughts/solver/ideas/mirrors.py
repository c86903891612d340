"""
Symmetry: a rotated or mirrored position is worth the same.

A rectangle has 4 views, a square 8. The view with the smallest numbers represents all.
"""

from functools import cache

from noughts.solver.mnk import Rules

BYTE = 8
WAYS = (0, 2, 1, 3, 4, 5, 6, 7)  # bits: 1 flips the rows, 2 the columns, 4 swaps them
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
    ways = WAYS if rules.rows == rules.columns else WAYS[:4]
    return [_tabulate(rules, way) for way in ways]


def turn_cell(rules: Rules, cell: int, way: int) -> int:
    """Return where a cell lies if rows, columns or both are flipped, or swapped."""
    row, column = rules.action(cell)
    row = rules.rows - 1 - row if way & 1 else row
    column = rules.columns - 1 - column if way & 2 else column
    return rules.bit((column, row) if way & 4 else (row, column))


def _tabulate(rules: Rules, way: int) -> View:
    """Return the view of one way to turn a board."""
    image = [turn_cell(rules, 1 << n, way) for n in range(rules.size)]
    view = []
    for first in range(0, rules.size, BYTE):
        images = [0]
        for bit in image[first : first + BYTE]:
            images += [bit | others for others in images]
        view.append(images)
    return view
