"""Exact odds, by enumeration."""

import random
from fractions import Fraction

from noughts import oracle
from noughts.match import odds_against_random


def test_the_odds_add_up_and_the_first_free_cell_is_a_poor_player():
    def first_free(board):
        return min(oracle.replies(oracle.key_of(board)))

    for mark in "XO":
        odds = odds_against_random(first_free, mark)
        assert sum(odds) == 1
        assert odds.losses > 0


def test_the_odds_are_those_of_a_count_over_all_games():
    """Against a sample of games, as a second way to the same number."""
    rng = random.Random(5)

    def first_free(board):
        return min(oracle.replies(oracle.key_of(board)))

    def game():
        key = oracle.START
        while turn := oracle.table()[key].turn:
            replies = oracle.replies(key)
            action = min(replies) if turn == "X" else rng.choice(sorted(replies))
            key = replies[action]
        return oracle.table()[key].winner == "X"

    sampled = Fraction(sum(game() for _ in range(4_000)), 4_000)
    exact = odds_against_random(first_free, "X").wins
    assert abs(sampled - exact) < Fraction(1, 20)
