"""
The potential: a sum that tells, without any search, that a player cannot win.

Give each line that the attacker can still complete the weight 2^-(cells it lacks).
The sum is what the attacker has hopes for. When the attacker takes a cell, the weights
of its lines double; when the defender takes one, its lines are gone. Let the defender
always take the cell whose lines weigh most. Then a move of the defender lowers the sum
by at least as much as the attacker's next move raises it, so with the defender to move
the sum never grows from turn to turn. A completed line has the weight 2^0 = 1. So:

- a sum below 1 with the defender to move can never become a completed line;
- with the attacker to move the first move at most doubles it: below 1/2 is enough.

Then the attacker cannot win, however many moves remain (Erdos and Selfridge, 1973).
"""

from collections.abc import Iterable

from noughts.solver.mnk import LARGEST, Needs

ONE = 1 << LARGEST  # so that the sums are whole numbers
WEIGHT = [ONE >> lacking for lacking in range(LARGEST + 1)]


def hopeless(needs: Needs, moves_next: bool) -> bool:
    """Return whether a player with these needs cannot win, by their potential."""
    return potential(needs) < (ONE // 2 if moves_next else ONE)


def potential(needs: Iterable[int]) -> int:
    """Return the sum of the weights of the lines."""
    return sum(map(WEIGHT.__getitem__, map(int.bit_count, needs)))
