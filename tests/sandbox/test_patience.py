"""Patience: only the time that a process could have used counts, busy or quiet."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from noughts.sandbox import Sandbox, patience
from noughts.sandbox.patience import Budget, Patience, await_answers

ENGINE, OTHER = 7, 8


class Machine:
    """A clock, and processes that wait for a processor as long as they are told."""

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
    made.waits(ENGINE, 5)  # before anybody asked
    return made


@pytest.mark.parametrize(
    ("pid", "elapsed", "waited", "computed", "spent"),
    [
        (ENGINE, 30, 24, 0, 6),  # waiting for a processor does not count
        (ENGINE, 100, 99, 0, 20),  # but a fifth of the clock always does
        (ENGINE, 30, 27, 16, 16),  # it waits for threads of its own, which compute
        (ENGINE, 10, 1, 40, 10),  # never more than the clock says
        (OTHER, 3, None, None, 3),  # nothing is known of it
    ],
)
def test_the_time_of_a_process(machine, pid, elapsed, waited, computed, spent):
    had = Patience(pid, 20)
    machine.now += elapsed
    if waited is not None:
        machine.waits(pid, 5 + waited, computes=computed)
    assert (had.spent(), had.left()) == (spent, 20 - spent)


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
            told = await_answers(receive, ENGINE, limit)
        except TimeoutError:
            told = ""
        assert bool(told) is comes


class Engine:
    """What has had all the seconds since it was made."""

    def __init__(self, machine):
        self.machine, self.began = machine, machine.now

    def spent(self):
        return self.machine.now - self.began


class Hanging:
    """In the place of the process."""

    def interrupt(self):
        pass


@pytest.fixture
def sandbox(machine):
    """Return a sandbox of which only the time is known; processes begin by hand."""
    box = Sandbox.__new__(Sandbox)
    box._process, box._spent = None, 0.0

    def begin(pid):
        machine.waits(pid, 0)
        box._process, box._patience = Hanging(), Patience(pid, 0.0)
        box._end = (machine.proc / f"{pid}" / "schedstat").unlink

    box.begin = begin
    return box


def test_what_ended_processes_have_had_is_kept_without_their_waiting(machine, sandbox):
    assert sandbox.spent() == 0
    for n, pid in enumerate([ENGINE, OTHER, ENGINE, OTHER]):
        sandbox.begin(pid)
        machine.now += 6
        machine.waits(pid, 2)
        assert sandbox.spent() == 4 * n + 4
        sandbox.close()  # after which nobody can tell how long it has waited
        machine.now += 100
        assert sandbox.spent() == 4 * n + 4
    sandbox.close()
    assert sandbox.spent() == 16


def test_a_file_whose_processes_all_hang_comes_to_its_end(machine, sandbox):
    """Each is ended before anybody looks."""
    budget, hung = Budget(10), 0
    with budget.spending(sandbox):
        while not budget.is_up():
            sandbox.begin(OTHER)
            machine.now += 1
            sandbox.close()
            hung += 1
    assert hung == 10


def test_one_thread_may_end_while_another_looks(machine):
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


def test_what_counts_is_the_innermost_of_processes_that_wrap_each_other(machine):
    machine.waits(OTHER, 2, computes=3)
    inner = machine.proc / f"{ENGINE}" / "task" / f"{ENGINE}" / "children"
    inner.write_text(f"{OTHER} 99")
    assert patience.use_of(ENGINE) == (2, 3)
    assert patience.use_of(OTHER) == (2, 3)
    (machine.proc / f"{OTHER}" / "schedstat").write_text("nonsense")
    assert patience.use_of(ENGINE) == (0, 0)
    assert patience.use_of(99) == (0, 0)


def test_time_that_is_up_is_up_at_once_and_at_exactly_its_value(machine):
    assert Budget(0).is_up()
    budget, engine = Budget(10), Engine(machine)
    with budget.spending(engine):
        machine.now += 10
        assert budget.is_up()
    assert budget._spent == 10
    with budget.spending(engine):
        machine.now += 1
    assert budget._spent == 11


def test_the_time_of_several_engines_is_one_sum(machine):
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


def test_a_file_ends_by_the_clock_whatever_its_processes_have_had(machine):
    budget = Budget(10)
    machine.now += 24.5
    assert not budget.is_up()
    machine.now += 0.5
    assert budget.is_up()
