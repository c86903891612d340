"""
Zones: a proof that the defender holds uses some cells; the rest may be given away.

A zone is a set of cells such that the defender holds *even if the attacker is given
every empty cell outside it*. If one move of the attacker fails against a defence in a
zone, every other move outside that zone fails too: the attacker already had that cell.
It needs no search.

How the zones of larger proofs follow from those of smaller ones:

- pairs hold with their own cells, the potential with the cells it counts (and often
  with fewer: see `potential.spare`);
- if the defender moves, the zone is that of the position after the move, and the move;
- if the attacker moves, the zone is that of all moves that had to be tried together.

The defender may also hold by threats of its own. Then the attacker must not be faster:
each line of the attacker must lack so many cells of the zone that it cannot be
completed first. `cover` adds cells until that is so.
"""

from collections.abc import Iterable


def cover(zone: int, needs: Iterable[int], least: int) -> int:
    """Return the zone with cells added until each need has this many cells in it."""
    for need in needs:
        while (need & zone).bit_count() < least and need & ~zone:
            missing = need & ~zone
            zone |= missing & -missing
    return zone
