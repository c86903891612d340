"""
Pairs: a line with two cells of its own is stopped without a thought.

If two of the cells that a line lacks lie on no other line of the attacker, the defender
waits: as soon as the attacker takes one of the two, the defender takes the other. Such
a line is as good as blocked, at no cost. Without it other lines may have two cells of
their own, and so on; what remains is then judged by the potential.
"""

from noughts.solver.ideas.potential import ONE, potential
from noughts.solver.mnk import Needs


def hopeless(needs: Needs, moves_next: bool) -> bool:
    """Return whether a player with these needs cannot win, by pairs and potential."""
    return potential(unpaired(needs)) < (ONE // 2 if moves_next else ONE)


def unpaired(needs: Needs) -> list[int]:
    """Return the needs that the defender cannot stop by pairs alone."""
    lines = list(needs)
    while True:
        once = twice = 0
        for need in lines:
            twice |= once & need
            once |= need
        own = once & ~twice
        rest = [need for need in lines if (need & own).bit_count() < 2]
        if len(rest) == len(lines):
            return rest
        lines = rest
