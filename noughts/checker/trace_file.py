"""
Ask a file for its own search, up to the first call that is wrong.

Like the judge, this is a generator: it yields requests, is sent the answers, and
returns what it found. So processes carry it on a computer, and workers in a browser.
Boards are counted, never seconds: both try the same ones.
"""

from collections.abc import Callable, Collection, Generator, Mapping
from functools import partial
from typing import Any, NamedTuple

from noughts.checker import truth
from noughts.checker.asking import Answers, Ask, Effort
from noughts.checker.check_file import Examination, converse
from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.wrong_board import (
    RECORDER,
    FirstWrong,
    boards_of_size,
    find_first_wrong,
    searches_for,
)
from noughts.checker.questions import ACTIONS, QUICK
from noughts.game.board import board_of
from noughts.game.oracle import table
from noughts.sandbox.limits import MIB

SECONDS = 2.0  # for one search that is only asked for its move
LONG = 8.0  # for tracing one search that somebody asked for and waits for
SIZE = 8 * MIB  # characters of one recorded search
# Boards that are tried, by free squares: some 100,000 calls of plain Minimax a size.
TRIED = {1: 200, 2: 200, 3: 200, 4: 120, 5: 60, 6: 20, 7: 8}


class Traced(NamedTuple):
    """The first wrong call of a file's search, if there is one."""

    found: FirstWrong | None
    is_smaller: bool = False  # a smaller board, because the one asked for took too long


AskFile = Callable[[str, list[list[Any]]], Ask]  # a function, and its arguments
Tracing = Generator[Ask, Answers, Traced]


def trace_file(
    source: bytes,
    board: str = "",
    seconds: float = LONG,
    supplied: Collection[str] = (),
) -> Tracing:
    """
    Trace a file's search on a board, or on a small one that it plays wrongly.

    Functions that are `supplied` need not be in the file: right ones take their place.

    A search that takes longer than that many seconds is shown on a smaller board.
    Raises UnreadableError if the search cannot be followed.
    """
    file = asking(source, supplied)
    if board:
        recorded = yield from _record(file, board, seconds)
        if recorded[0] is not None:
            return Traced(find_first_wrong(recorded, source))
    smaller = yield from find_wrong_board(file)
    if smaller is None:
        if board:
            raise UnreadableError
        return Traced(None)
    recorded = yield from _record(file, smaller, seconds)
    found = find_first_wrong(recorded, source)
    if found is None:  # it plays another move when it is recorded
        raise UnreadableError
    return Traced(found, is_smaller=bool(board))


def asking(source: bytes, supplied: Collection[str] = ()) -> AskFile:
    """Return what makes requests to a file with the recorder, and right functions."""
    right = {name: truth.table(name) for name in supplied}
    ours = {
        "constants": False,
        "actions": ACTIONS,
        "right": right,
        "known": {},
        "cells": "set",
    }
    setup = {"extension": RECORDER, **(ours if right else {})}
    return partial(Ask, source.decode("latin-1"), setup, seconds=SECONDS, strikes=1)


def trace_in_sandbox(
    source: bytes, board: str = "", modules: Mapping[str, str] | None = None
) -> Traced:
    """Trace a file's search in sandboxed processes; see `trace_file`."""
    with Examination(Effort(), lambda *_: None, modules or {}) as driver:
        return converse(trace_file(source, board), driver)


def find_wrong_board(file: AskFile) -> Generator[Ask, Answers, str | None]:
    """Return a board with few free squares that the file plays wrongly, if it can."""
    for size, most in TRIED.items():
        keys = boards_of_size(size)[:most]
        answers = yield file("move", [[board_of(key)] for key in keys])
        for key, answer in zip(keys, answers, strict=True):
            if answer is None:
                return None
            if answer.no_answer and size > QUICK:  # perhaps it is only slow
                return None
            if answer.value not in [*table()[key].optimal]:
                return key
    return None


def _record(
    file: AskFile, key: str, seconds: float
) -> Generator[Ask, Answers, list[Any]]:
    """Return the recorded searches of a board, and of small ones that teach."""
    asked = file("trace", searches_for(key))
    answers = yield asked._replace(seconds=seconds, size=SIZE, fresh=True)
    return [answer.value if answer else None for answer in answers]
