"""A game on any board, as a value: on three by three the same as the usual one."""

import random

import pytest

from noughts import match
from noughts.board import free_cells
from noughts.solver.contest import Contest
from noughts.solver.mnk import Rules
from noughts.words import Refused


@pytest.mark.parametrize("seed", range(50))
def test_on_three_by_three_it_is_the_usual_game(seed):
    chance = random.Random(seed)
    usual, contest = match.Game(), Contest(rules=Rules(3, 3, 3))
    while True:
        assert contest.moves == usual.moves
        assert contest.board == usual.board
        assert contest.turn == usual.turn
        assert contest.winner == usual.winner
        assert contest.over == usual.over
        assert contest.line == usual.line
        assert str(contest) == str(usual)
        assert contest.resign().winner == usual.resign().winner
        assert contest.resign().over
        if usual.over:
            break
        action = chance.choice(free_cells(usual.board))
        usual, contest = usual.play(action), contest.play(action)
    assert contest.undo().moves == usual.undo().moves


def test_on_a_bigger_board_squares_are_numbered_row_by_row():
    contest = Contest(((0, 0), (1, 1), (3, 4)), rules=Rules(4, 5, 4))
    assert str(contest) == "1 7 20"
    assert contest.turn == "O"
    assert contest.play((0, 1)).undo() == contest


def test_four_in_a_line_win():
    moves = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3))
    contest = Contest(moves, rules=Rules(4, 4, 4))
    assert contest.over
    assert contest.winner == "X"
    assert contest.line == {(0, 0), (0, 1), (0, 2), (0, 3)}
    with pytest.raises(Refused, match="is not an empty cell of XXXX OOO"):
        contest.play((3, 3))
