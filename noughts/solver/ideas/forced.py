"""Forced moves: win if you can, block if you must; two threats cannot be blocked."""

from noughts.solver.game import SINGLES, Position


def bounds(position: Position) -> tuple[int, int]:
    """Return what the threats on the board leave possible; often only one value."""
    left = position.left
    if not SINGLES.isdisjoint(position.my_needs):
        return left, left
    if len(position.their_needs & SINGLES) > 1:
        return 1 - left, 1 - left
    return min(0, 3 - left), max(0, left - 2)


def cell(position: Position) -> int:
    """Return the cell that must be blocked, 0 if there is none."""
    return next(iter(position.their_needs & SINGLES), 0)
