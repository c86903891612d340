"""Questions: each function is asked exactly where it is specified."""

import pytest

from noughts.checker.questions import ACTIONS, NO_CELLS, PER_BOARD, questions
from noughts.game import oracle

COUNTS = {
    "initial_state": 3,
    "player": 4520,
    "actions": 4520,
    "result": 4520 * PER_BOARD,
    "winner": 5478,
    "terminal": 5478,
    "utility": 958,
    "minimax": 5478,
}
ABOUT = {
    ("result", "valid"): 16167,
    ("result", "taken"): 4520 * 9 - 16167,
    ("terminal", "open"): 4520,
    ("terminal", "won"): 626 + 316,
    ("terminal", "full"): 16,
    ("utility", "X"): 626,
    ("utility", "O"): 316,
    ("utility", "tie"): 16,
    ("winner", "none"): 4520 + 16,
    ("winner", "rows"): 342,
    ("winner", "columns"): 342 - 9,  # nine have a full row, too
    ("winner", "diagonals"): 626 + 316 - 342 - (342 - 9),
    ("minimax", "over"): 958,
}


@pytest.mark.parametrize(("function", "count"), COUNTS.items())
def test_every_specified_position_is_asked(function, count):
    assert len(questions(function)) == count


@pytest.mark.parametrize(("what", "count"), ABOUT.items())
def test_each_question_has_a_kind(what, count):
    function, about = what
    assert sum(q.about == about for q in questions(function)) == count


@pytest.mark.parametrize("function", ["player", "actions", "result"])
def test_finished_boards_are_not_asked_if_any_value_is_allowed(function):
    assert all(oracle.table()[q.key].turn for q in questions(function))


def test_small_boards_come_first():
    marks = [9 - q.key.count(".") for q in questions("winner")]
    assert marks == sorted(marks)


def test_the_boards_are_asked_about_their_cells_and_one_other_action_each():
    asked = questions("result")
    boards = [asked[n : n + PER_BOARD] for n in range(0, len(asked), PER_BOARD)]
    for n, (*cells, other) in enumerate(boards):
        assert [each.action for each in cells] == ACTIONS[:9]
        assert (other.about, other.action) == NO_CELLS[n % len(NO_CELLS)]


def test_a_question_is_shown_as_a_call():
    start, _, _ = questions("initial_state")
    assert (start.call, start.board) == ("initial_state()", "")
    second = questions("player")[1]
    assert (second.call, second.board) == ("player(board)", "... ... ..X")
    placed = questions("result")[PER_BOARD + 3]
    assert (placed.call, placed.number) == ("result(board, (1, 0))", PER_BOARD + 3)
    assert placed.board == second.board


def test_only_an_action_can_be_invalid():
    valid = {q.about for q in questions("result") if q.valid}
    assert valid == {"valid"}
    assert all(q.valid for q in questions("winner"))
