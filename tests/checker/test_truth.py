"""What the right answer is, and whether an answer is right, types included."""

import pytest

from noughts.checker import truth
from noughts.checker.answers import Answer, said_of
from noughts.checker.questions import FUNCTIONS, questions
from noughts.contract import default


@pytest.mark.parametrize("function", FUNCTIONS)
def test_our_own_engine_is_right_on_every_question(function):
    engine = default()
    for question in questions(function):
        if question.valid:
            value = getattr(engine, function)(*question.arguments)
            assert truth.right(question, Answer(said_of(value))), question


def test_only_an_exception_refuses_an_action():
    question = next(q for q in questions("result") if q.about == "taken")
    for said in ("rValueError", "rNotImplementedError", "rOdd"):
        assert truth.right(question, Answer(said))
    for said in ("RSystemExit", "l", "d", "n", "b........."):
        assert not truth.right(question, Answer(said))


def test_a_board_that_is_no_board_of_its_own_is_not_right():
    question = questions("initial_state")[0]
    assert truth.right(question, Answer("b........."))
    for flag in "RSL":
        assert not truth.right(question, Answer("b.........", frozenset(flag)))


WORDS = [
    ("player", "'X'"),
    ("initial_state", "... ... ..."),
    ("winner", "None"),
    ("terminal", "False"),
    ("minimax", "(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1) or"),
]


@pytest.mark.parametrize(("function", "words"), WORDS)
def test_the_right_answer_is_told_in_words(function, words):
    assert truth.expected(questions(function)[0]).startswith(words)
