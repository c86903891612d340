"""
Judging many files at once: in processes of our own, or by any executor.

Processes and not threads, because comparing 40,000 answers takes the judge longer than
a quick engine takes to give them.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from typing import Any, TypeVar

from noughts.contract import MachineError
from noughts.text import clean_line
from noughts.words import Refused

Work = TypeVar("Work")
Result = TypeVar("Result")
MOST_PROCESSES = 61 if sys.platform == "win32" else 1000  # Windows waits for no more
AHEAD = 2  # jobs for each process: the one it works on, and one that waits
WINDOW = 256  # jobs that another executor is given at once
SAFE_PATH = "PYTHONSAFEPATH"  # no module comes from the folder Python is started in
TICK = 0.5  # seconds; on Windows nothing interrupts a wait without an end


def run_jobs(
    jobs: Iterator[Work],
    work: Callable[[Work], Result],
    executor: Executor | None = None,
    processes: int = 0,
) -> Iterator[tuple[Work, Result | Exception]]:
    """
    Yield each job with its result, or with how this machine failed, as they come.

    Jobs are taken as workers become free, so few are in memory. If a worker process
    dies, the jobs of its pool are done again, each alone: so the one to blame is known.
    """
    if executor:
        yield from _collect(jobs, work, executor, WINDOW)
        return
    count = min(processes or count_cores(), MOST_PROCESSES)
    lost: list[Work] | None = None
    while lost != []:
        lost = []
        with start_processes(count) as pool:
            for job, result in _collect(jobs, work, pool, AHEAD * count):
                if isinstance(result, BrokenExecutor):
                    lost.append(job)
                else:
                    yield job, result
        for job in lost:
            with start_processes(1) as pool:
                yield from _collect(iter([job]), work, pool, 1)


def _collect(
    jobs: Iterator[Work], work: Callable[[Work], Result], executor: Executor, most: int
) -> Iterator[tuple[Work, Result | Exception]]:
    """Yield jobs with their results; stop taking more when the executor breaks."""
    waiting = dict[Future[Result], Work]()
    broken = False
    while True:
        while not broken and len(waiting) < most:
            try:
                job = next(jobs)
            except StopIteration:
                break
            try:
                waiting[executor.submit(work, job)] = job
            except BrokenExecutor as error:
                broken = True
                yield job, error
        if not waiting:
            return
        for future in wait(waiting, TICK, FIRST_COMPLETED).done:
            job = waiting.pop(future)
            try:
                result: Result | Exception = future.result()
            except Refused:
                raise  # the workers cannot be used at all
            except Exception as error:
                broken = broken or isinstance(error, BrokenExecutor)
                result = error
            yield job, result


@contextmanager
def start_processes(count: int) -> Iterator[Executor]:
    """Start worker processes; leaving the context ends them at once."""
    before = {*multiprocessing.active_children()}
    with tempfile.TemporaryDirectory(prefix="noughts-class-") as folder:
        with _shelter():  # Python's own helper process is started here
            pool = _Processes(
                count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_prepare,
                initargs=(folder,),
            )
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in {*multiprocessing.active_children()} - before:
                child.kill()
                child.join()
            pool.shutdown()


class _Processes(ProcessPoolExecutor):
    """A pool whose processes ignore Ctrl-C, and the folder that they are started in."""

    def submit(self, *args: Any, **given: Any) -> Future[Any]:
        """Hand over a job; processes are started here, as they are needed."""
        with _shelter():
            return super().submit(*args, **given)


@contextmanager
def _shelter() -> Iterator[None]:
    """Block Ctrl-C and the current folder for the processes started meanwhile."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    can_block = hasattr(signal, "pthread_sigmask")  # not on Windows
    if can_block:
        signals = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        del os.environ[SAFE_PATH]
        os.environ |= {SAFE_PATH: before} if before is not None else {}


def _prepare(folder: str) -> None:
    """Prepare a worker: it keeps its files in the folder, and ends with its parent."""
    tempfile.tempdir = folder
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def count_cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def explain_failure(error: Exception) -> MachineError:
    """Return how this machine failed at a job, as a sentence for the teacher."""
    if isinstance(error, MachineError):
        return error
    if isinstance(error, BrokenExecutor):
        return MachineError("class.lost_worker")
    said = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
    return MachineError("class.judge_failed", why=clean_line(said))
