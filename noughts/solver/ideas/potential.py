"""
The potential: a sum that proves, without any search, that a player cannot win.

Give each line that the attacker can still complete the weight 2^-(cells it lacks). When
the attacker takes a cell, the weights of its lines double; when the defender takes one,
its lines are gone. Let the defender always take the cell whose lines weigh most. Then a
move of the defender lowers the sum by at least as much as the attacker's next move
raises it, so with the defender to move the sum never grows from turn to turn. A
completed line has the weight 2^0 = 1. So:

- a sum below 1 with the defender to move can never become a completed line;
- with the attacker to move, let it take the heaviest cell: what that cell weighs is
  added to the sum, and then the defender is to move.

Then the attacker cannot win, however many moves remain (Erdos and Selfridge, 1973).
"""

from collections.abc import Iterable
from functools import cache

from noughts.solver.mnk import LARGEST, Needs, State, Stop, cells_of, union

ONE = 1 << LARGEST  # so that the sums are whole numbers
WEIGHT = [ONE >> lacking for lacking in range(LARGEST + 1)]

# The weights of all cells are added at once, as parts of one long number: 16 bits for
# each cell. That is enough: no more than 4 * 8 lines of a player meet in a cell.
BITS = 16
BYTES = LARGEST * LARGEST * BITS // 8


def stop(needs: Needs, moves_next: bool) -> Stop | None:
    """Return how the potential stops a player; None if it does not."""
    lines = list(needs)
    return Stop((), spare(lines, moves_next)) if light(lines, moves_next) else None


def light(lines: list[int], moves_next: bool) -> bool:
    """Return whether the lines weigh so little that none can ever be completed."""
    total = potential(lines)
    more = max(weights(lines)) if moves_next and total < ONE else 0
    return total + more < ONE


def potential(needs: Iterable[int]) -> int:
    """Return the sum of the weights of the lines."""
    return sum(map(WEIGHT.__getitem__, map(int.bit_count, needs)))


def weights(lines: Iterable[int]) -> memoryview:
    """Return the weight of the lines through each cell."""
    total = sum(map(spread, lines))
    return memoryview(total.to_bytes(BYTES, "little")).cast("H")


@cache
def spread(need: int) -> int:
    """Return the weight of a need at each of its cells."""
    weight = WEIGHT[need.bit_count()]
    return sum(weight << BITS * (cell.bit_length() - 1) for cell in cells_of(need))


def spare(lines: list[int], moves_next: bool) -> int:
    """Return a small zone in which these light lines are stopped; see `zones`."""
    heavy = weights(lines)
    for cell in sorted(cells_of(union(lines)), key=lambda c: heavy[c.bit_length() - 1]):
        fewer = [need & ~cell for need in lines]
        if light(fewer, moves_next):
            lines = fewer
    return union(lines)


def strongest_first(state: State) -> list[int]:
    """Return the empty cells, heaviest first: blocking is as good as building."""
    mine, theirs = weights(state.my_needs), weights(state.their_needs)

    def strength(cell: int) -> int:
        n = cell.bit_length() - 1
        return mine[n] + theirs[n]

    return sorted(cells_of(state.empty), key=strength, reverse=True)
