"""Asking: the work is shared out evenly, quick questions come first."""

import sys
import threading
from math import factorial
from types import SimpleNamespace

import pytest
from conftest import ENGINES
from helpers.in_process import ask_in_process

from noughts.checker import driver, extension
from noughts.checker.batches import LAST, Batch, batches, call_of, in_order, sample
from noughts.checker.driver import Examination
from noughts.checker.questions import ACTIONS
from noughts.checker.rounds import END, MACHINE, Call, Effort, Round, Stage
from noughts.cli.check import THOROUGH
from noughts.contract import ContractError
from noughts.sandbox import (
    EngineDied,
    EngineError,
    EngineMisanswered,
    EngineRaised,
    EngineTimeout,
    Response,
)
from noughts.sandbox.patience import Budget

CALLS = [call_of(batch) for batch in batches("minimax")]


def works(lot):
    return [CALLS[n].work for n in lot]


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
    examination = Examination(Effort(), lambda *progress: told.append(progress))
    calls = [call_of(batch) for f in ("player", "winner") for batch in batches(f)]
    found = list(examination(round_of("remembering", calls)))
    assert sorted(r.number for r in found[:-1]) == list(range(len(calls)))
    assert (found[-1].number, found[-1].status) == (END, "done")
    assert told[-1] == ("the rules", len(calls), len(calls))


@pytest.mark.ci
def test_who_waits_is_told_for_which_function(monkeypatch):
    monkeypatch.setattr(driver, "BEAT", 0.05)
    source = "def winner(board):\n    while True: pass\n"
    inside, calls = extension.source(), [call_of(Batch("winner", [0]))]
    asked, told = Round("the rules", source, inside, calls, seconds=0.5), []
    with Examination(Effort(), lambda *progress: told.append(progress)) as examination:
        assert [reply.status for reply in examination(asked)] == ["late", "done"]
    assert told[0] == ("the rules", 0, 1)
    assert ("winner awaited", 0, 1) in told
    assert told[-1] == ("the rules", 1, 1)


def test_ctrl_c_ends_the_engines_and_does_not_wait_for_them():
    def interrupt(what, done, total):
        raise KeyboardInterrupt

    calls = [call_of(batch) for batch in batches("player")]
    with pytest.raises(KeyboardInterrupt):
        list(Examination(Effort(), interrupt)(round_of("remembering", calls)))


def test_a_function_that_ends_its_process_is_given_up():
    examination = Examination(Effort(processes=1), lambda *_: None)
    calls = [call_of(Batch("minimax", [n])) for n in range(20)]
    found = list(examination(round_of("exits_hard", calls)))
    assert [reply.status for reply in found] == ["died", "died", "died", "done"]


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


# --- Without a process: what is made of what an engine says -----------------------


class Engine:
    """In the place of the sandbox: it does what the calls say that it does."""

    made = ()

    def __init__(self, name, limits, *, partial, source, extension, modules, started):
        self.limits, self.source, self.modules = limits, source, modules
        self.protections = SimpleNamespace(missing=("landlock",))
        self.closed, self.started, self.asked = 0, started, []
        Engine.made.append(self)

    def start(self):
        self.started = True

    def spent(self):
        return 0.0

    def ask(self, calls):
        for function, arguments in calls:
            self.asked.append(arguments)
            error = {
                "late": EngineTimeout("f()", 2.5),
                "died": EngineDied("f()", "exit 3"),
                "raised": EngineRaised("f()", "KeyError", "no", "in f"),
                "odd": EngineMisanswered("f()", "a lot"),
                "else": EngineError("f()"),
            }.get(arguments[-1])
            if isinstance(arguments[-1], Exception):
                raise arguments[-1]
            yield Response(function, arguments, None if error else "value", error)

    def interrupt(self):
        """Nothing is under way here."""

    def close(self):
        self.closed += 1


@pytest.fixture
def engines(monkeypatch):
    monkeypatch.setattr(driver, "Sandbox", Engine)
    Engine.made = []
    return Engine.made


def plain(*said):
    """Return a round of calls about one function, each with what comes of it."""
    calls = [Call("plain", [about, what]) for about, what in said]
    return Round("the rules", "source", "inside", calls)


def replies(asked, **effort):
    examination = Examination(Effort(**{"processes": 1, **effort}), lambda *_: None)
    return [tuple(reply) for reply in examination(asked)]


