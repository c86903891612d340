"""Time limits do not count the time a process waits for a CPU."""

import time
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from noughts.sandbox import patience
from noughts.sandbox.engine import Sandbox
from noughts.sandbox.patience import Budget, Stopwatch, await_answers

ENGINE, OTHER = 7, 8


class Machine:
    """A fake clock, and fake processes that wait for a CPU."""

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
    made.waits(ENGINE, 5)  # before the first request
    return made


@pytest.mark.parametrize(
    ("pid", "elapsed", "waited", "spent"),
    [
        (ENGINE, 30, 24, 6),  # waiting for a CPU does not count
        (ENGINE, 100, 99, 20),  # but a fifth of the clock always does
        (OTHER, 3, None, 3),  # no such process
    ],
)
def test_the_time_of_a_process(machine, pid, elapsed, waited, spent):
    watch = Stopwatch(pid)
    machine.now += elapsed
    if waited is not None:
        machine.waits(pid, 5 + waited)
    assert watch.spent() == spent


def test_a_process_that_is_gone_counts_as_last_seen(machine):
    watch = Stopwatch(ENGINE)
    machine.now += 10
    machine.waits(ENGINE, 5 + 8)
    assert watch.spent() == 2
    (machine.proc / f"{ENGINE}" / "schedstat").unlink()
    machine.now += 1
    assert watch.spent() == 3


def test_the_innermost_of_wrapped_processes_counts(machine):
    machine.waits(OTHER, 2)
    inner = machine.proc / f"{ENGINE}" / "task" / f"{ENGINE}" / "children"
    inner.write_text(f"{OTHER} 99")
    assert patience.waited_by(ENGINE) == patience.waited_by(OTHER) == 2
    for text in ("nonsense", "0 x 0"):
        (machine.proc / f"{OTHER}" / "schedstat").write_text(text)
        assert patience.waited_by(ENGINE) == patience.waited_by(99) == 0


@pytest.mark.parametrize("busy", [0.0, 0.5, 0.8])
def test_a_limit_is_the_same_on_a_busy_machine(machine, busy):
    """The process computes for 4 seconds."""
    for limit, comes in ((3.8, False), (4.2, True)):
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
            process = SimpleNamespace(pid=ENGINE, receive=receive)
            answer = await_answers(process, limit)
        except TimeoutError:
            answer = ""
        assert bool(answer) is comes


@pytest.mark.parametrize(
    ("limit", "passing", "left"),
    [
        (3, [0.02, 60, 0.25], []),
        (3, [0.02, patience.STOPPED, 0.25], [0.25]),  # perhaps it computed
        (patience.AT_ONCE, [patience.AT_ONCE, 0], [0]),
        (0, [0, 0], [0]),
    ],
)
def test_the_time_for_which_we_were_stopped_does_not_count(
    machine, limit, passing, left
):
    def receive(seconds):
        machine.now += passing.pop(0)
        if passing:
            raise TimeoutError
        return "an answer"

    asked = SimpleNamespace(pid=ENGINE, receive=receive)
    with pytest.raises(TimeoutError) if left else nullcontext():
        assert await_answers(asked, limit) == "an answer"
    assert passing == left


class Engine:
    """An engine that has used every second since it was made."""

    def __init__(self, machine):
        self.machine, self.began = machine, machine.now

    def spent(self):
        return self.machine.now - self.began


def test_a_budget_adds_up_several_engines(machine):
    budget = Budget(10)
    budget.engines += [Engine(machine), Engine(machine)]
    machine.now += 4
    assert not budget.is_up()
    assert budget.is_up(0.75)
    machine.now += 1
    assert budget.is_up()
    assert Budget(0).is_up()


def test_a_budget_is_measured_four_times_a_second(machine):
    budget = Budget(0.125)
    budget.engines.append(Engine(machine))
    for is_up in (False, False, True):
        assert budget.is_up() is is_up
        machine.now += 0.125


def test_a_budget_is_also_limited_by_the_clock(machine):
    budget = Budget(10)
    machine.now += 24.5
    assert not budget.is_up()
    machine.now += 0.5
    assert budget.is_up()


def test_only_the_time_of_requests_counts():
    source = b"import time\ndef player(board): time.sleep(0.2)\n"
    with Sandbox("tictactoe.py", source=source, partial=True) as engine:
        loaded = engine.spent()
        time.sleep(0.2)
        assert engine.spent() == loaded > 0
        engine.player([])
        asked = engine.spent()
        assert asked >= loaded + 0.2
    assert engine.spent() == asked
