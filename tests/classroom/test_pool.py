import os
import signal
import threading
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from noughts.checker.record import Record
from noughts.classroom import pool
from noughts.classroom.pool import Processes, available_cores, judge_all, judge_lot
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


def test_what_is_not_begun_is_cancelled_when_the_run_is_left():
    gate, begun = threading.Event(), []

    def slow(submission):
        begun.append(submission)
        if submission.student != "s000":
            gate.wait(10)
        return record_of(submission)

    workers = Threads(width=40)
    run = judge_all(map(submission, range(40)), 40, slow, workers)
    assert next(run)[0].student == "s000"
    run.close()
    gate.set()
    workers.executor.shutdown()
    assert len(begun) <= 10


@pytest.mark.ci
@pytest.mark.parametrize("times", [1, 2])
def test_a_lost_process_costs_a_retry_and_nothing_else(tmp_path, times):
    with Processes(2) as workers:
        judge = partial(unlucky, tmp_path, times)
        judged = list(judge_all(map(submission, range(8)), 8, judge, workers))
    assert sorted(each.student for each, _ in judged) == [f"s00{n}" for n in range(8)]
    assert all(type(record) is Record for _, record in judged)


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


def where_am_i(submission):
    """Judge: note the process and its folder for temporary files."""
    import tempfile

    return Record("", "", "", (), notes=(str(os.getpid()), tempfile.gettempdir()))


def sleep(submission):
    """Judge: for ever."""
    threading.Event().wait(600)


def test_there_is_a_core():
    assert available_cores() >= 1


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
