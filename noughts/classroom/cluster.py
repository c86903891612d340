"""Workers on other machines: a Dask cluster that somebody already runs."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from noughts import __version__
from noughts.checker.record import Record
from noughts.classroom.pool import Judge, judge_lot
from noughts.classroom.submissions import Submission

PATIENCE = 10  # seconds for the scheduler to answer, and for a first worker to be there
LOT = 4
GONE = "the Dask scheduler is gone; what is done is kept"
INSTALL = "pip install distributed"


class ClusterError(Exception):
    """The cluster cannot be used; the message says why."""


class Cluster:
    """
    The workers of a Dask cluster.

    Dask itself gives the lot of a lost worker to another one; what a lost worker costs
    is the work of one lot, and a lot is small for that reason.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Executor = client.get_executor(pure=False)

    def width(self) -> int:
        """Return how many lots keep all cores busy: workers may come and go."""
        try:
            cores: dict[str, int] = self._client.ncores()
        except OSError as error:
            raise ClusterError(GONE) from error
        return 2 * max(1, sum(cores.values()))

    def lot(self, total: int) -> int:
        """Return a few, so that messages cost little; one if others would idle."""
        return max(1, min(LOT, total // (2 * self.width())))

    def submit(
        self, judge: Judge, lot: list[Submission]
    ) -> "Future[list[Record | Exception]]":
        if self._client.status != "running":
            raise ClusterError(GONE)
        return self._executor.submit(judge_lot, judge, lot)


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
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
        yield Cluster(client)
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
        versions: dict[str, str] = client.run(version)
    except ImportError as error:
        raise ClusterError(f"a worker lacks noughts: {error}; {INSTALL}") from error
    for worker, theirs in versions.items():
        if theirs != __version__:
            raise ClusterError(
                f"the worker {worker} has noughts {theirs} and not {__version__}"
            )


def _hush() -> None:
    """Keep Dask from printing tracebacks: what goes wrong comes to us anyway."""
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def version() -> str:
    """Return the version of noughts where this is run."""
    return __version__
