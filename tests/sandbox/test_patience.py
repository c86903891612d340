"""Patience: only the time that a process could have used counts, busy or quiet."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from noughts.sandbox import patience
from noughts.sandbox.patience import Budget, Patience, await_line

ENGINE, OTHER = 7, 8


class Machine:
    """A clock, and processes that wait for a processor as long as they are told."""

    def __init__(self, proc):
        self.proc, self.now = proc, 100.0

    def waits(self, pid, seconds):
        folder = self.proc / f"{pid}" / "task" / f"{pid}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "children").write_text("")
        stat = f"0 {int(seconds * 1e9)} 0"
        (self.proc / f"{pid}" / "schedstat").write_text(stat)


@pytest.fixture
def machine(monkeypatch, tmp_path):
    made = Machine(tmp_path)
    monkeypatch.setattr(patience, "PROC", tmp_path)
    monkeypatch.setattr(time, "monotonic", lambda: made.now)
    made.waits(ENGINE, 5)  # before anybody asked
    return made


def test_time_in_which_a_process_waits_for_a_processor_does_not_count(machine):
    had = Patience(ENGINE, 20)
    machine.now += 30
    machine.waits(ENGINE, 5 + 24)
    assert (had.spent(), had.left()) == (6, 14)


def test_a_tenth_of_the_clock_counts_whatever_the_machine_does(machine):
    had = Patience(ENGINE, 20)
    machine.now += 200
    machine.waits(ENGINE, 5 + 199)
    assert had.spent() == 20


def test_where_nobody_tells_the_clock_counts(machine):
    had = Patience(OTHER, 20)
    machine.now += 3
    assert had.spent() == 3


def test_a_process_that_is_gone_has_waited_as_long_as_was_seen(machine):
    had = Patience(ENGINE, 20)
    machine.now += 10
    machine.waits(ENGINE, 5 + 8)
    assert had.spent() == 2
    (machine.proc / f"{ENGINE}" / "schedstat").unlink()
    machine.now += 1
    assert had.spent() == 3


@pytest.mark.parametrize("busy", [0.0, 0.5, 0.8])
def test_an_answer_has_the_same_time_on_a_busy_machine_and_on_a_quiet_one(
    machine, busy
):
    """The process computes for four seconds, and the limit is three, or five."""
    for limit, comes in ((3.0, False), (5.0, True)):
        begun, before = machine.now, 5 + machine.now

        def receive(seconds, begun=begun, before=before):
            computed = (machine.now - begun) * (1 - busy)
            needs = (4.0 - computed) / (1 - busy)
            machine.now += min(seconds, needs)
            machine.waits(ENGINE, before + (machine.now - begun) * busy)
            if needs > seconds:
                raise TimeoutError
            return "an answer"

        machine.waits(ENGINE, before)
        try:
            told = await_line(receive, ENGINE, limit)
        except TimeoutError:
            told = ""
        assert bool(told) is comes


class Engine:
    """What has a process, perhaps another one later."""

    pid = ENGINE


def test_a_file_s_time_is_that_of_its_processes_without_their_waiting(machine):
    budget, engine = Budget(10), Engine()
    with budget.spending(engine):
        machine.now += 12
        machine.waits(ENGINE, 5 + 8)
        assert not budget.is_up()
        engine.pid = OTHER  # its process was begun anew
        machine.waits(OTHER, 0)
        machine.now += 1
        assert not budget.is_up()
        machine.now += 5.5
        assert budget.is_up()


def test_one_thread_may_end_while_another_looks():
    budget, engines = Budget(10**6), [Engine() for _ in range(50)]

    def ask():
        for engine in engines * 20:
            with budget.spending(engine):
                pass

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        while not asking.done():
            budget._looked = 0.0
            assert not budget.is_up()
        asking.result()
    assert not budget._running