def test_each_kind_of_answer_is_a_reply_of_its_own(engines):
    kinds = ["ok", "raised", "late", "died", "odd", "else"]
    assert replies(plain(*((kind, kind) for kind in kinds))) == [
        (0, "ok", "value"),
        (1, "raised", ["KeyError", "no", "in f"]),
        (2, "late", 2.5),
        (3, "died", "exit 3"),
        (4, "odd", "a lot"),
        (5, "odd", "nothing that can be read"),
        (END, "done", None),
    ]


@pytest.mark.parametrize("how", ["late", "died"])
def test_a_function_that_does_not_answer_three_times_is_given_up(engines, how):
    asked = plain(*[("f", how)] * 2, ("g", "ok"), *[("f", how)] * 3, ("g", "ok"))
    numbers = [number for number, *_ in replies(asked)]
    assert numbers == [0, 1, 2, 3, 6, END]
    many = [Call("many", ["f", ["."] * 9, how]), Call("many", ["f", ["."], how])]
    round_of_many = asked._replace(calls=[*many, *asked.calls[2:3]])
    assert [number for number, *_ in replies(round_of_many)] == [0, 2, END]


def test_what_raises_is_asked_as_often_as_there_are_questions(engines):
    asked = plain(*[("f", "raised")] * 9)
    assert [number for number, *_ in replies(asked)] == [*range(9), END]


def test_protections_that_are_missing_are_told_with_the_first_round(engines):
    asked = plain(("f", "ok"))
    assert replies(asked)[0] == (0, "ok", "value")
    first = asked._replace(what=Stage.FILE)
    assert replies(first)[:2] == [
        (MACHINE, "protections", ["landlock"]),
        (0, "ok", "value"),
    ]


def test_when_the_time_is_up_only_the_first_round_is_asked(engines):
    asked = plain(("f", "ok"), ("f", "ok"))
    assert replies(asked, budget=0) == [(END, "time", None)]
    first = replies(asked._replace(what=Stage.FILE), budget=0)
    assert [status for _, status, _ in first][-1] == "time"
    assert (0, "ok", "value") in first


def test_a_file_that_is_refused_ends_its_round_and_what_breaks_us_is_raised(engines):
    refused = plain(("f", ContractError("no minimax")), ("f", "ok"))
    assert replies(refused) == [(END, "refused", "no minimax")]
    assert replies(refused, budget=0) == [(END, "time", None)]
    with pytest.raises(ZeroDivisionError):
        replies(plain(("f", ZeroDivisionError())))


def test_progress_counts_answers_and_not_what_else_is_told(engines):
    told = []
    examination = Examination(Effort(processes=1), lambda *each: told.append(each))
    list(examination(plain(("f", "ok"), ("f", "late"))._replace(what=Stage.FILE)))
    assert [*dict.fromkeys(told)] == [("the file", n, 2) for n in (0, 1, 2)]
    told.clear()
    list(examination(plain(("f", "ok"))))
    assert [*dict.fromkeys(told)] == [("the rules", n, 1) for n in (0, 1)]


def test_who_has_answered_is_not_awaited(engines):
    examination, asked = Examination(Effort(), lambda *_: None), plain(("winner", "ok"))
    list(examination(asked))
    assert examination._waiting(asked) == asked.what


def test_progress_can_end_a_judge_that_waits_for_an_answer(engines, monkeypatch):
    asked, let_go = threading.Event(), threading.Event()

    class Silent(driver.Sandbox):
        def ask(self, calls):
            asked.set()
            let_go.wait(2)
            yield from super().ask(calls)

        def interrupt(self):
            let_go.set()

    def progress(*_):
        if asked.is_set():
            raise ZeroDivisionError

    monkeypatch.setattr(driver, "Sandbox", Silent)
    monkeypatch.setattr(driver, "BEAT", 0.01)
    with pytest.raises(ZeroDivisionError):
        list(Examination(Effort(processes=1), progress)(plain(*[("f", "ok")] * 2)))
    assert let_go.is_set(), "it was ended, and did not answer by itself"
    assert [len(engine.asked) for engine in engines] == [1], "nothing more was asked"


