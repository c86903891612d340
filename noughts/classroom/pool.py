"""
Judging many submissions at once, by whatever workers there are.

The workers are any `concurrent.futures.Executor`. Here it is a pool of processes and
not of threads: the judge's own work, comparing 40,000 answers, takes more time than
a quick engine's answers, and threads would share one core for it.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from noughts import disk, signals
from noughts.checker.record import Record
from noughts.classroom.submissions import Submission
from noughts.contract import MachineError

Judge = Callable[[Submission], Record]

LOSSES = 3  # times that a submission may cost us its worker before we give it up
AHEAD = 2  # lots for each process: one that it judges, one that it finds waiting
MOST_PROCESSES = 61 if sys.platform == "win32" else 1000  # Windows waits for no more
ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")  # by which people end a run
SAFE_PATH = "PYTHONSAFEPATH"
TICK = 0.5  # seconds; on Windows nothing interrupts a wait without an end


class LostError(MachineError):
    """No worker survives this submission."""


class WorkersError(Exception):
    """The workers as such cannot be used, or not any more; the message says why."""


class Workers(Protocol):
    """Those who judge: an executor, and how to make good use of it."""

    def width(self) -> int:
        """Return how many lots keep all of them busy."""

    def lot(self, total: int) -> int:
        """Return how many of all submissions are best handed over at once."""

    def submit(
        self, judge: Judge, lot: list[Submission]
    ) -> "Future[list[Record | Exception]]":
        """Hand over a lot."""

    def tend(self) -> None:
        """Look after them, now and then, while there is nothing but waiting."""


class Lot(NamedTuple):
    """Submissions that are handed to a worker together."""

    submissions: list[Submission]
    losses: int = 0


def judge_all(
    submissions: Iterable[Submission], total: int, judge: Judge, workers: Workers
) -> Iterator[tuple[Submission, Record | Exception]]:
    """
    Yield each of the submissions once, with its record, as they come.

    Submissions are taken as workers become free, so few are in memory at any time.
    A lot whose worker is lost is judged again, one by one and each alone, so that
    whoever is to blame is known. A submission that no worker survives comes with a
    LostError, and one at which the judge or its machine fails with a MachineError. Who
    leaves early ends the workers, too: what waits for them is not cancelled here, as
    an executor whose process ends at that moment would fail over it.
    """
    lots = _lots(iter(submissions), workers.lot(total))
    again = deque[Lot]()
    waiting: dict[Future[list[Record | Exception]], Lot] = {}

    def hand_over(lot: Lot) -> None:
        waiting[workers.submit(judge, lot.submissions)] = lot

    while True:
        while not again and len(waiting) < workers.width():
            if not (lot := next(lots, None)):
                break
            hand_over(lot)
        if again and not waiting:
            hand_over(again.popleft())
        if not waiting:
            return
        workers.tend()
        for future in wait(waiting, TICK, FIRST_COMPLETED).done:
            lot = waiting.pop(future)
            try:
                records = future.result()
            except WorkersError:
                raise
            except Exception as error:
                yield from _lost(lot, error, again)
            else:
                yield from zip(lot.submissions, records, strict=True)


def _lots(submissions: Iterator[Submission], size: int) -> Iterator[Lot]:
    while lot := list(islice(submissions, size)):
        yield Lot(lot)


def _lost(
    lot: Lot, error: Exception, again: deque[Lot]
) -> Iterator[tuple[Submission, Exception]]:
    """Put the submissions of a lost lot back, or give them up."""
    for submission in lot.submissions:
        if lot.losses + 1 < LOSSES:
            again.append(Lot([submission], lot.losses + 1))
        else:
            said = str(error) or type(error).__name__
            yield submission, LostError(f"{LOSSES} workers were lost over it: {said}")


def judge_lot(judge: Judge, lot: list[Submission]) -> list[Record | Exception]:
    """Return the record of each submission; where the judge fails, how it failed."""
    return [_judged(judge, submission) for submission in lot]


def _judged(judge: Judge, submission: Submission) -> Record | Exception:
    try:
        return judge(submission)
    except MachineError as error:
        return error
    except OSError as error:
        return MachineError(error.strerror or f"{error}")
    except Exception as error:
        return MachineError(f"the judge failed: {type(error).__name__}: {error}")


class _OwnProcesses(SpawnContext):
    """Starts processes anew, and remembers them: others have children here, too."""

    def __init__(self) -> None:
        super().__init__()
        self.made = set[BaseProcess]()

    def Process(self, *args: Any, **given: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **given)
        self.made.add(process)
        return process


_starting = threading.RLock()  # the environment is that of all threads


@contextmanager
def _apart() -> Iterator[None]:
    """Let no Python that is started now import anything from the current folder."""
    with _starting:
        before = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            del os.environ[SAFE_PATH]
            if before is not None:
                os.environ[SAFE_PATH] = before


class Processes:
    """Worker processes on this machine; leaving the context ends them at once."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = min(jobs or available_cores(), MOST_PROCESSES)
        self._context = _OwnProcesses()
        self._folder = tempfile.mkdtemp(prefix="class-", dir=disk.scratch())
        self._executor = self._start()

    def _start(self) -> Executor:
        with _apart():
            return ProcessPoolExecutor(
                self.jobs,
                self._context,
                initializer=_prepare,
                initargs=(self._folder, str(disk.scratch())),
            )

    def width(self) -> int:
        return AHEAD * self.jobs

    def lot(self, total: int) -> int:
        return 1

    def submit(
        self, judge: Judge, lot: list[Submission]
    ) -> "Future[list[Record | Exception]]":
        """Hand over a lot, to new processes where the old ones broke."""
        # Processes are started here: see `_prepare`.
        with signals.waiting(ENDINGS), _apart():
            try:
                return self._executor.submit(judge_lot, judge, lot)
            except BrokenExecutor:
                self._executor = self._start()
                return self._executor.submit(judge_lot, judge, lot)

    def tend(self) -> None:
        pass  # the executor sees to its processes by itself

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Processes that are only half ended keep Python waiting for them when it exits:
        # a second Ctrl-C would be the one that nothing follows.
        with signals.handled(ENDINGS, signal.SIG_IGN):
            self._end()

    def _end(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        for child in self._context.made.intersection(multiprocessing.active_children()):
            child.kill()
            child.join()
        self._executor.shutdown()
        # What a killed process leaves behind is all in here.
        shutil.rmtree(self._folder, ignore_errors=True)


def _prepare(folder: str, whole: str) -> None:
    """Prepare a worker process: when to end is its parent's business."""
    signals.ignore(ENDINGS)
    tempfile.tempdir = folder
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        """End with the parent, however that one ends, and leave nothing of it."""
        connection.wait([parent.sentinel])
        disk.remove(Path(whole))
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def available_cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
