"""
Threats: a win by forced moves alone, and the few moves that can stop one.

A player whose line lacks only one cell makes a threat: the other player must take that
cell. A sequence of threats leaves no choice, so even a long one is searched quickly. It
wins if it ends in two threats at once.

The same search shows the defender which moves to try. Suppose that the opponent would
win by threats if I passed. Then my move must disturb the sequence: take one of its
cells, or prepare a threat of my own. Any other move loses like a pass.
"""

from typing import NamedTuple

from noughts.solver.mnk import SINGLES, Needs, cells_of, filled, without


class Sequence(NamedTuple):
    """A sequence of threats that wins."""

    cells: int  # of all those moves
    replies: int  # the cells that the other player is forced to take
    threats: tuple[int, ...]  # in order; the last one makes two at once


def find_sequence(attacker: Needs, defender: Needs) -> Sequence | None:
    """
    Return how the attacker, to move, wins by threats alone; None if that fails.

    Neither player may have a line that lacks only one cell: that is a forced move.
    """
    seen = set[tuple[int, int]]()

    def extend(
        attacker: Needs, defender: Needs, path: tuple[int, ...], replies: int
    ) -> Sequence | None:
        urgent = defender & SINGLES  # the replies may be threats themselves
        threats = sum(path)
        if (threats, replies) in seen or len(urgent) > 1:
            return None
        seen.add((threats, replies))
        pairs = [need for need in attacker if need.bit_count() == 2]
        once = fork = 0
        for need in pairs:
            fork |= once & need
            once |= need
        useful = next(iter(urgent), once)
        if fork := fork & useful:
            fork &= -fork
            last = 0
            for need in pairs:
                last |= need if need & fork else 0
            cells, forced = threats | replies | last, replies | last & ~fork
            return Sequence(cells, forced, (*path, fork))
        for need in pairs:
            for threat in cells_of(need & useful):
                reply = need ^ threat
                if won := extend(
                    without(filled(attacker, threat), reply),
                    filled(without(defender, threat), reply),
                    (*path, threat),
                    replies | reply,
                ):
                    return won
        return None

    return extend(attacker, defender, (), 0)


def disturbing_cells(won: Sequence, needs: Needs) -> int:
    """Return the cells that can disturb a won sequence, for the player who needs it."""
    cells = won.cells
    for need in needs:
        if (need & ~won.replies).bit_count() <= 2:
            cells |= need
    return cells
