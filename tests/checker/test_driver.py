"""Asking: the work is shared out evenly, quick questions come first."""

import sys
from math import factorial

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker import extension
from noughts.checker.batches import LAST, Batch, batches, call_of, in_order, sample
from noughts.checker.driver import Examination
from noughts.checker.questions import ACTIONS, FUNCTIONS, questions
from noughts.checker.rounds import END, Call, Effort, Round

CALLS = [call_of(batch) for batch in batches("minimax")]


def works(lot):
    return [CALLS[n].work for n in lot]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_question_is_in_one_batch(function):
    together = [q for batch in batches(function) for q in batch.questions()]
    assert together == list(questions(function))


def test_the_work_of_minimax_is_shared_out_evenly():
    one, other = (sum(works(lot)) for lot in in_order(CALLS, 2))
    assert abs(one - other) <= 0.01 * one


def test_quick_searches_come_first_then_the_longest():
    """Whoever stalls until the time is up does not get past the emptiest boards."""
    for lot in in_order(CALLS, 2):
        long = [work for work in works(lot) if work > 32 * factorial(4)]
        quick = works(lot)[: -len(long)]
        assert quick == sorted(quick)
        assert long == sorted(long, reverse=True)
        assert works(lot)[-len(long) :] == long


def test_nothing_to_ask_is_one_empty_lot():
    assert in_order([], 2) == [[]]


def test_what_is_to_be_asked_last_is_last():
    calls = [Call("many", ["player", []], LAST), *CALLS]
    assert any(lot[-1] == 0 for lot in in_order(calls, 2))


def round_of(engine, calls):
    source = (ENGINES / f"{engine}.py").read_bytes().decode("latin-1")
    return Round("the rules", source, extension.source(actions=ACTIONS), calls)


def test_every_call_is_answered_once_with_progress():
    told = []
    driver = Examination(Effort(), lambda *progress: told.append(progress))
    calls = [call_of(batch) for f in ("player", "winner") for batch in batches(f)]
    replies = list(driver(round_of("remembering", calls)))
    assert sorted(r.number for r in replies[:-1]) == list(range(len(calls)))
    assert (replies[-1].number, replies[-1].status) == (END, "done")
    assert told[-1] == ("the rules", len(calls), len(calls))


def test_ctrl_c_ends_the_engines_and_does_not_wait_for_them():
    def interrupt(what, done, total):
        raise KeyboardInterrupt

    calls = [call_of(batch) for batch in batches("player")]
    with pytest.raises(KeyboardInterrupt):
        list(Examination(Effort(), interrupt)(round_of("remembering", calls)))


def test_a_function_that_ends_its_process_is_given_up():
    driver = Examination(Effort(processes=1), lambda *_: None)
    calls = [call_of(Batch("minimax", [n])) for n in range(20)]
    replies = list(driver(round_of("exits_hard", calls)))
    assert [reply.status for reply in replies] == ["died", "died", "died", "done"]


KEPT = """
import sys
import weakref


class Kept:
    pass


kept = Kept()
sys.kept_by_the_file = weakref.ref(kept)
"""


def test_what_a_file_made_here_does_not_outlive_its_round():
    """Memory that is put into code is in a circle that the collector does not see."""
    source = (ENGINES / "remembering.py").read_text("utf-8") + KEPT
    names = ["player", "actions", "result", "winner", "terminal", "utility"]
    inside = extension.source(remembered=names)
    asked = Round("minimax", source, inside, [call_of(sample("minimax"))])
    answers = [reply.value for reply in ask_in_process(asked)]
    assert answers[0]
    assert sys.kept_by_the_file() is None
    del sys.kept_by_the_file
