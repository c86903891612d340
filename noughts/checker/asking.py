"""
What the judge asks: plain data, which a sandbox, a test or a browser can carry.

The judge yields an Ask and is sent a list with one Answer for each question, or None
where a question was not asked: the time for the file was up, or the function had hung
or ended its process PATIENCE times. If the file cannot be loaded, an UnjudgedError is
thrown into the judge instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from noughts.checker.answers import Answer
from noughts.words.said import Said

PATIENCE = 3  # times that a function may hang or end its process before we give it up
AGAIN = "again"  # behind a function's name: it is asked with right ones beside it
AWAITED = "awaited"  # and: its answer is being waited for


class UnjudgedError(Exception):
    """The file cannot be judged."""

    def __init__(self, why: Said) -> None:
        super().__init__(why)
        self.why = why


class Stage(StrEnum):
    """What an Ask is about; besides, there is a function's name and a word more."""

    FILE = "the file"  # the first one, which is always asked
    SAMPLE = "a sample"
    RULES = "the rules"
    MINIMAX = "minimax"  # the one that takes long
    BARE = "a bare sample"
    SEARCH = "the search"
    CAUSE = "the cause"


@dataclass(frozen=True)
class Effort:
    """
    How much time a file is given, and how many processes.

    Seconds in which the engine's process has, or could have, a processor: what it waits
    for one because the machine is busy does not count.
    """

    answer: float = 20.0  # for one answer of minimax
    rule: float = 5.0  # for one answer of another function
    start: float = 10.0  # for loading the file, each time that it is
    budget: float = 120.0  # for the whole file, loading it included
    computing: int = 3600  # of one process; a backstop
    processes: int = 2


class Ask(NamedTuple):
    """
    Questions about one function of a file.

    A question to a function of the contract is a board's nine marks, and for `result`
    the number of an action; to any other function, its arguments.
    """

    source: str  # the file, one character for each of its bytes
    setup: Mapping[str, Any]  # what stands beside it in the process: see `asker.set_up`
    function: str
    questions: Sequence[Any]
    what: str  # its stage, for people who wait
    seconds: float = 0.0  # for one answer, if that is less than usual
    fresh: bool = False  # in a process that was asked nothing else
    start: float = 0.0  # for loading the file, if that is less than usual
    strikes: int = PATIENCE  # times that an answer may be waited for in vain

    def patience(self, effort: Effort) -> float:
        """Return the seconds for one answer; a search has more than a rule."""
        rules = ("initial_state", "player", "actions", "result", "winner")
        quick = self.function in (*rules, "terminal", "utility", "survey")
        usual = effort.rule if quick else effort.answer
        return min(usual, self.seconds or usual)


Answers = list[Answer | None]
Driver = Callable[[Ask], Answers]
