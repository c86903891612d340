"""
Time limits that do not count the time a process waits for a CPU.

So a file gets the same verdict on a busy machine. Linux reports how long a process was
runnable but not running. On other systems the clock alone counts.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

PROC = Path("/proc")
# Multiples of a limit, by the clock, after which an answer and a whole file end.
BACKSTOP = 5.0
LONGEST = 2.5
LOOK_AGAIN = 0.05  # seconds between two looks, at least
TICKS = 100.0  # per second, of CPU time in /proc
AT_ONCE = 0.02  # seconds before the first look; most answers come sooner


class Use(NamedTuple):
    """CPU use of a process in seconds since it began."""

    waited: float = 0.0  # runnable but not running, main thread only
    computed: float = 0.0  # CPU time of all threads


def use_of(pid: int) -> Use:
    """Return the CPU use of a process, or of the one it wraps."""
    try:
        folder = PROC / f"{_innermost(pid)}"
        waited = int((folder / "schedstat").read_text().split()[1])
        # The fields after the name, which may contain spaces and parentheses.
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        return Use(waited / 1e9, sum(map(int, fields[11:13])) / TICKS)
    except (OSError, ValueError, IndexError):
        return Use()


def _innermost(pid: int) -> int:
    """Return the innermost of processes that wrap each other."""
    while children := (PROC / f"{pid}/task/{pid}/children").read_text().split():
        pid = int(children[0])
    return pid


class Patience:
    """
    A time limit for a process, without the time it waits for a CPU.

    CPU time of its own threads counts, even while the main thread waits for them.
    """

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid, self.seconds = pid, seconds
        self.began, self._before = time.monotonic(), use_of(pid)
        self._last = self._before

    def spent(self) -> float:
        """Return the seconds used so far; for a process that ended, as last seen."""
        elapsed = time.monotonic() - self.began
        self._last = Use(*map(max, self._last, use_of(self.pid)))
        waited = self._last.waited - self._before.waited
        computed = self._last.computed - self._before.computed
        return max(elapsed - waited, min(computed, elapsed), elapsed / BACKSTOP)

    def left(self) -> float:
        return self.seconds - self.spent()


def await_answers(
    receive: Callable[[float], list[str]], pid: int, seconds: float
) -> list[str]:
    """Return the next answers, or raise TimeoutError when the time is used up."""
    first = min(seconds, AT_ONCE)
    try:
        return receive(first)  # the usual case
    except TimeoutError:
        patience = Patience(pid, seconds - first)
    while (left := patience.left()) > 0:
        try:
            return receive(max(left, LOOK_AGAIN))
        except TimeoutError:
            continue
    raise TimeoutError


class Spender(Protocol):
    """An engine that knows how many seconds its processes have used."""

    def spent(self) -> float: ...


class Budget:
    """A time limit for several processes together, without waiting for a CPU."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._spent = 0.0
        self._running = dict[int, tuple[Spender, float]]()
        self._began, self._looked = time.monotonic(), -math.inf
        self._lock = Lock()  # each engine has its own thread
        self._used = 0.0

    @contextmanager
    def spending(self, engine: Spender) -> Iterator[None]:
        """Count the time that an engine uses inside this context."""
        before = engine.spent()
        with self._lock:
            self._running[id(engine)] = engine, before
        try:
            yield
        finally:
            with self._lock:
                self._spent += engine.spent() - before
                del self._running[id(engine)]

    def is_up(self, share: float = 1.0) -> bool:
        """Return whether a share of the time is used; measured four times a second."""
        now = time.monotonic()
        if now - self._looked > 0.25:
            self._looked = now
            with self._lock:
                running = self._running.values()
                used = sum(engine.spent() - before for engine, before in running)
                late = (now - self._began) / LONGEST
                self._used = max(self._used, self._spent + used, late)
        return self._used >= share * self.seconds
