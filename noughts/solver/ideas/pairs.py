"""
Pairs: some lines are stopped by pairs of cells, the others by their potential.

Any two cells can be a pair: when the attacker takes one, the defender takes the other.
The potential counts what that costs and gains. A line with both cells is stopped, so
its weight is gone. A line with one of them may lose that cell to the attacker: count
the cell as the attacker's, so the line's weight doubles. So the pair {a, b} lowers the
sum by

    (weight of the lines with both) - (weight of the lines with just one)

Take the pair that lowers it most, and repeat until the rest is light enough or no pair
lowers it. This cheap idea proves that 6,6,5 is a draw in about a hundred positions.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations

from noughts.solver.ideas.potential import ONE, WEIGHT, light, potential, spare, weights
from noughts.solver.mnk import SINGLES, Needs, Stop, cells_of

ENDS: dict[int, tuple[int, int]] = {}  # by pair: the numbers of its cells
HEAVIEST = 3 * ONE  # a guess: above it no pairs are tried


def stop(needs: Needs, moves_next: bool) -> Stop | None:
    """Return how pairs and potential stop a player; None if they do not."""
    lines, pairs = list(needs), list[int]()
    if potential(lines) > HEAVIEST:
        return None
    while not light(lines, moves_next):
        pair = best_pair(lines)
        lines = [need & ~pair for need in lines if need & pair != pair]
        if not pair or not SINGLES.isdisjoint(lines):
            return None  # nothing to gain, or a line that lacks one cell only
        pairs.append(pair)
    return Stop(tuple(pairs), sum(pairs) | spare(lines, moves_next))


def best_pair(lines: list[int]) -> int:
    """Return the two cells that lower the potential most as a pair; 0: none does."""
    both = defaultdict[int, int](int)  # by pair: what the lines with both cells weigh
    for need in lines:
        weight = WEIGHT[need.bit_count()]
        for pair in pairs_of(need):
            both[pair] += weight
    through = weights(lines)
    best, most = 0, 0
    for pair, weight in both.items():
        first, last = ENDS[pair]
        gain = 3 * weight - through[first] - through[last]
        if gain > most:
            best, most = pair, gain
    return best


@cache
def pairs_of(need: int) -> list[int]:
    """Return all pairs of cells of a need."""
    found = [one | other for one, other in combinations(cells_of(need), 2)]
    for pair in found:
        ENDS[pair] = (pair & -pair).bit_length() - 1, pair.bit_length() - 1
    return found
