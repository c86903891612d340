"""What the right answer is, and whether an answer is right, types included."""

import pytest

from noughts.checker import truth
from noughts.checker.questions import FUNCTIONS, questions
from noughts.checker.shorthand import Told
from noughts.contract import default
from noughts.sandbox import EngineRaised, EngineTimeout

EQUAL_BUT_NOT_SAME = [
    (1, True),
    (0, False),
    (1, 1.0),
    ((0, 0), [0, 0]),
    ((0, 0), (False, 0)),
    ({(0, 0)}, {(0.0, 0)}),
    ({(0, 0)}, frozenset({(0, 0)})),
    ("X", None),
    ([["X"]], [["O"]]),
    ((0, 0), (0, 0, 0)),
]


@pytest.mark.parametrize(("one", "other"), EQUAL_BUT_NOT_SAME)
def test_values_of_other_types_are_not_the_same(one, other):
    assert not truth.same(one, other)
    assert not truth.same(other, one)
    assert truth.same(one, one)


def test_an_object_that_equals_everything_is_not_right():
    class Yes:
        def __eq__(self, other):
            return True

        __hash__ = None

    (question, *_) = questions("player")
    assert not truth.right(question, Told(Yes()))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_our_own_engine_is_right_on_every_question(function):
    engine = default()
    for question in questions(function):
        if question.valid:
            answer = Told(getattr(engine, function)(*question.arguments))
            assert truth.right(question, answer), question


def test_only_an_exception_of_the_engine_itself_refuses_an_action():
    question = next(q for q in questions("result") if q.about == "taken")
    assert truth.right(question, Told(error=EngineRaised("", "ValueError", "", "")))
    for error in [
        EngineRaised("", "NotImplementedError", "", ""),
        EngineTimeout("", 5),
        None,
    ]:
        assert not truth.right(question, Told(error=error))


WORDS = [
    ("player", "'X'"),
    ("initial_state", "... ... ..."),
    ("winner", "None"),
    ("terminal", "False"),
    ("minimax", "(0, 0) or (0, 1) or (0, 2) or (1, 0) or (1, 1) or (1, 2) or (2, 0)"),
]


@pytest.mark.parametrize(("function", "words"), WORDS)
def test_the_right_answer_is_told_in_words(function, words):
    assert truth.expected(questions(function)[0]).startswith(words)


SHOWN = [
    ({(1, 0), (0, 2)}, "{(0, 2), (1, 0)}"),
    ([["X", None, None], [None, "O", None], [None] * 3], "X.. .O. ..."),
    ([["X"]], "[['X']]"),
    ("y" * 500, "'" + "y" * 156 + "..."),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_values_are_shown_shortly(value, text):
    assert truth.shown(value) == text
