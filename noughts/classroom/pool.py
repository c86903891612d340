"""
Judge many files at once, in worker processes or with any executor.

Threads alone would share one core: the judge compares 40,000 answers per file. Each
thread has its own worker process, so a crash affects one file only.
"""

import contextlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, ThreadPoolExecutor, wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import noughts
from noughts.contract import MachineError
from noughts.text import clean_line
from noughts.words import NoughtsError, Refused

Work = TypeVar("Work")
Result = TypeVar("Result")
TICK = 0.5  # seconds; on Windows, Ctrl-C cannot interrupt an endless wait
BOOT = (
    "import sys; sys.path[:] = {}; from noughts.classroom import pool; pool.serve({!r})"
)
WINDOWS_GROUP: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


def run_jobs(
    jobs: Iterable[Work],
    work: Callable[[Work], Result],
    executor: Executor | None = None,
    processes: int = 0,
) -> Iterator[tuple[Work, Result | MachineError]]:
    """Yield each job with its result or the machine's error, in order of completion."""
    if not executor:
        with start_processes(processes or count_cores()) as pool:
            yield from run_jobs(jobs, work, pool)
        return
    waiting = {executor.submit(work, job): job for job in jobs}
    while waiting:
        for future in wait(waiting, TICK, FIRST_COMPLETED).done:
            job = waiting.pop(future)
            try:
                yield job, future.result()
            except Refused:
                raise  # workers of another version
            except Exception as error:
                yield job, explain_failure(error)


@contextlib.contextmanager
def start_processes(count: int) -> Iterator[Executor]:
    """Yield an executor with worker processes, which are killed on exit."""
    with tempfile.TemporaryDirectory(prefix="noughts-class-") as folder:
        pool = _Processes(count, folder)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in pool.workers:
                worker.kill()
            pool.shutdown()
            for worker in pool.workers:
                with contextlib.suppress(OSError), worker:  # closes its pipes
                    pass


class _Processes(ThreadPoolExecutor):
    """A thread pool in which each thread passes its jobs to a worker process."""

    def __init__(self, count: int, folder: str) -> None:
        super().__init__(count)
        self.folder, self.own = folder, threading.local()
        self.workers = list[subprocess.Popen[bytes]]()

    def submit(self, work: Any, /, *args: Any, **given: Any) -> Any:
        """Schedule a job."""
        return super().submit(self._run, work, *args, **given)

    def _run(self, work: Any, job: Any) -> Any:
        worker = getattr(self.own, "worker", None) or self._start()
        self.own.worker = worker
        try:
            pickle.dump((work, job), worker.stdin)
            worker.stdin.flush()
            result: Any = pickle.load(worker.stdout)  # written by `serve`
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.own.worker = None
            raise MachineError("class.lost_worker") from error
        if isinstance(result, Exception):
            raise result
        return result

    def _start(self) -> Any:
        worker = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT.format(safe_path(), self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # no Ctrl-C for workers
            creationflags=WINDOWS_GROUP,
        )
        self.workers.append(worker)
        return worker


def safe_path() -> list[str]:
    """Return `sys.path` for workers, without the current folder."""
    here, home = Path.cwd(), Path(noughts.__file__).resolve().parent.parent
    known = [Path(each).resolve() for each in sys.path if each]
    if home not in known:
        known.insert(0, home)
    return [str(each) for each in known if each != here or each == home]


def serve(folder: str) -> None:
    """Run the jobs that arrive on stdin; exit when the parent process ends."""
    tempfile.tempdir = folder
    jobs = SimpleQueue[Any]()
    threading.Thread(target=_work, args=(jobs,), daemon=True).start()
    try:
        while True:
            jobs.put(pickle.load(sys.stdin.buffer))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _work(jobs: "SimpleQueue[Any]") -> None:
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    while True:
        work, job = jobs.get()
        try:
            result = work(job)
        except NoughtsError as error:
            result = error
        except Exception as error:
            result = explain_failure(error)
        pickle.dump(result, answers)
        answers.flush()


def count_cores() -> int:
    """Return the number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def explain_failure(error: Exception) -> MachineError:
    """Return an exception as an error of this machine, for the teacher."""
    if isinstance(error, MachineError):
        return error
    said = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
    return MachineError("class.judge_failed", why=clean_line(said))
