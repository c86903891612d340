"""
What the judge and those who ask for it say to each other: plain data, fit for JSON.

The judge yields a Round; each of its calls is answered by one Reply, in any order, and
the last reply of a round has the number END. A reply is all that a driver has to make
of what an engine's process says.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

END = -1  # the number of a reply that ends its round
MACHINE = -2  # and of one about the machine, which answers no call
PATIENCE = 3  # times that a function may hang or end its process before we give it up


AGAIN = "again"  # behind a function's name: it is asked with right ones beside it
AWAITED = "awaited"  # and: its answer is being waited for


class Stage(StrEnum):
    """What a round is about; besides, there is a function's name and a word more."""

    FILE = "the file"  # the first round, which is always asked
    SAMPLE = "a sample"
    RULES = "the rules"
    MINIMAX = "minimax"  # the one that takes long
    BARE = "a bare sample"
    EXAMPLES = "examples"
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


class Call(NamedTuple):
    """One message to the engine's process: a function that is known there."""

    function: str
    arguments: list[Any]
    work: int = 1  # about how much of it there is, for sharing it out

    @property
    def about(self) -> str:
        """Which function of the file it is about."""
        return str(self.arguments[0]) if self.arguments else ""

    @property
    def single(self) -> bool:
        """Whether it asks one question, and not a batch of them."""
        return self.function != "many" or len(self.arguments[1]) == 1


class Round(NamedTuple):
    """Questions for the file, to be asked of a process that has loaded it."""

    what: str  # its stage, for people who wait
    source: str  # the file, one character for each of its bytes
    extension: str  # what is run in the process once the file is loaded
    calls: list[Call]
    search: bool = False  # whether the patience for a search applies
    seconds: float = 0.0  # a patience of its own, if it is shorter
    fresh: bool = False  # in one process that was asked nothing else
    start: float = 0.0  # a patience of its own for loading the file, if it is shorter


class Reply(NamedTuple):
    """What came of a call."""

    number: int
    # Of a call. "ok": its value came; "raised": [kind, text, traceback]; "late": no
    # answer in time; "died": how the process ended; "odd": what it wrote is not an
    # answer. Of a round: "done"; "time": the time for the file is up; "refused": why
    # the file cannot be loaded. Of the machine: "protections": those that it lacks.
    status: str
    value: Any = None
