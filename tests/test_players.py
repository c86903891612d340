"""Players by chance: what they may do, and how often."""

from collections import Counter
from random import Random

import pytest

from noughts import oracle
from noughts.board import free_cells
from noughts.notation import parse_board
from noughts.players import MISTAKES, POLICIES, by_chance, casual, uniform


@pytest.mark.parametrize("name", POLICIES)
def test_chances_add_up_and_go_to_free_cells_only(name, in_progress):
    for board in in_progress:
        chances = POLICIES[name](board)
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
        assert set(chances) <= set(free_cells(board))


def test_random_gives_every_free_cell_the_same_chance(in_progress):
    for board in in_progress:
        chances = uniform(board)
        assert list(chances) == free_cells(board)
        assert len(set(chances.values())) == 1


def test_casual_goes_wrong_at_the_stated_rate_wherever_it_can(in_progress):
    for board in in_progress:
        truth = oracle.look(board)
        wrong = sum(p for cell, p in casual(board).items() if cell not in truth.optimal)
        can_go_wrong = len(truth.optimal) < len(free_cells(board))
        assert wrong == (MISTAKES if can_go_wrong else 0)


def test_casual_is_at_its_best_otherwise(in_progress):
    for board in in_progress:
        truth = oracle.look(board)
        right = {cell for cell in casual(board) if cell in truth.optimal}
        assert right == truth.best


def test_a_player_by_chance_draws_as_its_policy_says():
    board = parse_board("XX. OO. ...")  # 3 wins; the four others are mistakes
    player = by_chance(casual, Random(7))
    drawn = Counter(player(board) for _ in range(4_000))
    assert 2_850 < drawn[0, 2] < 3_150
    assert all(200 < drawn[cell] < 300 for cell in free_cells(board)[1:])


def test_a_seed_makes_a_player_repeatable():
    def moves(seed):
        player = by_chance(uniform, Random(seed))
        return [player(parse_board("... ... ...")) for _ in range(20)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_free_cells_come_row_by_row():
    assert free_cells(parse_board("X.O .X. OX.")) == [(0, 1), (1, 0), (1, 2), (2, 2)]
