"""
Strong cells first: the sooner a good move is tried, the more alpha-beta can cut.

A cell is worth 2^-(cells lacking) for each open line through it, mine or theirs: a
line that lacks one cell less is twice as urgent, and to block is as good as to build.
"""

from noughts.solver.ideas.potential import weights
from noughts.solver.mnk import State, cells_of


def strongest_first(state: State, cells: int) -> list[int]:
    """Return the cells of a mask in the order in which to try them."""
    mine, theirs = weights(state.my_needs), weights(state.their_needs)

    def strength(cell: int) -> int:
        n = cell.bit_length() - 1
        return mine[n] + theirs[n]

    return sorted(cells_of(cells), key=strength, reverse=True)
