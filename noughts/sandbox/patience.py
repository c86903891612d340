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
from typing import NamedTuple, Protocol

PROC = Path("/proc")
# Times the limit, by the clock: whatever the machine does, one answer, and all, ends.
BACKSTOP = 5.0
LONGEST = 2.5
LOOK_AGAIN = 0.05  # seconds, at least, between two looks
TICKS = 100.0  # of Linux's processor time, in a second
AT_ONCE = 0.02  # seconds in which nearly every answer comes, and nobody looks


class Use(NamedTuple):
    """What the system tells of a process, in seconds since it began."""

    waited: float = 0.0  # ready to run, and not let: its main thread
    computed: float = 0.0  # all its threads


def use_of(pid: int) -> Use:
    """Return what a process, or the one it wraps, has waited for and computed."""
    try:
        folder = PROC / f"{_innermost(pid)}"
        waited = int((folder / "schedstat").read_text().split()[1])
        # After its name, which may have anything in it.
        told = (folder / "stat").read_text().rpartition(")")[2].split()
        return Use(waited / 1e9, sum(map(int, told[11:13])) / TICKS)
    except (OSError, ValueError, IndexError):
        return Use()


def _innermost(pid: int) -> int:
    """Return the last of a line of processes each of which wraps the next."""
    while children := (PROC / f"{pid}/task/{pid}/children").read_text().split():
        pid = int(children[0])
    return pid


class Patience:
    """
    Some seconds for a process, those in which it has to wait not counted.

    Unless it waits for threads of its own: what they compute counts.
    """

    def __init__(self, pid: int, seconds: float) -> None:
        self.pid, self.seconds = pid, seconds
        self.began, self._before = time.monotonic(), use_of(pid)
        self._last = self._before

    def spent(self) -> float:
        """Return how long the process has had; of one that is gone, as last seen."""
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
    """Return the next answers; TimeoutError when the process has had its time."""
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
        self._began, self._looked = time.monotonic(), -math.inf
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
                late = now - self._began >= LONGEST * self.seconds
                self._up = late or self._spent + used >= self.seconds
        return self._up
