"""What hangs on earlier calls: a game is more than its boards, one by one."""

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker.conversation import judge
from noughts.checker.driver import converse
from noughts.checker.rubric import load

RIGHT = (ENGINES / "alpha_beta.py").read_text("utf-8")

TIRED = """

find = minimax
calls = []


def minimax(board):
    calls.append(1)
    if len(calls) > 60 and board == [[EMPTY] * 3, [EMPTY] * 3, [X, O, X]]:
        return (0, 0)
    return find(board)
"""


def judged(source):
    talk = judge(source.encode(), "mine.py", load(), remarks=[])
    return converse(talk, ask_in_process)


def failed(record):
    return {check.name for check in record.faults}


@pytest.mark.ci
def test_who_is_wrong_after_many_calls_is_not_called_right():
    record = judged(RIGHT + TIRED)
    assert failed(record) == {"minimax.optimal"}
    assert any("answers differently" in note for note in record.notes)
    assert not record.misconceptions
