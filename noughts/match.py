"""What comes of two players meeting: exact odds."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from noughts import oracle
from noughts.contract import Action, Board

Player = Callable[[Board], Action | None]


class Odds(NamedTuple):
    """How often a player wins, draws and loses: fractions that add up to 1."""

    wins: Fraction
    draws: Fraction
    losses: Fraction


def odds_against_random(player: Player, mark: str) -> Odds:
    """Return the exact odds of a player against one who moves uniformly at random."""

    @cache
    def odds(key: str) -> Odds:
        truth = oracle.table()[key]
        if truth.turn is None:
            won, drawn = truth.winner == mark, truth.winner is None
            return Odds(Fraction(won), Fraction(drawn), Fraction(not won and not drawn))
        board = oracle.board_of(key)
        if truth.turn == mark:
            action = player(board)
            assert action is not None
            return odds(oracle.play(key, action))
        replies = [odds(reply) for reply in oracle.replies(key).values()]
        return Odds(
            *(
                sum(column, Fraction()) / len(replies)
                for column in zip(*replies, strict=True)
            )
        )

    return odds(oracle.START)
