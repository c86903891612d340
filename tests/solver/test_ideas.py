"""The ideas of the solver, each on positions that one can check by hand."""

import pytest

from noughts.notation import parse_board
from noughts.solver.ideas import (
    forced,
    matching,
    mixed,
    openlines,
    pairs,
    potential,
    strong_cells,
    threats,
)
from noughts.solver.mnk import Rules, cells_of, union
from noughts.solver.searcher import ANY, Searcher


def state(text, line=3):
    rows = text.split()
    rules = Rules(len(rows), len(rows[0]), line)
    return rules.read(parse_board(text, rules.rows, rules.columns))


def squares(mask):
    return {cell.bit_length() for cell in cells_of(mask)}


@pytest.mark.parametrize(
    ("text", "bounds", "cell"),
    [
        ("XX. OO. ...", (5, 5), 6),  # win: 5 cells are empty now, 4 at the end
        ("XX. O.. ...", (-3, 4), 3),  # block
        ("XXO .O. X..", (-1, 2), 4),  # block, here too
        ("X.X OO. X..", (4, 4), 6),  # O wins before it must block
        ("... ... ...", (-6, 7), 0),
    ],
)
def test_forced_moves(text, bounds, cell):
    now = state(text)
    assert forced.bounds(now) == bounds
    if bounds[0] < bounds[1]:
        assert squares(forced.cell(now)) == ({cell} if cell else set())


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("....", (-1, 2)),
        ("X...", (0, 1)),
        ("XO..", (0, 0)),
        ("XOX.", (0, 0)),
    ],
)
def test_where_nothing_is_forced_nobody_wins_with_the_next_move(text, bounds):
    """A row of four, all of which are needed: I win with the second move or later."""
    assert forced.bounds(state(text, 4)) == bounds
    assert forced.cell(state(text, 4)) == 0


def test_two_threats_cannot_be_blocked():
    assert forced.bounds(state("XX. .O. X.O")) == (-3, -3)


def test_open_lines_tell_how_soon_a_win_can_come():
    assert openlines.bounds(state("... ... ...")) == (-4, 5)
    assert openlines.bounds(state("XXO OOX X.O")) == (0, 0)
    assert squares(openlines.cells(state("X.O O.X X.O"))) == {2, 5, 8}
    assert squares(openlines.cells(state("... .X. ..."))) == set(range(1, 10)) - {5}


def test_the_strongest_cell_comes_first():
    """The centre has four lines, a corner three, an edge two."""
    now = Rules(3, 3, 3).start()
    assert [
        cell.bit_length() for cell in strong_cells.strongest_first(now, now.empty)
    ] == [*(5, 1, 3, 7, 9, 2, 4, 6, 8)]
    assert strong_cells.strongest_first(now, 0) == []


def test_the_potential_of_the_empty_board():
    """4x4 has 10 lines of 4: 10/16, and the heaviest cell adds no more than 3/16."""
    start = Rules(4, 4, 4).start()
    assert potential.potential(start.my_needs) == potential.ONE * 10 // 16
    assert potential.hopeless(start.my_needs, moves_next=True)
    assert max(potential.weights(start.my_needs)) == potential.ONE * 3 // 16
    assert potential.hopeless(start.their_needs, moves_next=False)
    for cell in cells_of(start.empty):
        assert potential.hopeless(start.play(cell).their_needs, moves_next=False)


def test_five_in_a_line_on_five_by_five_is_hopeless_at_once():
    assert potential.hopeless(Rules(5, 5, 5).start().my_needs, moves_next=True)


def test_pairs_stop_lines_that_have_two_cells_of_their_own():
    """Two rows of three that do not meet: each has three cells of its own."""
    rows = {0b000111, 0b111000}
    assert pairs.unpaired(rows) == ([], [pairs.two_of(row) for row in rows])
    assert pairs.hopeless(rows, moves_next=True)


def test_pairs_leave_lines_that_meet_everywhere():
    needs = Rules(3, 3, 3).start().my_needs
    assert set(pairs.unpaired(needs)[0]) == needs
    assert pairs.hopeless(needs, moves_next=False) == potential.hopeless(needs, False)


