import multiprocessing
import os
import runpy
import shutil
import signal
import tempfile
import threading
from collections import Counter, deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import pytest

from noughts.checker.record import Record
from noughts.classroom import pool
from noughts.classroom.pool import (
    LOSSES,
    Processes,
    WorkersError,
    available_cores,
    judge_all,
    judge_lot,
)
from noughts.classroom.submissions import Submission


def submission(n):
    return Submission(f"s{n:03}", f"s{n:03}/tictactoe.py", b"%d" % n)


def record_of(submission):
    """Judge: the digest tells whose record it is."""
    return Record(submission.where, submission.student, "", ())


def unlucky(folder, times, submission):
    """Judge, but lose the process the first times that s003 is judged."""
    if submission.student == "s003":
        tries = folder / "tries"
        tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
        if len(tries.read_text()) <= times:
            os.kill(os.getpid(), signal.SIGKILL)
    return record_of(submission)


def broken(submission):
    """Judge, but fail at s002."""
    if submission.student == "s002":
        raise ZeroDivisionError("division by zero")
    return record_of(submission)


class Threads:
    """Workers that count what is going on."""

    def __init__(self, lot=1, width=4):
        self._lot, self._width = lot, width
        self.executor = ThreadPoolExecutor(4)
        self.lots = []

    def width(self):
        return self._width

    def lot(self, total):
        return self._lot

    def tend(self):
        pass

    def submit(self, judge, lot):
        self.lots.append(len(lot))
        return self.executor.submit(judge_lot, judge, lot)


@pytest.mark.parametrize("lot", [1, 3, 100])
def test_each_submission_is_judged_once(lot):
    workers = Threads(lot)
    given = [submission(n) for n in range(50)]
    judged = list(judge_all(given, 50, record_of, workers))
    assert sorted(each for each, _ in judged) == given
    assert all(record.digest == each.student for each, record in judged)
    assert set(workers.lots[:-1]) <= {lot}


def test_few_submissions_are_in_memory_at_any_time():
    alive, most = Counter(), []

    def many():
        for n in range(200):
            alive["taken"] += 1
            most.append(alive.total())
            yield submission(n)

    for _ in judge_all(many(), 200, record_of, Threads(lot=2, width=3)):
        alive["taken"] -= 1
    assert max(most) <= 3 * 2 + 2 * 4  # in flight, and done but not yet looked at


def test_a_judge_that_fails_costs_one_submission():
    judged = dict(judge_all(map(submission, range(6)), 6, broken, Threads(lot=3)))
    failed = {
        each.student: str(out)
        for each, out in judged.items()
        if type(out) is not Record
    }
    assert failed == {"s002": "the judge failed: ZeroDivisionError: division by zero"}
    assert len(judged) == 6


@pytest.mark.ci
@pytest.mark.parametrize("times", [1, 2])
def test_a_lost_process_costs_a_retry_and_nothing_else(tmp_path, times):
    with Processes(2) as workers:
        judge = partial(unlucky, tmp_path, times)
        judged = list(judge_all(map(submission, range(8)), 8, judge, workers))
    assert sorted(each.student for each, _ in judged) == [f"s00{n}" for n in range(8)]
    assert all(type(record) is Record for _, record in judged)


@pytest.mark.ci
def test_what_no_process_survives_is_given_up_alone(tmp_path):
    with Processes(2) as workers:
        judge = partial(unlucky, tmp_path, 99)
        judged = dict(judge_all(map(submission, range(6)), 6, judge, workers))
    lost = {
        each.student: str(out)
        for each, out in judged.items()
        if type(out) is not Record
    }
    assert list(lost) == ["s003"]
    assert lost["s003"].startswith("3 workers were lost over it: ")
    assert len(judged) == 6


def test_processes_are_gone_at_once_when_they_are_not_needed(tmp_path):
    with Processes(2) as workers:
        [(_, record)] = judge_all([submission(0)], 1, where_am_i, workers)
        endless = judge_all(map(submission, range(9)), 9, sleep, workers)
        workers.submit(sleep, [submission(1)])
    endless.close()
    process, folder = record.notes
    assert not os.path.exists(folder)
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


