"""`noughts check --watch`: at each save, the quick part at once, then the rest."""

import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from noughts.checker.asking import Stage
from noughts.checker.record import FAULTS, Check, Record
from noughts.checker.reports.wording import changes
from noughts.words import Words

PAUSE = 0.2  # seconds: nobody notices them
# What an editor, or a tool that fetches files, may leave there for a moment.
AWAY = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
GONE = 5  # pauses: an editor that puts another file in its place needs less


def saves(
    path: Path, gone: Callable[[], None], sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """
    Yield once at first, and again each time that the file has been saved.

    An editor may write a file in pieces, or take it away and put another in its place:
    what counts is a file that is there and has stopped changing. One that stays away
    is told by `gone`, once.
    """
    seen, missing = None, 0
    while True:
        now = stamp(path)
        missing = missing + 1 if now is None else 0
        if missing == GONE:
            gone()
        sleep(PAUSE)
        if now is not None and now != seen and now == stamp(path):
            seen = now
            yield


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is saved; None if none can be read."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISREG(found.st_mode) or not os.access(path, os.R_OK):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


class SavedAgainError(Exception):
    """The file was saved while it was being checked: what is known is out of date."""


class Watcher:
    """One check of a file that is being written, told in two parts."""

    def __init__(self, path: Path, before: Record | None, say: Words) -> None:
        self.path, self.before, self.say = path, before, say
        self.checks = dict[str, list[Check]]()  # by function, as they are judged
        self._stamp, self._told = stamp(path), set[str]()

    def step(self, what: str, show: Callable[[list[str]], None]) -> None:
        """Tell the quick part when the long one begins; raise if it was saved again."""
        if stamp(self.path) != self._stamp:
            raise SavedAgainError
        if what == Stage.MINIMAX and not self._told:
            judged = [each for checks in self.checks.values() for each in checks]
            self._told = {check.name for check in judged}
            show([*self._changes(judged), self._state(judged)])

    def rest(self, record: Record) -> list[str]:
        """Return what has changed of that which was not told before."""
        left = [check for check in record.checks if check.name not in self._told]
        if self.before is None or record.refusal:
            return []
        said = self._changes(left)
        return said or ([] if self._told else [self.say("report.unchanged")])

    def _changes(self, checks: list[Check]) -> list[str]:
        before = self.before
        return changes(before, checks, self.say) if before else []

    def _state(self, judged: list[Check]) -> str:
        """Return how the functions stand that were judged, and what comes."""
        wrong = [check.function for check in judged if check.status in FAULTS]
        if wrong:
            return self.say("report.quick_next", next=wrong[0])
        return self.say("report.quick_right")
