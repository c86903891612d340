"""Time limits do not count the time a process waits for a CPU."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from noughts.sandbox import Sandbox, patience
from noughts.sandbox.patience import Budget, Patience, await_answers

ENGINE, OTHER = 7, 8


class Machine:
    """A fake clock, and fake processes that wait for a CPU."""

    def __init__(self, proc):
        self.proc, self.now = proc, 100.0

    def waits(self, pid, seconds, computes=0.0):
        folder = self.proc / f"{pid}" / "task" / f"{pid}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "children").write_text("")
        stat = f"0 {int(seconds * 1e9)} 0"
        (self.proc / f"{pid}" / "schedstat").write_text(stat)
        ticks = f"{int(computes * 50)} {int(computes * 50)}"
        stat = f"{pid} (a name) 1) R {'1 ' * 10}{ticks} 9 9"
        (self.proc / f"{pid}" / "stat").write_text(stat)


@pytest.fixture
def machine(monkeypatch, tmp_path):
    made = Machine(tmp_path)
    monkeypatch.setattr(patience, "PROC", tmp_path)
    monkeypatch.setattr(time, "monotonic", lambda: made.now)
    made.waits(ENGINE, 5)  # before the first request
    return made


@pytest.mark.parametrize(
    ("pid", "elapsed", "waited", "computed", "spent"),
    [
        (ENGINE, 30, 24, 0, 6),  # waiting for a CPU does not count
        (ENGINE, 100, 99, 0, 20),  # but a fifth of the clock always does
        (ENGINE, 30, 27, 16, 16),  # its other threads compute
        (ENGINE, 10, 1, 40, 10),  # at most the time by the clock
        (OTHER, 3, None, None, 3),  # no such process
    ],
)
def test_the_time_of_a_process(machine, pid, elapsed, waited, computed, spent):
    had = Patience(pid, 20)
    machine.now += elapsed
    if waited is not None:
        machine.waits(pid, 5 + waited, computes=computed)
    assert (had.spent(), had.left()) == (spent, 20 - spent)


def test_a_process_that_is_gone_counts_as_last_seen(machine):
    had = Patience(ENGINE, 20)
    machine.now += 10
    machine.waits(ENGINE, 5 + 8)
    assert had.spent() == 2
    (machine.proc / f"{ENGINE}" / "schedstat").unlink()
    machine.now += 1
    assert had.spent() == 3


@pytest.mark.parametrize("busy", [0.0, 0.5, 0.8])
def test_a_limit_is_the_same_on_a_busy_machine(machine, busy):
    """The process computes for 4 seconds; the limit is 3 or 5."""
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
            told = await_answers(receive, ENGINE, limit)
        except TimeoutError:
            told = ""
        assert bool(told) is comes


class Engine:
    """An engine that has used every second since it was made."""

    def __init__(self, machine):
        self.machine, self.began = machine, machine.now

    def spent(self):
        return self.machine.now - self.began


class Hanging:
    """A process that never answers."""

    def interrupt(self):
        pass


@pytest.fixture
def sandbox(machine):
    """Return a Sandbox with fake processes; `begin` starts one."""
    box = Sandbox.__new__(Sandbox)
    box._process, box._spent = None, 0.0

    def begin(pid):
        machine.waits(pid, 0)
        box._process, box._patience = Hanging(), Patience(pid, 0.0)
        box._end = (machine.proc / f"{pid}" / "schedstat").unlink

    box.begin = begin
    return box


def test_time_of_ended_processes_is_kept(machine, sandbox):
    assert sandbox.spent() == 0
    for n, pid in enumerate([ENGINE, OTHER, ENGINE, OTHER]):
        sandbox.begin(pid)
        machine.now += 6
        machine.waits(pid, 2)
        assert sandbox.spent() == 4 * n + 4
        sandbox.close()
        machine.now += 100
        assert sandbox.spent() == 4 * n + 4
    sandbox.close()
    assert sandbox.spent() == 16


def test_a_budget_counts_processes_that_ended_before_it_looked(machine, sandbox):
    budget, hung = Budget(10), 0
    with budget.spending(sandbox):
        while not budget.is_up():
            sandbox.begin(OTHER)
            machine.now += 1
            sandbox.close()
            hung += 1
    assert hung == 10


def test_a_budget_may_be_read_while_another_thread_spends(machine):
    budget, engines = Budget(10**6), [Engine(machine) for _ in range(50)]

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


def test_the_innermost_of_wrapped_processes_counts(machine):
    machine.waits(OTHER, 2, computes=3)
    inner = machine.proc / f"{ENGINE}" / "task" / f"{ENGINE}" / "children"
    inner.write_text(f"{OTHER} 99")
    assert patience.use_of(ENGINE) == (2, 3)
    assert patience.use_of(OTHER) == (2, 3)
    (machine.proc / f"{OTHER}" / "schedstat").write_text("nonsense")
    assert patience.use_of(ENGINE) == (0, 0)
    assert patience.use_of(99) == (0, 0)


def test_a_budget_is_up_at_exactly_its_value(machine):
    assert Budget(0).is_up()
    budget, engine = Budget(10), Engine(machine)
    with budget.spending(engine):
        machine.now += 10
        assert budget.is_up()
    assert budget._spent == 10
    with budget.spending(engine):
        machine.now += 1
    assert budget._spent == 11


def test_a_budget_adds_up_several_engines(machine):
    budget, one, other = Budget(10), Engine(machine), Engine(machine)
    with budget.spending(one):
        machine.now += 4
    machine.now += 10
    with budget.spending(other):
        machine.now += 5
        assert not budget.is_up()
        machine.now += 1
        assert budget.is_up()
    assert not budget._running


def test_a_budget_is_also_limited_by_the_clock(machine):
    budget = Budget(10)
    machine.now += 24.5
    assert not budget.is_up()
    machine.now += 0.5
    assert budget.is_up()


def test_a_share_of_a_budget_is_up_before_the_whole(machine):
    budget, engine = Budget(10), Engine(machine)
    with budget.spending(engine):
        machine.now += 8
        assert budget.is_up(0.75)
        assert not budget.is_up()
