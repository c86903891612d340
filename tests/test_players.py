"""Random players: which actions they choose, and how often."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from noughts.explainer import explain
from noughts.game import oracle
from noughts.game.board import free_cells
from noughts.game.games import POLICIES, casual, random_player, uniform
from noughts.game.notation import parse_board


@pytest.mark.parametrize("name", POLICIES)
def test_chances_add_up_and_go_to_free_cells_only(name, in_progress, share):
    for board in in_progress[::share]:
        chances = POLICIES[name](board)
        assert sum(chances.values()) == 1
        assert all(chance > 0 for chance in chances.values())
        assert set(chances) <= set(free_cells(board))


def test_random_gives_every_free_cell_the_same_chance(in_progress, share):
    for board in in_progress[::share]:
        chances = uniform(board)
        assert list(chances) == free_cells(board)
        assert len(set(chances.values())) == 1


def what_matters(board):
    """Return what a player could overlook, from the facts of the explainer."""
    codes = {fact.code for move in explain(board).moves for fact in move.facts}
    return next((what for what in ("completes", "blocks") if what in codes), "forks")


def test_casual_overlooks_wins_blocks_and_forks_at_the_stated_rates(in_progress, share):
    odds = {"completes": (1, 10), "blocks": (1, 4), "forks": (1, 2)}
    rates = {what: Fraction(*share) for what, share in odds.items()}
    seen = Counter()
    for board in in_progress[::share]:
        truth = oracle.truth_of(board)
        wrong = sum(p for cell, p in casual(board).items() if cell not in truth.optimal)
        can_go_wrong = len(truth.optimal) < len(free_cells(board))
        assert wrong == (rates[what_matters(board)] if can_go_wrong else 0)
        seen[what_matters(board)] += can_go_wrong
    assert min(seen.values()) > 100 // share


def test_casual_plays_best_otherwise(in_progress, share):
    for board in in_progress[::share]:
        truth = oracle.truth_of(board)
        right = {cell for cell in casual(board) if cell in truth.optimal}
        assert right == truth.best


def test_a_random_player_follows_its_policy():
    board = parse_board("XX. OO. ...")  # 3 wins; the four others are mistakes
    player = random_player(casual, Random(7))
    drawn = Counter(player(board) for _ in range(1_000))
    assert 850 < drawn[0, 2] < 950
    assert all(8 < drawn[cell] < 45 for cell in free_cells(board)[1:])


def test_a_seed_makes_a_player_repeatable():
    def moves(seed):
        player = random_player(uniform, Random(seed))
        return [player(parse_board("... ... ...")) for _ in range(20)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)
