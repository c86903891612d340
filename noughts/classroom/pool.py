"""
Judge many files at once: in worker processes, on a Dask cluster, with any executor.

Threads alone would share one core: the judge compares 40,000 answers per file.
"""

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from noughts.files import PACKAGE
from noughts.game.contract import MachineError
from noughts.texts import Refused
from noughts.texts.safe_text import clean_line

Work = TypeVar("Work")
Result = TypeVar("Result")
PATIENCE = 10  # seconds for the Dask scheduler and its first worker
TICK = 0.5  # seconds; on Windows, Ctrl-C cannot interrupt an endless wait
BOOT = "import sys; sys.path[:] = {}; from noughts.classroom import pool; pool.serve()"


def run_jobs(
    jobs: Iterable[Work],
    work: Callable[[Work], Result],
    executor: Executor | None = None,
    processes: int | None = None,
) -> Iterator[tuple[Work, Result | MachineError]]:
    """Yield each job with its result or the machine's error, in order of completion."""
    if not executor:
        threads = ThreadPoolExecutor(processes or os.cpu_count() or 1)
        with threads, closing(Workers(work)) as workers:
            yield from run_jobs(jobs, workers.run, threads)
        return
    waiting = {executor.submit(work, job): job for job in jobs}
    try:
        while waiting:
            for future in wait(waiting, TICK, FIRST_COMPLETED).done:
                job = waiting.pop(future)
                try:
                    yield job, future.result()
                except Refused:  # a worker has another version
                    raise
                except Exception as error:
                    yield job, explain_failure(error)
    finally:
        for future in waiting:
            future.cancel()


class Workers:
    """Worker processes, one for each thread: a crash affects one job only."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work, self.own = work, threading.local()
        self.started = list[subprocess.Popen[bytes]]()

    def run(self, job: Any) -> Any:
        """Return the result of a job, done by the worker of this thread."""
        worker = getattr(self.own, "worker", None) or self._start()
        self.own.worker = worker
        try:
            pickle.dump((self.work, job), worker.stdin)
            worker.stdin.flush()
            result: Any = pickle.load(worker.stdout)  # written by `serve`
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.own.worker = None
            raise MachineError("class.lost_worker") from error
        if isinstance(result, Exception):
            raise result
        return result

    def _start(self) -> Any:
        command = [sys.executable, "-P", "-c", BOOT.format(safe_path())]
        pipe = subprocess.PIPE
        self.started.append(subprocess.Popen(command, stdin=pipe, stdout=pipe))
        return self.started[-1]

    def close(self) -> None:
        """Kill the workers, which are idle unless the run was interrupted."""
        for worker in self.started:
            worker.kill()
            with suppress(OSError), worker:  # closes its pipes
                pass


def safe_path() -> list[str]:
    """Return `sys.path` for workers, without the current folder."""
    home = PACKAGE.parent
    known = (Path(each).resolve() for each in sys.path if each)
    return [str(home), *(str(each) for each in known if each != Path.cwd())]


def serve() -> None:
    """Run the jobs that arrive on stdin, until it is closed or Ctrl-C is pressed."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            work, job = pickle.load(sys.stdin.buffer)
            try:
                result = work(job)
            except Exception as error:
                result = error
            pickle.dump(result, answers)
            answers.flush()


def explain_failure(error: Exception) -> MachineError:
    """Return an exception as an error of this machine."""
    if isinstance(error, MachineError):
        return error
    said = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
    return MachineError("class.judge_failed", why=clean_line(said))


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """
    Yield the executor of a running Dask cluster.

    Dask reassigns the jobs of a lost worker. `FileJudge` refuses workers with another
    version.
    """
    try:
        import distributed
    except ImportError as error:
        raise Refused("cluster.missing") from error
    open_client: Any = distributed.Client
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = open_client(address, timeout=PATIENCE)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as error:  # TimeoutError is an OSError
        raise Refused("cluster.no_workers", address=address) from error
    with client:
        yield client.get_executor(pure=False)
