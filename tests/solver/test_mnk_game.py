"""A game on any board, as a value: on three by three the same as the usual one."""

import random

import pytest

from noughts import games
from noughts.board import free_cells
from noughts.solver.game import MnkGame
from noughts.solver.mnk import Rules
from noughts.words import Refused


@pytest.mark.parametrize("seed", range(50))
def test_on_three_by_three_it_is_the_usual_game(seed):
    chance = random.Random(seed)
    usual, bigger = games.Game(), MnkGame(rules=Rules(3, 3, 3))
    while True:
        assert bigger.moves == usual.moves
        assert bigger.board == usual.board
        assert bigger.turn == usual.turn
        assert bigger.winner == usual.winner
        assert bigger.over == usual.over
        assert bigger.line == usual.line
        assert str(bigger) == str(usual)
        assert bigger.resign().winner == usual.resign().winner
        assert bigger.resign().over
        if usual.over:
            break
        action = chance.choice(free_cells(usual.board))
        usual, bigger = usual.play(action), bigger.play(action)
    assert bigger.undo().moves == usual.undo().moves


def test_on_a_bigger_board_squares_are_numbered_row_by_row():
    bigger = MnkGame(((0, 0), (1, 1), (3, 4)), rules=Rules(4, 5, 4))
    assert str(bigger) == "1 7 20"
    assert bigger.turn == "O"
    assert bigger.play((0, 1)).undo() == bigger


def test_four_in_a_line_win():
    moves = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3))
    bigger = MnkGame(moves, rules=Rules(4, 4, 4))
    assert bigger.over
    assert bigger.winner == "X"
    assert bigger.line == {(0, 0), (0, 1), (0, 2), (0, 3)}
    with pytest.raises(Refused, match="is not an empty cell of XXXX OOO"):
        bigger.play((3, 3))