@pytest.mark.ci
def test_processes_of_others_are_left_alone():
    """A program that asks the library may start its own meanwhile, in a thread."""
    with Processes(1) as workers:
        other = multiprocessing.get_context("spawn").Process(target=sleep, args=(0,))
        other.start()
        assert list(judge_all([submission(0)], 1, where_am_i, workers))
    try:
        assert other.is_alive()
        assert multiprocessing.active_children() == [other]
    finally:
        other.kill()
        other.join()


@pytest.mark.ci
@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_has_only_begun_to_start_leaves_signals_to_its_parent(
    kind, capfd
):
    """Each of them told at length that it was interrupted, while it imported."""
    with Processes(2) as workers:
        futures = [workers.submit(record_of, [submission(n)]) for n in range(2)]
        for child in workers._context.made:
            os.kill(child.pid, kind)
        assert [record.digest for [record] in (f.result(60) for f in futures)]
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert capfd.readouterr().err == ""


@pytest.mark.ci
def test_a_run_that_is_left_while_its_workers_end_is_left_in_silence(monkeypatch):
    """What was cancelled here could not be said to be lost, over there."""

    def interrupted():
        items = workers._executor._pending_work_items.values()
        while sum(each.future.running() for each in items) < len(items) - 1:
            threading.Event().wait(0.01)
        raise KeyboardInterrupt

    said = []
    monkeypatch.setattr(threading, "excepthook", said.append)
    with Processes(2) as workers:
        workers.tend = interrupted
        with pytest.raises(KeyboardInterrupt):
            next(judge_all(map(submission, range(9)), 9, sleep, workers))
        for child in workers._context.made:
            child.kill()
            child.join()
        workers._executor._executor_manager_thread.join(60)
    assert said == []


def where_am_i(submission):
    """Judge: note the process and its folder for temporary files."""
    import tempfile

    return Record("", "", "", (), notes=(str(os.getpid()), tempfile.gettempdir()))


def sleep(submission):
    """Judge: for ever."""
    threading.Event().wait(600)


def test_there_is_a_core(monkeypatch):
    assert available_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert available_cores() == os.cpu_count()
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_who_is_impatient_does_not_stop_the_workers_from_being_ended(kind):
    """A second Ctrl-C left them at work, and Python waiting for them for ever."""
    before = signal.getsignal(kind)
    with Processes(1) as workers:
        end = workers._executor.shutdown

        def disturbed(*args, **given):
            os.kill(os.getpid(), kind)
            end(*args, **given)
            ended.append(kind)

        ended = []
        workers._executor.shutdown = disturbed
    assert ended == [kind, kind]
    assert signal.getsignal(kind) == before


@pytest.mark.parametrize(
    ("error", "said"), [(OSError("pipe broke"), "pipe broke"), (OSError(), "OSError")]
)
def test_a_submission_over_which_workers_are_lost_is_tried_again_alone(error, said):
    given = [Submission(name, "", b"") for name in ("ana", "bob")]
    for losses in range(pool.LOSSES - 1):
        again = deque[pool.Lot]()
        assert list(pool._lost(pool.Lot(given, losses), error, again)) == []
        assert [*again] == [pool.Lot([each], losses + 1) for each in given]
    given_up = list(pool._lost(pool.Lot(given, pool.LOSSES - 1), error, again))
    assert [submission for submission, _ in given_up] == given
    assert {str(why) for _, why in given_up} == {
        f"{pool.LOSSES} workers were lost over it: {said}"
    }


class Diary:
    """Workers that are done at once, and note what was in flight at each lot."""

    def __init__(self, lot=1, width=4, lost=(), error=BrokenPipeError):
        self._lot, self._width, self.lost, self.error = lot, width, lost, error
        self.lots, self.flying, self.done, self.tended = [], [], 0, 0

    def width(self):
        return self._width

    def lot(self, total):
        return self._lot

    def tend(self):
        self.tended += 1
        self.done = len(self.lots)  # from here on they are waited for

    def submit(self, judge, lot):
        self.lots.append([each.student for each in lot])
        self.flying.append(len(self.lots) - self.done)
        future = Future()
        if {*self.lots[-1]} & {*self.lost}:
            future.set_exception(self.error("gone"))
        else:
            future.set_result(judge_lot(judge, lot))
        return future


