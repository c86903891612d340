"""Batches: what comes back in an unforeseen form makes them void."""

import pytest

from noughts.checker.questions import FUNCTIONS, questions
from noughts.checker.shorthand import SIZE, batches, packed, unpacked

BATCH = questions("player")[:2]
VOID = [
    None,
    [],
    [[False, "X"]],
    [[False, "X"], "X"],
    [[False, "X"], []],
    [[0, "X"], [False, "O"]],
    [[False, "X"], [False]],
    [[False, "X"], [False, "XO", "board"]],
    [[False, "X"], [False, "XOXOXOXO?", "board"]],
    [[False, "X"], [False, 1, "text", "raised"]],
    [[False, "X"], [False, "Kind", "text", "other"]],
    [[False, "X"], [False, "X"], [False, "X"]],
]


@pytest.mark.parametrize("told", VOID)
def test_answers_in_any_unforeseen_form_are_refused(told):
    with pytest.raises(ValueError, match=r"is no answer|not the answers"):
        unpacked(BATCH, told)


def test_answers_are_taken_apart():
    told = [[True, "......XO.", "board"], [False, "Oops", "bad \x1b[2J", "raised"]]
    board, raised = unpacked(BATCH, told)
    assert board.value == [[None] * 3, [None] * 3, ["X", "O", None]]
    assert board.mutated
    assert str(raised.error) == r"player(board) raised Oops: bad \x1b[2J"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_question_is_in_one_batch(function):
    together = [q for batch in batches(questions(function)) for q in batch]
    assert together == list(questions(function))


def test_a_search_and_what_has_no_board_stand_alone():
    assert {len(batch) for batch in batches(questions("minimax"))} == {1}
    assert {len(batch) for batch in batches(questions("initial_state"))} == {1}
    assert max(len(batch) for batch in batches(questions("player"))) == SIZE
    assert packed(questions("initial_state")[:1]) == ("initial_state", ())
