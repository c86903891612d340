"""
Strong cells first: the sooner a good move is tried, the more alpha-beta can cut.

A cell is worth 2^-(cells lacking) for each open line through it, mine or theirs: a
line that lacks one cell less is twice as urgent, and to block is as good as to build.
"""

from functools import cache

from noughts.solver.ideas.potential import WEIGHT
from noughts.solver.mnk import State, cells_of

# The strengths of all cells are added at once, as parts of one long number: 16 bits for
# each cell. That is room enough: no more than 4 * 8 lines of a player meet in a cell.
BITS = 16
MOST = (1 << BITS) - 1


def strongest_first(state: State, cells: int) -> list[int]:
    """Return the cells of a mask in the order in which to try them."""
    total = sum(map(spread, state.my_needs)) + sum(map(spread, state.their_needs))

    def strength(cell: int) -> int:
        return total >> BITS * (cell.bit_length() - 1) & MOST

    return sorted(cells_of(cells), key=strength, reverse=True)


@cache
def spread(need: int) -> int:
    """Return the weight of a need in the place of each of its cells."""
    weight = WEIGHT[need.bit_count()]
    return sum(weight << BITS * (cell.bit_length() - 1) for cell in cells_of(need))
