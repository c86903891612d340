"""
Find a small board that a file plays wrongly and the first wrong call of its search.

Each search runs in a new process, so that no board is remembered.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from noughts.board import board_of
from noughts.observe import trace
from noughts.observe.calls import Run, UnreadableError, read_run
from noughts.observe.first_wrong import Judge, Reason, WrongPlace
from noughts.observe.wrong_line import Reading, Trail, find_line
from noughts.oracle import table
from noughts.sandbox import EngineError, Sandbox
from noughts.text import clean_line

EXTENSION = Path(trace.__file__)  # for the sandbox: Sandbox(path, extension=...)
SIZE = 8 * 1024 * 1024  # characters of one recorded search
TAUGHT_BY = 8  # small searches that show how a file encodes values
# Boards tried, by free squares; a batch of them ends when its time is up.
LEVELS = {1: 150, 2: 200, 3: 200, 4: 150, 5: 250, 6: 100, 7: 40}
TRIED = 3  # wrongly played boards, if the first cannot be read
LONGEST = 200  # characters of a line of the file


class TracedEngine(Protocol):
    """An engine in a process, with the functions of `trace`."""

    def call(self, function: str, *arguments: Any) -> Any: ...


Fresh = Callable[[], AbstractContextManager[TracedEngine]]


def in_sandbox(read: Sandbox) -> Fresh:
    """Return a function that starts a new process of a sandbox's file."""
    limits = replace(read.limits, size=SIZE)
    return lambda: Sandbox(
        read.path,
        limits,
        source=read.source,
        modules=read.modules,
        extension=EXTENSION,
        partial=True,
    )


class FirstWrong(NamedTuple):
    """The first wrong call and its line."""

    run: Run
    judge: Judge
    place: WrongPlace
    line: int
    what: Reason  # what happens in the line
    missing: list[int]  # squares that were never tried
    source: list[str]  # the lines of the file


@cache
def boards_of_size(size: int) -> tuple[str, ...]:
    """Return the open positions with so many free squares, shuffled."""
    keys = [key for key, truth in table().items() if truth.turn]
    keys = sorted(key for key in keys if key.count(".") == size)
    random.Random(size).shuffle(keys)
    return tuple(keys)


def small_wrong(fresh: Fresh) -> Iterator[str]:
    """Yield wrongly played positions, those with the fewest free squares first."""
    for size, most in LEVELS.items():
        yield from _wrong(fresh, boards_of_size(size)[:most])


def _wrong(fresh: Fresh, keys: tuple[str, ...]) -> Iterator[str]:
    """Yield the positions in which minimax takes no optimal action."""
    try:
        with fresh() as engine:
            answers = engine.call("choices", [board_of(key) for key in keys])
    except EngineError:
        if len(keys) == 1:
            yield keys[0]
            return
        for part in (keys[:1], keys[1 : len(keys) // 2], keys[len(keys) // 2 :]):
            yield from _wrong(fresh, part)
        return
    for key, answer in zip(
        keys, answers if type(answers) is list else (), strict=False
    ):
        best = {3 * i + j + 1 for i, j in table()[key].optimal}
        if type(answer) is not int or answer not in best:
            yield key


def record(fresh: Fresh, key: str, watched: int = -1) -> Run:
    """Return the calls of one search."""
    try:
        with fresh() as engine:
            return read_run(engine.call("trace", board_of(key), watched))
    except (EngineError, ValueError) as error:
        raise UnreadableError("calls") from error


def first_wrong(fresh: Fresh, key: str, source: bytes) -> FirstWrong | None:
    """Return the first wrong call of a search; None if its answer is right."""
    run = record(fresh, key)
    if Judge([run]).wrong(run, run.root) is None:
        return None
    judge = Judge([run, *_small_runs(fresh)])
    place = judge.place(run)
    assert place is not None, "what is wrong with minimax does not depend on others"
    if run.more and place.why.key in ("endless", "raised"):
        raise UnreadableError("calls")
    call = place.call
    searches = call is run.root or judge.roles.get(call.function) == "value"
    if searches and not judge.valued(call) and call.unseen and not call.is_over:
        raise UnreadableError("boards")
    watched = record(fresh, key, call.n)
    if len(watched.calls) != len(run.calls):
        raise UnreadableError("differs")
    run = run._replace(steps=watched.steps)
    lines = lines_of(source)
    line, what = find_line(judge, place, run, lines)
    missing = (
        Reading(judge, run, call, Trail(run, call, lines)).missing() if searches else []
    )
    return FirstWrong(run, judge, place, line, what, missing, lines)


def lines_of(source: bytes) -> list[str]:
    """Return the lines of a file, safe to display."""
    text = source.decode("utf-8", "replace").replace("\t", "    ")
    return [clean_line(line, LONGEST) for line in re.split("\r\n|\r|\n", text)]


def small_first_wrong(fresh: Fresh, source: bytes) -> FirstWrong | None:
    """Return the first wrong call on a small board, if one is played wrongly."""
    unread: UnreadableError | None = None
    for key in islice(small_wrong(fresh), TRIED):
        try:
            if found := first_wrong(fresh, key, source):
                return found
            unread = UnreadableError("differs")
        except UnreadableError as error:
            unread = error
    if unread:
        raise unread
    return None


def _small_runs(fresh: Fresh) -> Iterator[Run]:
    """Yield small searches, skipping those that cannot be read."""
    half = TAUGHT_BY // 2
    for key in (*boards_of_size(3)[:half], *boards_of_size(4)[:half]):
        try:
            yield record(fresh, key)
        except UnreadableError:
            continue
