"""What is known of a file while it is judged."""

import ast
from types import SimpleNamespace

import pytest

from noughts.checker.conversation.case import Case
from noughts.checker.questions import FUNCTIONS

SOURCE = """
def player(board): return count(board)
def actions(board): return player(board)
def winner(board): return board
def terminal(board): return winner(board) or actions(board)
"""
EVERY = ["player", "actions", "winner", "terminal"]


def case(changing=()):
    """Return a file of which all functions are pure, but some change their board."""
    sheets = {
        name: SimpleNamespace(wrong={0: SimpleNamespace(mutated=name in changing)})
        for name in EVERY
    }
    return Case(SOURCE, ast.parse(SOURCE), pure=EVERY, sheets=sheets)


@pytest.mark.parametrize(
    ("changing", "right_ones", "remembered"),
    [
        ([], [], EVERY),
        (["winner"], [], ["player", "actions"]),  # terminal asks winner
        (["player"], [], ["winner"]),
        (["player"], ["player"], EVERY),  # ours in its place changes nothing
        (["terminal"], ["player"], ["player", "actions", "winner"]),
    ],
)
def test_what_leads_to_a_changed_board_is_not_remembered(
    changing, right_ones, remembered
):
    assert case(changing).remembering(right_ones) == remembered


READS = """
def player(board): input()
def actions(board): return player(board)
def result(board): return input(actions(board))
def winner(board): return board
"""


@pytest.mark.parametrize(
    ("pure", "right_ones", "remembered"),
    [
        (["winner"], [], ["winner"]),
        (["winner"], ["player"], ["winner", "actions"]),
        (["winner"], ["winner"], ["winner"]),
        (["winner"], ["player", "actions"], ["winner"]),
        ([], ["player"], []),  # memory was seen to change something
    ],
)
def test_who_asks_a_right_function_in_the_place_of_an_impure_one_remembers(
    pure, right_ones, remembered
):
    found = Case(READS, ast.parse(READS), pure=pure).remembering(right_ones)
    assert found == remembered


def test_a_function_that_is_not_found_may_call_any():
    assert case().reached("terminal") == {"terminal", "winner", "actions", "player"}
    assert case().reached("minimax") == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("marks", "constants", "own"),
    [
        (["X", "O", None], False, False),
        (["x", "o", None], False, True),
        (["X", "O", None], True, True),
    ],
)
def test_a_file_may_have_marks_of_its_own(marks, constants, own):
    tree = ast.parse(SOURCE)
    assert Case(SOURCE, tree, marks=marks, constants=constants).own_marks is own
