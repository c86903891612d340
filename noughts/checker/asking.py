"""
What the judge asks: plain data that a sandbox, a test or a browser can carry.

The judge yields an Ask and is sent a list with one Answer per question. None means that
a question was not asked, because the time was up or the function had been given up. If
the file cannot be loaded, an UnjudgedError is thrown into the judge instead.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from noughts.checker.answers import Answer
from noughts.game.contract import HELPERS, LoadFault
from noughts.sandbox.limits import MIB
from noughts.texts.said import Said

PATIENCE = 3  # timeouts, crashes or MemoryErrors before a function is given up
SURVEY = "survey"  # the first question: what the file defines


# Why a file cannot be judged: it is no program, or it cannot be loaded.
Obstacle = (
    LoadFault | Literal["too_large", "not_text", "no_cells", "newer_python", "at_once"]
)
WITH_LINE: tuple[Obstacle, ...] = ("no_syntax", "no_import", "sandbox")


class UnjudgedError(Exception):
    """The file cannot be judged; if that `is_ours`, it gets no grade."""

    def __init__(
        self, obstacle: Obstacle, /, *, is_ours: bool = False, **parts: Any
    ) -> None:
        at = "_at" if obstacle in WITH_LINE and "line" in parts else ""
        self.obstacle, self.is_ours = obstacle, is_ours
        self.parts = parts  # of the sentence, such as Python's message in `why`
        self.why = Said(f"refused.{obstacle}{at}", **parts)
        super().__init__(self.why)


@dataclass(frozen=True)
class Effort:
    """
    How much time a file gets.

    Time in which the engine's process waits for a processor does not count.
    """

    answer: float = 20.0  # for one answer of minimax, or more: see `yardstick`
    rule: float = 5.0  # for one answer of another function, or more
    start: float = 10.0  # for loading the file once
    budget: float = 240.0  # for the whole file, loading it included
    computing: int = 3600  # of one process, as a last resort


class Ask(NamedTuple):
    """
    Questions to one function of a file.

    For a function of the contract, a question is nine marks, followed for `result` by
    the number of an action. For any other function, it is a list of arguments.
    """

    source: str  # the file, one character for each of its bytes
    setup: Mapping[str, Any]  # see `asker.set_up`
    function: str
    questions: Sequence[Any]
    seconds: float = 0.0  # for one answer, if less than usual
    fresh: bool = False  # in a new process
    apart: bool = False  # in a process that only requests like this one share
    strikes: int = PATIENCE  # see `Answer.is_strike`; then the function is given up
    size: int = MIB  # characters of one answer
    share: float = 1.0  # of the time for the whole file, after which nothing is asked

    def patience(self, effort: Effort) -> float:
        """Return the seconds for one answer; a search gets more than a rule."""
        quick = self.function in (*HELPERS, SURVEY)
        usual = effort.rule if quick else effort.answer
        return min(usual, self.seconds or usual)


Answers = list[Answer | None]
Returned = TypeVar("Returned")  # by a talk, once it has asked everything
Driver = Callable[[Ask], Answers]
