"""
Open lines: nobody wins where no line is open, nor sooner than one can be filled.

A cell that lies on no open line, mine or theirs, helps nobody and stops nobody. If
there is another cell, it is never the better move; if there is none, the game is drawn.
"""

from noughts.solver.mnk import Needs, State, union

NEVER = 99  # cells: more than a line has


def bounds(state: State) -> tuple[int, int]:
    """Return the values of their soonest win and of mine."""
    left = state.left
    theirs, mine = shortest(state.their_needs), shortest(state.my_needs)
    low = min(
        0, 2 * theirs - 1 - left
    )  # they fill their line with the 2nd, 4th ... move
    high = max(0, left + 2 - 2 * mine)  # and I with the 1st, 3rd ...
    return low, high


def shortest(needs: Needs) -> int:
    """Return how few cells a player lacks for a line; NEVER if none is open."""
    return min(map(int.bit_count, needs), default=NEVER)


def cells(state: State) -> int:
    """Return the cells that lie on an open line."""
    return union(state.my_needs | state.their_needs)
