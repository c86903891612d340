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


def test_time_in_which_a_process_waits_for_a_processor_does_not_count(machine):
    had = Patience(ENGINE, 20)
    machine.now += 30
    machine.waits(ENGINE, 5 + 24)
    assert (had.spent(), had.left()) == (6, 14)


def test_a_fifth_of_the_clock_counts_whatever_the_machine_does(machine):
    had = Patience(ENGINE, 20)
    machine.now += 100
    machine.waits(ENGINE, 5 + 99)
    assert had.spent() == 20


def test_a_process_that_waits_for_threads_of_its_own_has_had_the_time(machine):
    machine.waits(ENGINE, 5, computes=3)
    had = Patience(ENGINE, 20)
    machine.now += 30
    machine.waits(ENGINE, 5 + 27, computes=3 + 16)
    assert had.spent() == 16


def test_a_process_has_never_had_more_than_the_clock_says(machine):
    had = Patience(ENGINE, 20)
    machine.now += 10
    machine.waits(ENGINE, 5 + 1, computes=40)
    assert had.spent() == 10


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


@pytest.mark.parametrize(
    ("seconds", "asked"),
    [(5.0, [0.02, 4.98]), (0.02, [0.02]), (0.01, [0.01]), (0.03, [0.02, 0.05])],
)
def test_a_line_is_waited_for_at_first_without_a_look(machine, seconds, asked):
    waits = []

    def receive(limit):
        waits.append(limit)
        machine.now += limit
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await_answers(receive, OTHER, seconds)
    assert waits == pytest.approx(asked)


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


def test_whether_time_is_up_is_looked_at_four_times_a_second_at_most(machine):
    budget, engine = Budget(1), Engine(machine)
    with budget.spending(engine):
        machine.now += 0.75
        assert not budget.is_up()
        machine.now += 0.25
        assert not budget.is_up()  # nobody looked
        machine.now += 0.01
        assert budget.is_up()
    assert budget.is_up()


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
