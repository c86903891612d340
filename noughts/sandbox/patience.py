"""
How long an engine has had: time in which it waits for a processor does not count.

A limit by the clock gives the same file another verdict on a busy machine than on a
quiet one. Linux tells how long a process was ready to run and was not let; where nobody
tells, the clock alone counts.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Protocol

PROC = Path("/proc")
BACKSTOP = 10.0  # times the limit, by the clock: whatever the machine does, it ends
LOOK_AGAIN = 0.05  # seconds, at least, between two looks
AT_ONCE = 0.02  # seconds in which nearly every answer comes, and nobody looks


def seconds_waited(pid: int) -> float:
    """Return how long a process, or the one it wraps, has waited for a processor."""
    try:
        return int((PROC / f"{_innermost(pid)}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def _innermost(pid: int) -> int:
    """Return the last of a line of processes each of which wraps the next."""
    while children := (PROC / f"{pid}/task/{pid}/children").read_text().split():
        pid = int(children[0])
    return pid


class Patience:
    """Some seconds for a process, those in which it has to wait not counted."""

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid, self.seconds = pid, seconds
        self.began, self._before = time.monotonic(), seconds_waited(pid)
        self._waited = 0.0

    def spent(self) -> float:
        """Return how long the process has had; of one that is gone, as last seen."""
        elapsed = time.monotonic() - self.began
        self._waited = max(self._waited, seconds_waited(self.pid) - self._before)
        return max(elapsed - self._waited, elapsed / BACKSTOP)

    def left(self) -> float:
        return self.seconds - self.spent()


def await_line(receive: Callable[[float], str], pid: int, seconds: float) -> str:
    """Return the next line; raise TimeoutError when the process has had its time."""
    first = min(seconds, AT_ONCE)
    try:
        return receive(first)  # nearly always: no need to look at the process
    except TimeoutError:
        patience = Patience(pid, seconds - first)
    while (left := patience.left()) > 0:
        try:
            return receive(max(left, LOOK_AGAIN))
        except TimeoutError:
            continue
    raise TimeoutError


class Spender(Protocol):
    """Whatever tells how many seconds it has had, with all its processes."""

    def spent(self) -> float: ...


class Budget:
    """Seconds for several processes together, those in which they wait not counted."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._spent = 0.0
        self._running = dict[int, tuple[Spender, float]]()
        self._looked = -math.inf
        self._lock = Lock()  # each engine is asked by a thread of its own
        self._up = False

    @contextmanager
    def spending(self, engine: Spender) -> Iterator[None]:
        """Count the time of an engine as long as it is asked."""
        before = engine.spent()
        with self._lock:
            self._running[id(engine)] = engine, before
        try:
            yield
        finally:
            with self._lock:
                self._spent += engine.spent() - before
                del self._running[id(engine)]

    def is_up(self) -> bool:
        """Return whether all is spent; looked at four times a second at most."""
        now = time.monotonic()
        if not self._up and now - self._looked > 0.25:
            self._looked = now
            with self._lock:
                running = self._running.values()
                used = sum(engine.spent() - before for engine, before in running)
                self._up = self._spent + used >= self.seconds
        return self._up
