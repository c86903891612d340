"""A Dask cluster on this machine: a scheduler, and workers that come and go."""

import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts.checker.record import Record
from noughts.classroom import cluster, versions
from noughts.classroom.cluster import ClusterError, connect
from noughts.classroom.pool import judge_all
from noughts.classroom.submissions import Submission

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="could not import 'distributed'"
)


@contextlib.contextmanager
def started(*command):
    """Run `dask ...` as long as the context lasts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *command],
        env=os.environ | {"PYTHONPATH": str(HERE)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def worker(address, *options):
    plain = ("--no-nanny", "--nthreads=1", "--no-dashboard")
    return started("worker", address, *plain, *options)


@contextlib.contextmanager
def running_scheduler():
    """Run a scheduler; give its process and its address, which it chooses itself."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        options = ("--host=127.0.0.1", "--port=0", "--no-dashboard")
        with started("scheduler", *options, f"--scheduler-file={told}") as process:
            while not told.exists() or not told.read_text().endswith("}"):
                assert process.poll() is None, "the scheduler has ended"
                time.sleep(0.1)
            yield process, json.loads(told.read_text())["address"]


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Let a busy machine take its time to start a worker."""
    monkeypatch.setattr(cluster, "PATIENCE", 60)


@pytest.fixture(scope="module")
def address():
    with running_scheduler() as (_, address):
        yield address


def slowly(log, submission):
    """Judge, and note who did it; a worker can be lost meanwhile."""
    with log.open("a") as file:
        file.write(f"{os.getpid()} {submission.student}\n")
    time.sleep(0.1)
    return Record(submission.where, submission.student, "", ())


@pytest.mark.ci
def test_a_lost_worker_costs_a_retry_and_nothing_else(address, tmp_path):
    """Two real workers, one of them killed half-way: each is judged, none is lost."""
    given = [Submission(f"s{n:02}", "", b"x") for n in range(60)]
    log = tmp_path / "log"
    judged = []
    with worker(address) as first, worker(address), connect(address) as workers:
        workers._client.wait_for_workers(2, timeout=60)
        assert [workers.lot(total) for total in (1, 30, 1000)] == [1, 3, 4]
        for each, record in judge_all(given, 60, partial(slowly, log), workers):
            assert record.digest == each.student
            judged.append(each)
            if len(judged) == 20:
                first.kill()
    assert sorted(judged) == given
    by = Counter(line.split()[0] for line in log.read_text().splitlines())
    assert len(by) == 2, "both workers did something"
    again = by.total() - len(given)
    assert again <= 2 * cluster.LOT, "only what the lost worker had was done again"


@pytest.mark.ci
def test_a_lost_scheduler_ends_the_run_with_one_sentence(tmp_path, capfd):
    given = [Submission(f"s{n:02}", "", b"x") for n in range(60)]
    judge = partial(slowly, tmp_path / "log")
    with (
        running_scheduler() as (scheduler, address),
        worker(address),
        connect(address) as workers,
    ):
        judged = judge_all(given, 60, judge, workers)
        next(judged)
        scheduler.kill()
        with pytest.raises(ClusterError, match="the Dask scheduler is gone"):
            list(judged)
    assert capfd.readouterr() == ("", "")


@pytest.mark.ci
def test_a_cluster_without_workers_is_refused(address, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with pytest.raises(ClusterError, match="has no workers"), connect(address):
        pass


@pytest.mark.ci
def test_workers_of_another_version_are_refused(address, monkeypatch):
    ours = versions.Versions("99", "3.99", "")
    monkeypatch.setattr(versions, "here", lambda: ours)
    with worker(address):
        message = (
            r"the worker tcp://\S+ has noughts \S+ \(\w+\), Python 3\.\d+ and ruff "
            r"\S+, and not noughts 99, Python 3\.99 and no ruff"
        )
        with pytest.raises(ClusterError, match=message), connect(address):
            pass


@pytest.mark.ci
@pytest.mark.parametrize(
    "what",
    ["noughts", *(pytest.param(w, marks=pytest.mark.slow) for w in ("python", "ruff"))],
)
def test_a_worker_of_another_version_that_joins_later_judges_nothing(
    address, tmp_path, what
):
    """Of 300 submissions one such judged 140, under our name."""
    other = tmp_path / "other.py"
    other.write_text(
        "from noughts.classroom import versions\n"
        f"theirs = versions.here()._replace({what}='99')\n"
        "versions.here = lambda: theirs\n"
    )
    given = [Submission(f"s{n:02}", "", b"x") for n in range(60)]
    log = tmp_path / "log"
    judged = []
    with worker(address) as ours, connect(address) as workers:
        run = judge_all(given, 60, partial(slowly, log), workers)
        judged += islice(run, 5)
        with worker(address, "--preload", str(other)) as late:
            workers._client.wait_for_workers(2, timeout=60)
            ours.send_signal(signal.SIGSTOP)  # so that the late one gets some
            message = "has noughts .*99.*; what is done is kept"
            with pytest.raises(ClusterError, match=message):
                judged.extend(run)
        ours.kill()
    by = {line.split()[0] for line in log.read_text().splitlines()}
    assert by == {str(ours.pid)}
    assert str(late.pid) not in by
    assert all(type(record) is Record for _, record in judged)


@pytest.mark.ci
def test_when_the_last_worker_is_gone_that_is_said_and_how_long_ago(
    address, tmp_path, monkeypatch
):
    monkeypatch.setattr(cluster, "PULSE", 0.2)
    monkeypatch.setattr(cluster, "REMIND", 1)
    given = [Submission(f"s{n:02}", "", b"x") for n in range(30)]
    said, judged, hired = [], [], contextlib.ExitStack()

    def hear(text):
        said.append(text)
        if len(said) == 2:
            hired.enter_context(worker(address))

    with worker(address) as only, hired, connect(address, hear) as workers:
        for each, _ in judge_all(given, 30, partial(slowly, tmp_path / "log"), workers):
            judged.append(each)
            if len(judged) == 10:
                only.kill()
    assert sorted(judged) == given
    assert said[0].startswith("The last worker is gone. Waiting for another; Ctrl-C")
    assert said[1].startswith("No worker for 1 s. Still waiting")
    assert said[-1] == "A worker is there again."


@pytest.mark.ci
def test_an_address_where_nobody_answers_is_refused(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    for nobody in ("tcp://127.0.0.1:9", "nonsense"):
        message = f"no Dask scheduler answers at {nobody!r}"
        with pytest.raises(ClusterError, match=message), connect(nobody):
            pass


def test_without_dask_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = r"--cluster needs Dask: pip install distributed"
    with pytest.raises(ClusterError, match=message), connect("tcp://127.0.0.1:9"):
        pass


class Client:
    """A cluster that is only a number of cores, a state, and what its workers say."""

    def __init__(self, cores=4, told=None):
        self.cores, self.status = cores, "running"
        self.told = {"a worker": versions.here()} if told is None else told

    def get_executor(self, pure):
        assert not pure, "Dask would not judge again what it has judged before"
        return SimpleNamespace(submit=lambda *given: given)

    def ncores(self):
        if self.cores is None:
            raise OSError("closed")
        return {"a worker": self.cores} if self.cores else {}

    def wait_for_workers(self, count, timeout):
        if len(self.told) < count:
            raise TimeoutError

    def run(self, function):
        assert function() == versions.here()
        if "no noughts" in self.told:
            raise ImportError("No module named 'noughts'")
        return self.told

    def close(self):
        self.status = "closed"


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(cluster.time, "monotonic", lambda: now[0])
    return now


def test_what_is_said_while_nobody_is_there(clock):
    client, said = Client(), []
    workers = cluster.Cluster(client, said.append)

    def after(seconds, cores):
        """Look again so much later, with that many cores there; return what is said."""
        clock[0] += seconds
        client.cores = cores
        said.clear()
        workers.tend()
        return "".join(said)[:14]

    assert after(cluster.PULSE, 4) == ""
    assert after(cluster.PULSE / 2, 0) == ""  # nobody looked
    assert after(cluster.PULSE / 2, 0) == "The last worke"
    assert after(cluster.PULSE, 0) == ""
    assert after(cluster.REMIND - cluster.PULSE, 0) == "No worker for "
    assert said == [f"No worker for {cluster.REMIND} s. Still waiting; Ctrl-C stops."]
    assert after(cluster.PULSE, 0) == ""
    assert after(cluster.REMIND, 0) == "No worker for "
    assert after(cluster.PULSE, 4) == "A worker is th"
    assert after(cluster.PULSE, 4) == ""
    assert after(cluster.PULSE, 0) == "The last worke"


def test_a_cluster_that_is_gone_is_asked_for_nothing(clock):
    client = Client()
    workers = cluster.Cluster(client)
    assert workers.submit(len, [])[0] is cluster.judge_as
    client.status = "closed"
    for use in (workers.tend, lambda: workers.submit(len, [])):
        with pytest.raises(ClusterError) as gone:
            use()
        assert str(gone.value) == cluster.GONE


@pytest.mark.parametrize(("cores", "width"), [(0, 2), (1, 2), (4, 8), (16, 32)])
def test_there_are_two_lots_for_each_core_and_two_for_whoever_comes_first(cores, width):
    assert cluster.Cluster(Client(cores)).width() == width


@pytest.mark.parametrize(
    ("total", "lot"), [(0, 1), (15, 1), (31, 1), (32, 2), (48, 3), (64, 4), (9999, 4)]
)
def test_a_lot_is_small_where_others_would_idle_and_never_large(total, lot):
    assert cluster.Cluster(Client(4)).lot(total) == lot


def test_a_scheduler_that_does_not_say_who_is_there_is_gone():
    with pytest.raises(ClusterError) as gone:
        cluster.Cluster(Client(None)).width()
    assert str(gone.value) == cluster.GONE


def test_who_is_of_other_versions_judges_nothing():
    given, seen = [Submission("ana", "", b"")], []
    other = versions.here()._replace(python="3.99")
    with pytest.raises(ClusterError, match=r"and not noughts .*, Python 3\.99"):
        cluster.judge_as(other, seen.append, given)
    assert seen == []
    assert cluster.judge_as(versions.here(), seen.append, given) == [None]
    assert seen == given


@pytest.fixture
def dask(monkeypatch):
    """Stand in for Dask: at every address but one there is the client chosen."""
    here = SimpleNamespace(client=Client(), opened=[])

    def opened(address, timeout, set_as_default):
        here.opened.append(set_as_default)
        if address == "nobody":
            raise OSError("timed out")
        return here.client

    module = SimpleNamespace(Client=opened)
    monkeypatch.setitem(sys.modules, "distributed", module)
    return here


def test_a_cluster_is_left_as_it_was(dask):
    for error in (contextlib.nullcontext(), pytest.raises(KeyboardInterrupt)):
        dask.client.status = "running"
        with error, connect("tcp://x") as workers:
            assert workers.width() == 8
            assert dask.client.status == "running"
            if not isinstance(error, contextlib.nullcontext):
                raise KeyboardInterrupt
        assert dask.client.status == "closed"
    assert dask.opened == [False, False]  # else Dask would take it for everybody's


@pytest.mark.parametrize(
    ("address", "told", "refusal"),
    [
        ("nobody", {}, "no Dask scheduler answers at 'nobody'"),
        ("tcp://x", {}, "the Dask cluster at 'tcp://x' has no workers"),
        (
            "tcp://x",
            {"no noughts": ()},
            "a worker lacks noughts: No module named 'noughts'; pip install noughts",
        ),
        (
            "tcp://x",
            {"one": versions.here(), "two": ["9", "3.99", ""]},  # as messages bring it
            "the worker two has noughts 9, Python 3.99 and no ruff, and not "
            f"{versions.here()}; what is done is kept",
        ),
    ],
)
def test_a_cluster_that_cannot_be_used_is_refused_and_left(
    dask, address, told, refusal
):
    dask.client = Client(told=told)
    with pytest.raises(ClusterError) as refused, connect(address):
        pass
    assert str(refused.value) == refusal
    assert (dask.client.status == "closed") is (address != "nobody")


def test_only_dask_is_hushed(dask):
    names = ["distributed", "distributed.worker", "distributedly", "a.distributed"]
    loggers = [logging.getLogger(name) for name in names]
    before = [each.level for each in loggers]
    try:
        for each in loggers:
            each.setLevel(logging.INFO)
        with connect("tcp://x"):
            heard = [each.isEnabledFor(logging.ERROR) for each in loggers]
    finally:
        for each, level in zip(loggers, before, strict=True):
            each.setLevel(level)
    assert heard == [False, False, True, True]
