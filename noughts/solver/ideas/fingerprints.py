"""
Fingerprints: positions with the same needs are the same, whatever marks made them.

Once only what the players need counts, a position can be remembered by its needs. Each
need has a number of its own, made by a hash; the sum of these numbers stands for the
set of needs, in whatever order they come. A board has up to eight views, and the sums
of all of them are added at once, side by side in one long number; the smallest of them
stands for all views. The numbers have 88 bits: among ten million positions the chance
that two different ones meet is one in six million million, and a proof that is written
down does not rely on it.
"""

from functools import cache
from hashlib import blake2b

from noughts.solver.ideas import mirrors
from noughts.solver.mnk import Needs, Rules

FIELD = 96  # bits for each view: 88, and room for the sum of 256 needs
FIELD_MASK = (1 << FIELD) - 1


class Fingerprints:
    """The numbers by which positions of one board are remembered."""

    def __init__(self, rules: Rules, mirroring: bool) -> None:
        self.views = [[], *mirrors.views(rules)] if mirroring else [[]]
        self.back = [self._inverse(rules, view) for view in self.views]
        self.known: list[dict[int, int]] = [{}, {}]

    def _inverse(self, rules: Rules, view: mirrors.Mirror) -> mirrors.Mirror:
        """Return the view that undoes a view."""
        cells = [1 << n for n in range(rules.size)]
        return next(
            back
            for back in self.views
            if all(seen(back, seen(view, cell)) == cell for cell in cells)
        )

    def of(self, *players: Needs) -> tuple[int, int]:
        """Return the fingerprint of what both players need, and the view it is from."""
        total = sum(
            self._number(n, need) for n, needs in enumerate(players) for need in needs
        )
        return min((total >> FIELD * n & FIELD_MASK, n) for n in range(len(self.views)))

    def _number(self, player: int, need: int) -> int:
        known = self.known[player]
        if need not in known:
            known[need] = sum(
                hashed(player, seen(view, need)) << FIELD * n
                for n, view in enumerate(self.views)
            )
        return known[need]


def seen(view: mirrors.Mirror, mask: int) -> int:
    """Return where cells lie in a view; the empty view is the one we have."""
    return mirrors.look(view, mask) if view else mask


@cache
def hashed(player: int, need: int) -> int:
    """Return the number of a need: the same in every run."""
    return int.from_bytes(blake2b(b"%d %d" % (player, need), digest_size=11).digest())
