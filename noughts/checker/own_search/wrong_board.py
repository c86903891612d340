"""The first wrong call of a recorded search, and the boards to record."""

import random
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from noughts.checker.own_search import trace
from noughts.checker.own_search.calls import Call, Run, UnreadableError, read_run
from noughts.checker.own_search.first_wrong import Judge, Reason, WrongPlace
from noughts.checker.own_search.wrong_line import find_line
from noughts.game.board import board_of
from noughts.game.oracle import table
from noughts.texts.safe_text import clean_line

RECORDER = Path(trace.__file__).read_text("utf-8")  # put into the file's process
STEPS = 200_000  # of one search, in all its calls
TAUGHT_BY = 8  # small searches that show what the file's functions are for
LONGEST = 200  # characters of a line of the file


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


def searches_for(key: str) -> list[list[Any]]:
    """Return the arguments of `trace` for a search and the small ones that teach."""
    half = TAUGHT_BY // 2
    small = (*boards_of_size(3)[:half], *boards_of_size(4)[:half])
    return [[board_of(key), STEPS], *([board_of(each), 0] for each in small)]


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
    if run.stopped and place.why.kind in ("endless", "raised"):
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
