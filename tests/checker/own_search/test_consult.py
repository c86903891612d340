"""An engine's answer in a position."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from noughts.checker.own_search import consult
from noughts.explainer import explain
from noughts.game.notation import parse_board

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
    engine = SimpleNamespace(call=lambda *_: answer)
    monkeypatch.setattr(consult, "Sandbox", lambda *_: nullcontext(engine))
    found = consult.consult("tictactoe.py", explanation, None)
    move = square and explanation.move(square)
    assert found == (repr(answer), move or None, None, is_mistake)
