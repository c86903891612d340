"""
The potential: a sum that tells, without any search, that a player cannot win.

Give each line that the attacker can still complete the weight 2^-(cells it lacks).
The sum is what the attacker has hopes for. When the attacker takes a cell, the weights
of its lines double; when the defender takes one, its lines are gone. Let the defender
always take the cell whose lines weigh most. Then a move of the defender lowers the sum
by at least as much as the attacker's next move raises it, so with the defender to move
the sum never grows from turn to turn. A completed line has the weight 2^0 = 1. So:

- a sum below 1 with the defender to move can never become a completed line;
- with the attacker to move, let it take the heaviest cell: what that cell weighs is
  added to the sum, and then the defender is to move.

Then the attacker cannot win, however many moves remain (Erdos and Selfridge, 1973).
"""

from collections.abc import Iterable
from functools import cache

from noughts.solver.mnk import LARGEST, Needs, Stop, cells_of, union

ONE = 1 << LARGEST  # so that the sums are whole numbers
WEIGHT = [ONE >> lacking for lacking in range(LARGEST + 1)]

# The weights of all cells are added at once, as parts of one long number: 16 bits for
# each cell. That is room enough: no more than 4 * 8 lines of a player meet in a cell.
BITS = 16
BYTES = LARGEST * LARGEST * BITS // 8


def hopeless(needs: Needs, moves_next: bool) -> bool:
    """Return whether a player with these needs cannot win, by their potential."""
    return light(list(needs), moves_next)


def stop(needs: Needs, moves_next: bool) -> Stop | None:
    """Return how the potential stops a player with these needs; None: it does not."""
    lines = list(needs)
    return Stop((), spared(lines, moves_next)) if light(lines, moves_next) else None


def light(lines: list[int], moves_next: bool) -> bool:
    """Return whether the lines weigh so little that none can ever be completed."""
    total = potential(lines)
    if total >= ONE or not (lines and moves_next):
        return total < ONE
    return total + max(weights(lines)) < ONE


def potential(needs: Iterable[int]) -> int:
    """Return the sum of the weights of the lines."""
    return sum(map(WEIGHT.__getitem__, map(int.bit_count, needs)))


def weights(lines: Iterable[int]) -> memoryview:
    """Return what the lines through each cell weigh."""
    total = sum(map(spread, lines))
    return memoryview(total.to_bytes(BYTES, "little")).cast("H")


@cache
def spread(need: int) -> int:
    """Return the weight of a need in the place of each of its cells."""
    weight = WEIGHT[need.bit_count()]
    return sum(weight << BITS * (cell.bit_length() - 1) for cell in cells_of(need))


def spared(lines: list[int], moves_next: bool) -> int:
    """Return a small zone in which these light lines are stopped; see `zones`."""
    heavy = weights(lines)
    for cell in sorted(cells_of(union(lines)), key=lambda c: heavy[c.bit_length() - 1]):
        fewer = [need & ~cell for need in lines]
        if light(fewer, moves_next):
            lines = fewer
    return union(lines)
