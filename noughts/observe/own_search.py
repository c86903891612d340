"""
Somebody's own search, and the first place where it differs from the truth.

Every search runs in a fresh process, so that nothing is remembered from another board.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from noughts.board import board_of
from noughts.observe import trace
from noughts.observe.calls import Run, read_run
from noughts.observe.first_wrong import Fact, Judge, Place, fact
from noughts.observe.wrong_line import Reading, find_line
from noughts.oracle import table
from noughts.sandbox import EngineError

EXTENSION = Path(trace.__file__)  # for the sandbox: Sandbox(path, extension=...)
SIZE = 8 * 1024 * 1024  # characters of one recorded search
TAUGHT_BY = 12  # small searches from which it is learned how a file writes values
LEVELS = {1: 150, 2: 250, 3: 300, 4: 100, 5: 30, 6: 10}  # boards by free squares
BATCH = 50


class Callable_(Protocol):
    """An engine in a process, with the functions of `trace` beside its own."""

    def call(self, function: str, *arguments: Any) -> Any: ...


Fresh = Callable[[], AbstractContextManager[Callable_]]


class FirstWrong(NamedTuple):
    """The first place where a value differs from the truth, and its line."""

    run: Run
    judge: Judge
    place: Place
    line: int
    what: Fact  # what happens in the line
    missing: list[int]  # squares that were never tried


class UnreadableError(Exception):
    """The search cannot be followed: nothing can be claimed about it."""


@cache
def boards_of_size(size: int) -> tuple[str, ...]:
    """Return the open positions with so many free squares, well mixed."""
    keys = [key for key, truth in table().items() if truth.turn]
    keys = sorted(key for key in keys if key.count(".") == size)
    random.Random(size).shuffle(keys)
    return tuple(keys)


def smallest_wrong(fresh: Fresh) -> Iterator[str]:
    """Yield positions in which minimax goes wrong, those with the fewest free first."""
    for size, most in LEVELS.items():
        keys = boards_of_size(size)[:most]
        for begin in range(0, len(keys), BATCH):
            yield from _wrong(fresh, keys[begin : begin + BATCH])


def _wrong(fresh: Fresh, keys: tuple[str, ...]) -> Iterator[str]:
    """Yield the positions in which minimax takes no best action."""
    try:
        with fresh() as engine:
            answers = engine.call("choices", [board_of(key) for key in keys])
    except EngineError:
        if len(keys) == 1:
            yield keys[0]
        else:
            half = len(keys) // 2
            yield from _wrong(fresh, keys[:half])
            yield from _wrong(fresh, keys[half:])
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
        raise UnreadableError(str(error)) from error


def first_wrong(fresh: Fresh, key: str, source: bytes) -> FirstWrong | None:
    """Return where the search of a position goes wrong; None if its answer is right."""
    run = record(fresh, key)
    judge = Judge([run, *_small_runs(fresh)])
    place = judge.place(run)
    if place is None:
        return None
    if run.more and place.call is run.root:
        raise UnreadableError("too many calls")
    call = place.call
    searches = call is run.root or judge.roles.get(call.function) == "value"
    if searches and not judge.valued(call) and call.unseen and not call.is_over:
        raise UnreadableError("the calls show no board")
    watched = record(fresh, key, call.n)
    if len(watched.calls) != len(run.calls):
        raise UnreadableError("another search the second time")
    run = run._replace(steps=watched.steps)
    lines = source.decode("utf-8", "replace").splitlines()
    line, what = find_line(judge, place, run, lines)
    missing = Reading(judge, run, call, lines).missing() if searches else []
    return FirstWrong(run, judge, place, line, what, missing)


def _small_runs(fresh: Fresh) -> Iterator[Run]:
    """Yield some small searches, as many as can be read."""
    half = TAUGHT_BY // 2
    for key in (*boards_of_size(3)[:half], *boards_of_size(4)[:half]):
        try:
            yield record(fresh, key)
        except UnreadableError:
            continue
