"""
Strong cells first: the sooner a good move is tried, the more alpha-beta can cut.

A cell is worth 2^-(cells lacking) for each open line through it, mine or theirs: a
line that lacks one cell less is twice as urgent, and to block is as good as to build.
"""

from noughts.search.mnk.game import Position, cells_of

UNIT = 1 << 8  # so that the weights are whole numbers, for lines of up to 8 cells


def strongest_first(position: Position, cells: int) -> list[int]:
    """Return the cells of a mask in the order in which to try them."""
    if not cells & (cells - 1):
        return [cells] if cells else []
    strength = dict.fromkeys(cells_of(cells), 0)
    for needs in (position.my_needs, position.their_needs):
        for lacking, lines in enumerate(needs):
            for need in lines:
                for cell in cells_of(need & cells):
                    strength[cell] += UNIT >> lacking
    return sorted(strength, key=strength.__getitem__, reverse=True)
