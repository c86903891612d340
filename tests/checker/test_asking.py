"""Asking: the work is shared out evenly, quick questions come first."""

import pytest
from conftest import ENGINES

from noughts.checker.asking import Clock, Effort, Examination, deal, work
from noughts.checker.questions import questions
from noughts.checker.shorthand import batches


def test_the_work_of_minimax_is_shared_out_evenly():
    lots = deal(list(batches(questions("minimax"))), 2)
    one, other = (sum(map(work, lot)) for lot in lots)
    assert abs(one - other) <= 0.01 * one
    assert sum(map(len, lots)) == 5478


def test_quick_questions_come_first():
    for lot in deal(list(batches(questions("minimax"))), 2):
        assert list(map(work, lot)) == sorted(map(work, lot))


def test_answers_come_in_the_order_of_the_questions_with_progress():
    told = []
    asked = Examination(
        ENGINES / "remembering.py",
        Effort(),
        Clock(float("inf")),
        lambda *progress: told.append(progress),
    )
    wanted = [*questions("player")[:300], *questions("winner")[:300]]
    sheet = asked.ask("the rules", wanted)
    assert [q for q, _ in sheet["player"]] == wanted[:300]
    assert [q for q, _ in sheet["winner"]] == wanted[300:]
    assert max(done for _, done, _ in told) == 600
    assert {(what, total) for what, _, total in told} == {("the rules", 600)}


def test_ctrl_c_ends_the_engines_and_does_not_wait_for_them():
    def interrupt(what, done, total):
        raise KeyboardInterrupt

    asked = Examination(
        ENGINES / "remembering.py", Effort(), Clock(float("inf")), interrupt
    )
    with pytest.raises(KeyboardInterrupt):
        asked.ask("the rules", questions("player"))
    assert asked.clock.is_up()
