"""
Pairs: a line with two cells of its own is stopped without a search.

If two of the cells that a line lacks lie on no other line of the attacker, the defender
waits: when the attacker takes one of the two, the defender takes the other. Such a line
is as good as blocked, at no cost. Without it other lines may have two cells of their
own, and so on; the potential judges what remains.
"""

from noughts.solver.ideas.potential import light, spare
from noughts.solver.mnk import Needs, Stop


def stop(needs: Needs, moves_next: bool) -> Stop | None:
    """Return how pairs and potential stop a player; None if they do not."""
    rest, pairs = pair_off(needs)
    if not light(rest, moves_next):
        return None
    return Stop(tuple(pairs), sum(pairs) | spare(rest, moves_next))


def pair_off(needs: Needs) -> tuple[list[int], list[int]]:
    """Return the needs that pairs of their own do not stop, and these pairs."""
    lines, pairs = list(needs), list[int]()
    while True:
        once = twice = 0
        for need in lines:
            twice |= once & need
            once |= need
        own = once & ~twice
        rest = [need for need in lines if (need & own).bit_count() < 2]
        pairs += [
            first_two(need & own) for need in lines if (need & own).bit_count() > 1
        ]
        if len(rest) == len(lines):
            return rest, pairs
        lines = rest


def first_two(cells: int) -> int:
    """Return the first two cells of a mask."""
    first = cells & -cells
    rest = cells ^ first
    return first | rest & -rest
