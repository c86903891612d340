"""Forced moves: win if you can, block if you must; two threats cannot be blocked."""

from noughts.solver.mnk import SINGLES, State


def bounds(state: State) -> tuple[int, int]:
    """Return what the threats on the board leave possible; often only one value."""
    left = state.left
    if not SINGLES.isdisjoint(state.my_needs):
        return left, left
    if len(state.their_needs & SINGLES) > 1:
        return 1 - left, 1 - left
    return min(0, 3 - left), max(0, left - 2)


def cell(state: State) -> int:
    """Return the cell that must be blocked, 0 if there is none."""
    return next(iter(state.their_needs & SINGLES), 0)
