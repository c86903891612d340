"""An engine's answer in a position."""

import pytest

from noughts.explainer import explain
from noughts.notation import parse_board
from noughts.observe import consult

GOING_ON = explain(parse_board("XX. OO. ..."))
OVER = explain(parse_board("XXX OO. ..."))


@pytest.mark.parametrize(
    ("answer", "explanation", "square", "is_mistake"),
    [
        ((0, 2), GOING_ON, 3, False),
        ((2, 2), GOING_ON, 9, True),
        ((0, 0), GOING_ON, None, True),  # it is taken
        ((0, 2, 0), GOING_ON, None, True),
        ([0, 2], GOING_ON, None, True),
        ((False, 2), GOING_ON, None, True),
        ((0, 2.0), GOING_ON, None, True),
        (None, GOING_ON, None, True),
        (None, OVER, None, False),
        ((0, 2), OVER, None, True),
    ],
)
def test_answers_are_judged(monkeypatch, answer, explanation, square, is_mistake):
    class Answering:
        def __init__(self, *_):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def call(self, *_):
            return answer

    monkeypatch.setattr(consult, "Sandbox", Answering)
    found = consult.consult("tictactoe.py", explanation, None)
    assert (found.move and found.move.square) == square
    assert (found.answer, found.error) == (repr(answer), None)
    assert found.is_mistake is is_mistake
