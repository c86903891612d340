"""Noticing that a file has been saved."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

PAUSE = 0.2  # seconds: nobody notices them


def saves(path: Path, sleep: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """
    Yield once at first, and again each time that the file has been saved.

    An editor may write a file in pieces, or take it away and put another in its place:
    what counts is a file that is there and has stopped changing.
    """
    seen = None
    while True:
        now = stamp(path)
        sleep(PAUSE)
        if now is not None and now != seen and now == stamp(path):
            seen = now
            yield


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is saved; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