def test_workers_have_as_many_lots_as_keep_them_busy_and_no_more():
    workers = Diary(lot=2, width=3)
    assert len([*judge_all(map(submission, range(18)), 18, record_of, workers)]) == 18
    assert workers.flying == [1, 2, 3] * 3
    assert workers.tended == 3


def test_who_costs_workers_is_tried_alone_and_then_given_up():
    workers = Diary(lot=3, width=2, lost=["s001"])
    judged = dict(judge_all(map(submission, range(9)), 9, record_of, workers))
    assert {each.student for each in judged} == {f"s00{n}" for n in range(9)}
    given_up = [each.student for each in judged if type(judged[each]) is not Record]
    assert given_up == ["s001"]
    tries = [n for n, lot in enumerate(workers.lots) if "s001" in lot]
    assert len(tries) == LOSSES
    assert all(workers.lots[n] == ["s001"] for n in tries[1:])
    alone = [n for n, lot in enumerate(workers.lots) if len(lot) == 1]
    assert {workers.flying[n] for n in alone} == {1}, "nobody else can be to blame"


def test_workers_that_cannot_be_used_end_the_run():
    workers = Diary(lost=["s002"], error=WorkersError)
    with pytest.raises(WorkersError, match="gone"):
        list(judge_all(map(submission, range(9)), 9, record_of, workers))


@pytest.mark.parametrize(("system", "most"), [("win32", 61), ("linux", 1000)])
def test_windows_waits_for_61_processes(monkeypatch, system, most):
    monkeypatch.setattr("sys.platform", system)
    assert runpy.run_path(pool.__file__)["MOST_PROCESSES"] == most


@pytest.mark.parametrize("jobs", [1, 3, 61])
def test_each_process_has_a_lot_and_finds_another(jobs):
    with Processes(jobs) as workers:
        assert workers.jobs == jobs
        assert workers.width() == 2 * jobs
        assert workers.lot(1000) == 1


@pytest.mark.skipif(os.name != "posix", reason="Windows waits for 61 at most")
def test_more_processes_than_windows_can_wait_for_are_possible():
    with Processes(200) as workers:
        assert workers.jobs == 200


def test_a_folder_that_somebody_swept_is_no_matter_at_the_end():
    with Processes(1) as workers:
        assert os.path.isdir(workers._folder)
        shutil.rmtree(workers._folder)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_a_worker_leaves_signals_to_its_parent_and_ends_with_it(tmp_path, monkeypatch):
    whole = tmp_path / "scratch"
    (whole / "class-1").mkdir(parents=True)
    parent, lifeline = os.pipe()
    ended, codes = threading.Event(), []
    alive = SimpleNamespace(sentinel=parent)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: alive)
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(os, "_exit", lambda code: [codes.append(code), ended.set()])
    kinds = [getattr(signal, name) for name in pool.ENDINGS]
    before = {kind: signal.getsignal(kind) for kind in kinds}
    try:
        pool._prepare(str(whole / "class-1"), str(whole))
        assert {signal.getsignal(kind) for kind in kinds} == {signal.SIG_IGN}
        assert tempfile.gettempdir() == str(whole / "class-1")
        assert not ended.wait(0.01)
        assert whole.exists()
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        os.close(lifeline)
    assert ended.wait(10)
    os.close(parent)
    assert codes == [1]
    assert not whole.exists()


@pytest.mark.parametrize("before", [None, "", "1"])
def test_two_threads_that_start_workers_leave_the_environment_as_it_was(
    monkeypatch, before
):
    monkeypatch.delenv(pool.SAFE_PATH, raising=False)
    if before is not None:
        monkeypatch.setenv(pool.SAFE_PATH, before)
    first_left, inside = threading.Event(), []

    def second():
        with pool._apart():
            first_left.wait(10)
            inside.append(os.environ.get(pool.SAFE_PATH))

    with ThreadPoolExecutor(1) as threads:
        with pool._apart():
            done = threads.submit(second)
            first_left.wait(0.05)  # or the second would begin later anyway
        first_left.set()
        done.result()
    assert inside == ["1"]
    assert os.environ.get(pool.SAFE_PATH) == before