@pytest.mark.parametrize(
    ("needs", "stopped"),
    [
        ({0b11}, True),
        ({0b1}, False),
        ({0b0011, 0b1100}, True),
        ({0b0011, 0b0110}, False),  # three cells for two lines
        ({0b0111, 0b1110}, True),  # one of them has to leave a cell to the other
        ({0b00111, 0b00110, 0b11001}, False),  # six are needed of five
        ({0b000111, 0b001110, 0b111000}, True),
    ],
)
def test_a_matching_gives_every_line_two_cells_or_none_does(needs, stopped):
    found = matching.stop(needs, moves_next=False)
    assert (found is not None) is stopped
    if found:
        assert len(found.pairs) == len(needs)
        assert sum(found.pairs) == union(found.pairs), "no cell is of two pairs"
        assert all(pair.bit_count() == 2 for pair in found.pairs)
        assert all(any(pair & need == pair for pair in found.pairs) for need in needs)


def test_removing_a_paired_line_gives_others_cells_of_their_own():
    """11..... has a pair; without it .1.11.. has one."""
    assert pairs.unpaired({0b0000111, 0b0011100, 0b1110000})[0] == []


def test_a_fork_is_a_won_sequence_of_threats():
    """Lines that lack 1 and 2, and 1 and 4: square 1 makes two threats."""
    assert threats.sequence({0b000000110, 0b001001000}, set()) is None
    won = threats.sequence({0b000000011, 0b000001001}, set())
    assert won == threats.Sequence(3, cells=0b1011, replies=0b1010, threats=(0b1,))


def test_a_threat_can_prepare_a_fork():
    now = state("X.... ..... ..X.. .O... ....O", 3)
    won = threats.sequence(now.my_needs, now.their_needs)
    assert won is not None
    assert won.moves >= 3
    assert threats.soonest_win(now) == now.left + 1 - won.moves


def test_the_same_line_twice_is_no_fork():
    """Row X X . . X, four in a line: both lines lack the same two cells."""
    now = state("XX..X OO..O", 4)
    assert threats.sequence(now.my_needs, now.their_needs) is None


def test_a_reply_that_threatens_must_be_answered():
    """A threat at 1 forces 2, one at 3 forces 5; each reply threatens 9."""
    attacker = {0b0_0000_0011, 0b0_0001_0100, 0b0_0010_0101}
    defender = {0b1_0000_0010, 0b1_0001_0000}
    won = threats.sequence(attacker, set())
    assert won is not None
    assert len(won.threats) == 2
    assert won.moves == 5  # two threats, as many replies, and the completed line
    assert threats.sequence(attacker, defender) is None


def test_a_threat_can_answer_a_reply_that_threatens():
    """A threat at 1 forces 2, which threatens 3; there the fork is."""
    won = threats.sequence({0b00011, 0b01101, 0b10100}, {0b00110})
    assert won is not None
    assert won.threats == (0b1, 0b100)


def test_only_moves_that_disturb_the_threats_can_save_the_game():
    """O to move; X would fork. Whatever lies outside the urgent cells loses."""
    now = state("X... .... ..X. O...", 3)
    urgent, otherwise = threats.danger(now)
    search = Searcher(Rules(4, 4, 3), ["minimax", "alpha-beta", "memory"])
    for cell in cells_of(now.empty & ~urgent):
        assert -search.value(now.play(cell), -ANY, ANY) <= otherwise < 0


def test_there_is_no_danger_on_an_empty_board():
    assert threats.danger(Rules(5, 5, 4).start()) is None


def test_pairs_are_mixed_up_to_a_weight_that_is_not_above_the_heaviest():
    """Lines of two cells that share none: each is stopped by the pair that it is."""
    twelve = [3 << 2 * n for n in range(12)]
    assert potential.potential(twelve) == mixed.HEAVIEST
    assert mixed.stop(twelve, moves_next=True)
    assert not mixed.stop([*twelve, 3 << 24], moves_next=True)


def test_cells_are_made_a_pair_only_where_that_lowers_the_potential():
    star = [0b11, 0b101, 0b1001]  # a pair stops one of them, and two weigh more
    assert mixed.best_pair(star) == 0
    assert mixed.best_pair([*star, 0b110000]) == 0b110000
