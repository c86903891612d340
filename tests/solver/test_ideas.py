"""The ideas of the solver, each on positions that can be checked by hand."""

import pytest

from noughts.solver.ideas import pairs, potential, threats
from noughts.solver.mnk import union


@pytest.mark.parametrize(
    ("needs", "stopped"),
    [
        ({0b11}, True),
        ({0b1}, False),
        ({0b0011, 0b1100}, True),
        ({0b0011, 0b0110}, False),  # three cells for two lines
        ({0b000111, 0b111000}, True),
    ],
)
def test_pairs_stop_lines_that_share_few_cells(needs, stopped):
    found = pairs.stop(needs, moves_next=True)
    assert (found is not None) is stopped
    if found:
        assert sum(found.pairs) == union(found.pairs), "no cell is of two pairs"
        assert all(pair.bit_count() == 2 for pair in found.pairs)


@pytest.mark.parametrize(
    ("attacker", "defender", "won"),
    [
        ({0b000000110, 0b001001000}, set(), None),
        # Lines that lack 1 and 2, and 1 and 4: square 1 makes two threats.
        ({0b000000011, 0b000001001}, set(), (0b1011, 0b1010, (0b1,))),
        # A threat at 1 forces 2, one at 3 forces 5: that leaves 6.
        ({0b11, 0b10100, 0b100101}, set(), (0b110111, 0b110010, (0b1, 0b100))),
        # Then each reply threatens 9.
        ({0b11, 0b10100, 0b100101}, {0b100000010, 0b100010000}, None),
        # A threat at 1 forces 2, which threatens 3; which is the fork.
        ({0b00011, 0b01101, 0b10100}, {0b00110}, (0b11111, 0b11010, (0b1, 0b100))),
    ],
)
def test_a_sequence_of_threats_ends_in_two_at_once(attacker, defender, won):
    assert threats.find_sequence(attacker, defender) == won


def test_pairs_are_tried_up_to_a_weight_that_is_not_above_the_heaviest():
    """Lines of two cells that share none: each is stopped by the pair that it is."""
    twelve = [3 << 2 * n for n in range(12)]
    assert potential.potential(twelve) == pairs.HEAVIEST
    assert pairs.stop(twelve, moves_next=True)
    assert not pairs.stop([*twelve, 3 << 24], moves_next=True)
