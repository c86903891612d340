"""
Time limits that do not count the time a process waits for a CPU.

So a file gets the same verdict on a busy machine. Linux reports how long a process was
runnable but not running. On other systems the clock alone counts.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from noughts.sandbox.process import Process

PROC = Path("/proc")
# By the clock, an answer and a whole file may take so many times their limits.
BACKSTOP = 5.0
LONGEST = 2.5
LOOK_AGAIN = 0.05  # seconds between two looks, at least
AT_ONCE = 0.02  # seconds before the first look; most answers come sooner
BEAT = 0.25  # seconds between two looks, at most
STOPPED = 5.0  # seconds without a look: this process was stopped, as by Ctrl-Z


def waited_by(pid: int) -> float:
    """Return the seconds that a process, or the one it wraps, waited for a CPU."""
    try:
        while inner := (PROC / f"{pid}/task/{pid}/children").read_text().split():
            pid = int(inner[0])
        return int((PROC / f"{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class Stopwatch:
    """The time since a moment, without the time that a process waits for a CPU."""

    def __init__(self, pid: int) -> None:
        self.pid, self.began = pid, time.monotonic()
        self.before = self.waited = waited_by(pid)

    def spent(self) -> float:
        """Return the seconds used so far; for a process that ended, as last seen."""
        elapsed = time.monotonic() - self.began
        self.waited = max(self.waited, waited_by(self.pid))
        return max(elapsed - (self.waited - self.before), elapsed / BACKSTOP)


def await_answers(
    process: Process,
    seconds: float,
    waiting: Callable[[], None] = lambda: None,
    extended: Callable[[], float] | None = None,
) -> list[str]:
    """
    Return the next answers, or raise TimeoutError when the time is used up.

    `waiting` is called four times a second, and may raise. When the time is used up,
    `extended` may return more seconds, counted from the beginning.
    """
    first = min(seconds, AT_ONCE)
    try:
        return process.receive(first)  # the usual case
    except TimeoutError:
        watch = Stopwatch(process.pid)
    while True:
        left = seconds - first - watch.spent()
        if left <= 0 and extended:
            seconds, extended = max(seconds, extended()), None
            left = seconds - first - watch.spent()
        if left <= 0:
            raise TimeoutError
        looked = time.monotonic()
        try:
            return process.receive(min(max(left, LOOK_AGAIN), BEAT))
        except TimeoutError:
            slept = time.monotonic() - looked
            watch.began += slept if slept > STOPPED else 0
            waiting()


class Spender(Protocol):
    """An engine that knows how many seconds its processes have used."""

    def spent(self) -> float: ...


class Budget:
    """A time limit for several engines together, without waiting for a CPU."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.engines = seconds, list[Spender]()
        self._began = self._look_at = time.monotonic()
        self._used = 0.0

    def is_up(self, share: float = 1.0) -> bool:
        """Return whether a share of the time is used; measured four times a second."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + BEAT
            used = sum(engine.spent() for engine in self.engines)
            self._used = max(used, (now - self._began) / LONGEST)
        return self._used >= share * self.seconds