def test_a_process_is_asked_again_unless_a_fresh_one_is_wanted(engines):
    asked, modules = plain(("f", "ok")), {"helper": "x = 1"}
    with Examination(Effort(processes=1), lambda *_: None, modules) as examination:
        for each in (asked, asked._replace(extension="other"), asked):
            list(examination(each))
        assert len(engines) == 2
        list(examination(asked._replace(fresh=True)))
        assert [engine.closed for engine in engines] == [0, 1, 1]
        list(examination(asked))
        assert len(engines) == 3
    assert [engine.closed for engine in engines] == [1, 1, 1]
    assert [len(engine.asked) for engine in engines] == [3, 1, 1]
    assert {engine.source for engine in engines} == {b"source"}
    assert engines[0].modules == modules


@pytest.mark.parametrize(
    ("search", "seconds", "patience"),
    [(False, 0, 5), (True, 0, 20), (True, 0.5, 0.5), (False, 10, 5), (True, 10, 10)],
)
def test_a_search_has_more_time_and_a_round_perhaps_less(
    engines, search, seconds, patience
):
    replies(plain(("f", "ok"))._replace(search=search, seconds=seconds))
    assert engines[0].limits.answer == patience


def test_loading_the_file_and_computing_have_the_time_that_the_effort_gives(engines):
    for effort, start, cpu in ((Effort(), 10, 3600), (THOROUGH, 600, 365 * 86_400)):
        with Examination(effort, lambda *_: None) as examination:
            list(examination(plain(("f", "ok"))))
        limits = engines[-1].limits
        assert (limits.start, limits.cpu) == (start, cpu)


def test_work_is_shared_by_as_many_processes_as_there_are_lots(engines):
    calls = [Call("many", ["f", ["."], "ok"], 9000)] * 4
    asked = Round("the rules", "source", "inside", calls)
    found = replies(asked, processes=3)
    assert sorted(number for number, *_ in found[:-1]) == [0, 1, 2, 3]
    assert len(engines) == 3
    replies(asked._replace(fresh=True), processes=3)
    assert len(engines) == 4


class Slow(Engine):
    """Takes ten seconds to be loaded, and is refused then if its source says so."""

    seconds = 0.0

    def start(self):
        if not self.started:
            super().start()
            self.seconds += 10.0
        if self.source == b"refused":
            raise ContractError("takes longer than 10 s to import")

    def spent(self):
        return self.seconds


@pytest.fixture
def slow_engines(engines, monkeypatch):
    monkeypatch.setattr(driver, "Sandbox", Slow)
    monkeypatch.setattr(Budget, "is_up", lambda self: self._spent >= self.seconds)
    return engines


@pytest.mark.parametrize("source", ["changed", "refused"])
def test_what_a_file_takes_to_be_loaded_is_of_its_time(slow_engines, source):
    """Whether it is asked then or not: no process is started once the time is up."""
    with Examination(Effort(processes=1, budget=120), lambda *_: None) as examination:
        asked = plain(("f", "ok"))._replace(source=source)
        each = (asked._replace(extension=f"{n}") for n in range(100))
        ended = [list(examination(one))[-1].status for one in each]
    assert sum(engine.started for engine in slow_engines) == 12
    assert set(ended[:11]) == {"done" if source == "changed" else "refused"}
    assert set(ended[12:]) == {"time"}


@pytest.mark.parametrize("processes", [1, 2])
def test_a_hundred_experiments_have_no_more_processes_than_two_rounds(
    engines, processes
):
    calls = [Call("many", ["f", ["."], "ok"], 9000)] * 2
    asked = Round("the cause", "source", "inside", calls)
    alive = []

    def count(*_):
        alive.append(sum(not engine.closed for engine in engines))

    with Examination(Effort(processes=processes), count) as examination:
        for n in range(100):
            for fresh in (n % 10 == 9, False):
                one = asked._replace(source=f"changed {n}", fresh=fresh)
                assert list(examination(one))[-1].status == "done"
    assert max(alive) == 2 * processes
    assert all(engine.closed == 1 for engine in engines)
    assert not any(engine.started is False for engine in engines)


def test_the_processes_that_were_asked_last_are_those_that_are_kept(engines):
    one, other, third = (plain(("f", "ok"))._replace(source=s) for s in "abc")
    with Examination(Effort(processes=1), lambda *_: None) as examination:
        for asked in (one, other, one, third, one):
            list(examination(asked))
        assert [(e.source, e.closed) for e in engines] == [
            (b"a", 0),
            (b"b", 1),
            (b"c", 0),
        ]
