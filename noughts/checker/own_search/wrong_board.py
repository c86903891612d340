"""
Find a small board that a file plays wrongly, and the first wrong call of its search.

That search runs in a new process, so that no board is remembered.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from noughts.checker.own_search import trace
from noughts.checker.own_search.calls import Call, Run, UnreadableError, read_run
from noughts.checker.own_search.first_wrong import Judge, Reason, WrongPlace
from noughts.checker.own_search.wrong_line import find_line
from noughts.game.board import board_of
from noughts.game.oracle import table
from noughts.texts.safe_text import clean_line

if TYPE_CHECKING:  # the judge imports this module, and needs no processes
    from noughts.sandbox.engine import Sandbox

EXTENSION = Path(trace.__file__)  # for the sandbox: Sandbox(path, extension=...)
SIZE = 8 * 1024 * 1024  # characters of one recorded search
STEPS = 200_000  # of one search, in all its calls
TAUGHT_BY = 8  # small searches that show what the file's functions are for
SIZES = range(1, 8)  # free squares of the boards tried
BOARDS = 200  # boards of one size
SIZE_SECONDS = 2.0  # for the boards of one size
LONGEST = 200  # characters of a line of the file


class TracedEngine(Protocol):
    """An engine in a process, with the functions of `trace`."""

    def call(self, function: str, *arguments: Any) -> Any: ...
    def ask(self, function: str, questions: Sequence[str]) -> Iterator[object]: ...
    def spent(self) -> float: ...


Fresh = Callable[[], AbstractContextManager[TracedEngine]]


def in_sandbox(read: "Sandbox") -> Fresh:
    """Return a function that starts a new process of a sandbox's file."""
    from noughts.sandbox.engine import Sandbox

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

    root: Call
    judge: Judge
    place: WrongPlace
    line: int
    what: Reason  # what happens in the line
    source: list[str]  # the lines of the file


@cache
def boards_of_size(size: int) -> tuple[str, ...]:
    """Return the open positions with that many free squares, shuffled."""
    keys = [key for key, truth in table().items() if truth.turn]
    keys = sorted(key for key in keys if key.count(".") == size)
    random.Random(size).shuffle(keys)
    return tuple(keys)


def small_wrong(fresh: Fresh) -> str | None:
    """Return a wrongly played position with few free squares; None if none is found."""
    from noughts.game.contract import EngineError

    with suppress(EngineError), fresh() as engine:
        for size in SIZES:
            end = engine.spent() + SIZE_SECONDS
            for key in boards_of_size(size)[:BOARDS]:
                engine.call("forget")
                (said,) = engine.ask("minimax", [key])
                if said not in {f"c{3 * i + j}" for i, j in table()[key].optimal}:
                    return key
                if engine.spent() > end:
                    break
    return None


def first_wrong(fresh: Fresh, key: str, source: bytes) -> FirstWrong | None:
    """Return the first wrong call of a search; None if its answer is right."""
    return find_first_wrong(record(fresh, searches_for(key)), source)


def searches_for(key: str) -> list[list[Any]]:
    """Return the arguments of `trace` for a search and the small ones that teach."""
    half = TAUGHT_BY // 2
    small = (*boards_of_size(3)[:half], *boards_of_size(4)[:half])
    return [[board_of(key), STEPS], *([board_of(each), 0] for each in small)]


def record(fresh: Fresh, searches: list[list[Any]]) -> list[Any]:
    """Return the recorded searches as data, None for those that failed."""
    from noughts.game.contract import EngineError

    recorded = list[Any]()
    with suppress(EngineError), fresh() as engine:
        for each in searches:
            recorded.append(engine.call("trace", *each))
    return recorded + [None] * (len(searches) - len(recorded))


def find_first_wrong(recorded: list[Any], source: bytes) -> FirstWrong | None:
    """Return the first wrong call of the first search; None if its answer is right."""
    run, taught = read_run(recorded[0]), list[Run]()
    for each in recorded[1:]:
        with suppress(UnreadableError):
            taught.append(read_run(each))
    judge = Judge([run, *taught])
    place = judge.place(run.root)
    if place is None:
        return None
    if run.stopped and place.why.key in ("endless", "raised"):
        raise UnreadableError
    call = place.call
    searches = call is run.root or judge.roles.get(call.function) == "value"
    if searches and not judge.valued(call) and call.unseen and not call.is_over:
        raise UnreadableError
    lines = lines_of(source)
    line, what = find_line(judge, place, lines)
    return FirstWrong(run.root, judge, place, line, what, lines)


def lines_of(source: bytes) -> list[str]:
    """Return the lines of a file, safe to display."""
    text = source.decode("utf-8", "replace").replace("\t", "    ")
    return [clean_line(line, LONGEST) for line in re.split("\r\n|\r|\n", text)]


def small_first_wrong(fresh: Fresh, source: bytes) -> FirstWrong | None:
    """Return the first wrong call on a small board, if one is played wrongly."""
    key = small_wrong(fresh)
    if key is None:
        return None
    if found := first_wrong(fresh, key, source):
        return found
    raise UnreadableError  # it plays another move when it is recorded
