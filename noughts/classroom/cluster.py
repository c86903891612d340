"""Workers on other machines: a Dask cluster that somebody already runs."""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from noughts.checker.record import Record
from noughts.classroom import versions
from noughts.classroom.pool import Judge, WorkersError, judge_lot
from noughts.classroom.submissions import Submission
from noughts.classroom.versions import Versions

PATIENCE = 10  # seconds for the scheduler to answer, and for a first worker to be there
PULSE = 5  # seconds from one look at who is there to the next
REMIND = 60  # seconds from one word about nobody being there to the next
LOT = 4
GONE = "the Dask scheduler is gone; what is done is kept"
INSTALL = "pip install distributed"
THERE = "pip install noughts"  # on the worker


class ClusterError(WorkersError):
    """The cluster cannot be used; the message says why."""


class Cluster:
    """
    The workers of a Dask cluster.

    Dask itself gives the lot of a lost worker to another one; what a lost worker costs
    is the work of one lot, and a lot is small for that reason. `say` is told when
    there is no worker left, and how long we have waited for one.
    """

    def __init__(
        self, client: Any, say: Callable[[str], None] = lambda text: None
    ) -> None:
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)
        self._say = say
        self._looked = self._told = time.monotonic()
        self._alone_since: float | None = None

    def width(self) -> int:
        """Return how many lots keep all cores busy: workers may come and go."""
        return 2 * max(1, self._cores())

    def _cores(self) -> int:
        try:
            cores: dict[str, int] = self._client.ncores()
        except OSError as error:
            raise ClusterError(GONE) from error
        return sum(cores.values())

    def lot(self, total: int) -> int:
        """Return a few, so that messages cost little; one if others would idle."""
        return max(1, min(LOT, total // (2 * self.width())))

    def submit(
        self, judge: Judge, lot: list[Submission]
    ) -> "Future[list[Record | Exception]]":
        """Hand over a lot, to be judged by a worker of our own versions."""
        self._check()
        return self._executor.submit(judge_as, versions.here(), judge, lot)

    def tend(self) -> None:
        """Look now and then whether anybody is there, and say so if nobody is."""
        self._check()
        now = time.monotonic()
        if now - self._looked < PULSE:
            return
        self._looked = now
        if self._cores():
            if self._alone_since is not None:
                self._say("A worker is there again.")
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = self._told = now
            self._say(
                "The last worker is gone. Waiting for another; Ctrl-C stops, and keeps "
                "what is done."
            )
        elif now - self._told >= REMIND:
            self._told = now
            waited = round(now - self._alone_since)
            self._say(f"No worker for {waited} s. Still waiting; Ctrl-C stops.")

    def _check(self) -> None:
        if self._client.status != "running":
            raise ClusterError(GONE)


def judge_as(
    wanted: Versions, judge: Judge, lot: list[Submission]
) -> list[Record | Exception]:
    """Judge a lot, if we are of the versions in whose name it is judged."""
    if (mine := versions.here()) != wanted:
        worker = f"{socket.gethostname()} (process {os.getpid()})"
        raise ClusterError(_other(worker, mine, wanted))
    return judge_lot(judge, lot)


def _other(worker: str, theirs: Versions, ours: Versions) -> str:
    return f"the worker {worker} has {theirs}, and not {ours}; what is done is kept"


@contextmanager
def connect(
    address: str, say: Callable[[str], None] = lambda text: None
) -> Iterator[Cluster]:
    """Connect to the scheduler at an address, and leave the cluster as it was."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterError(f"--cluster needs Dask: {INSTALL}") from error
    _hush()
    open_client: Any = distributed.Client
    try:
        client = open_client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address!r}") from error
    try:
        _greet(client, address)
        yield Cluster(client, say)
    finally:
        client.close()


def _greet(client: Any, address: str) -> None:
    """Make sure that there are workers, and that they judge as we do."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        reason = f"the Dask cluster at {address!r} has no workers"
        raise ClusterError(reason) from error
    try:
        theirs: dict[str, Versions] = client.run(versions_there)
    except ImportError as error:
        raise ClusterError(f"a worker lacks noughts: {error}; {THERE}") from error
    ours = versions.here()
    for worker, each in theirs.items():
        if tuple(each) != ours:
            raise ClusterError(_other(worker, Versions(*each), ours))


def versions_there() -> Versions:
    """Return the versions of the worker where this is run."""
    return versions.here()


def _hush() -> None:
    """Keep Dask from printing tracebacks: what goes wrong comes to us anyway."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
