"""
Fingerprints: positions with the same needs are equal, whatever their marks.

Each need has a number, made by a hash; the sum of these numbers identifies a set of
needs. A board has up to eight views. Their sums are added at once, side by side in one
long number, and the smallest represents all views. With 88 bits, the chance that two of
ten million positions collide is one in six million million. A written proof does not
depend on it.
"""

from functools import cache
from hashlib import blake2b

from noughts.solver.ideas.mirrors import look, views
from noughts.solver.mnk import Needs, Rules

FIELD = 96  # bits per view: 88, and room for the sum of 256 needs
FIELD_MASK = (1 << FIELD) - 1


class Fingerprints:
    """The numbers that identify the positions of one board."""

    def __init__(self, rules: Rules) -> None:
        self.views = views(rules)
        cells = [1 << n for n in range(rules.size)]
        self.inverses = [
            next(
                back
                for back in self.views
                if all(look(back, look(view, cell)) == cell for cell in cells)
            )
            for view in self.views
        ]
        self.known: list[dict[int, int]] = [{}, {}]

    def find(self, *players: Needs) -> tuple[int, int]:
        """Return the fingerprint of both players' needs, and the view it is from."""
        total = sum(
            self._number(n, need) for n, needs in enumerate(players) for need in needs
        )
        return min((total >> FIELD * n & FIELD_MASK, n) for n in range(len(self.views)))

    def _number(self, player: int, need: int) -> int:
        known = self.known[player]
        if need not in known:
            known[need] = sum(
                hash_need(player, look(view, need)) << FIELD * n
                for n, view in enumerate(self.views)
            )
        return known[need]


@cache
def hash_need(player: int, need: int) -> int:
    """Return the number of a need: the same in every run."""
    return int.from_bytes(blake2b(b"%d %d" % (player, need), digest_size=11).digest())
