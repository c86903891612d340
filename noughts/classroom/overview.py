"""A class as a whole: who was judged, what many have in common, how points spread."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from noughts.checker.record import (
    DIGITS,
    FAULTS,
    Check,
    Misconception,
    Record,
    Status,
    added,
)
from noughts.checker.reports.wording import unwritten
from noughts.checker.rubric import Rubric
from noughts.classroom.hand_ins import OUTCOMES, HandIn, Outcome
from noughts.classroom.similar import Alike
from noughts.contract import PARAMETERS

ROOM = 60  # bytes of a page's name that are the student's; most systems allow 255
BINS = 10  # of the distribution of points
PARTS = (*PARAMETERS, "contract", "style")  # what a student's signs are about


Counted = TypeVar("Counted", Check, Misconception)


class Share(NamedTuple, Generic[Counted]):
    """Something that is true of a part of the class."""

    what: Counted
    students: int
    share: float  # of those that were judged


class Bin(NamedTuple):
    """How many students have points in a range, its upper end left out."""

    low: float
    high: float
    students: int


@dataclass(frozen=True)
class Overview:
    """A class that was judged, in the order of the students' names."""

    title: str
    rubric: Rubric  # the part of it that could be judged
    hand_ins: Sequence[HandIn]  # with records in the language of the report
    functions: Sequence[str] = (*PARAMETERS,)  # those that were judged
    left_out: Sequence[str] = ()  # paths that belong to nobody
    alike: Sequence[Alike] = field(default=())

    @property
    def maximum(self) -> float:
        """The points that can be had, without a bonus."""
        return added(each.maximum for each in self.rubric.sections if not each.bonus)

    @property
    def bonus(self) -> float:
        """The points beyond the maximum."""
        return added(each.maximum for each in self.rubric.sections if each.bonus)

    @cached_property
    def outcomes(self) -> dict[Outcome, list[HandIn]]:
        """The class by what came of it; everybody is in one of the lists."""
        found: dict[Outcome, list[HandIn]] = {name: [] for name in OUTCOMES}
        for each in self.hand_ins:
            found[each.outcome].append(each)
        return found

    @property
    def judged(self) -> list[HandIn]:
        """Those whose functions were judged."""
        return self.outcomes["judged"]

    @property
    def late(self) -> list[HandIn]:
        """Those who handed in late."""
        return [each for each in self.hand_ins if each.late]

    @property
    def undecided(self) -> list[HandIn]:
        """Those of whom the teacher has something to decide."""
        return [each for each in self.judged if each.record.undecided]

    @property
    def unstyled(self) -> int:
        """How many there are whose style could not be looked at."""
        found = (get_status(each.record, "style") for each in self.judged)
        return sum(status == "unjudged" for status in found)

    @property
    def compared(self) -> list[HandIn]:
        """Those judged with nothing open but what is open for the whole class."""
        least = min((each.record.open for each in self.judged), default=0)
        return [each for each in self.judged if each.record.open == least]

    @property
    def right(self) -> bool:
        """Whether everybody's file is right."""
        return all(e.record.right and not e.fault for e in self.hand_ins)

    @property
    def median(self) -> float:
        """The points that half of those compared reach."""
        points = sorted(each.record.points for each in self.compared)
        middle = len(points) // 2
        return added([points[middle], points[-1 - middle]]) / 2 if points else 0.0

    def failing(self) -> list[Share[Check]]:
        """Return the checks that somebody fails, those of the most students first."""
        found = (check for each in self.judged for check in failed(each.record))
        return count_shares(found, len(self.judged))

    def misunderstood(self) -> list[Share[Misconception]]:
        """Return the misconceptions that somebody has, the most frequent first."""
        found = (known for each in self.judged for known in each.record.misconceptions)
        return count_shares(found, len(self.judged))

    def distribution(self) -> list[Bin]:
        """Return how the points of those compared are spread, bonus and all."""
        width = self.maximum / BINS or 1.0
        bins = [Bin(n * width, (n + 1) * width, 0) for n in range(BINS)]
        bins.append(Bin(self.maximum, added([self.maximum, self.bonus]), 0))
        for each in self.compared:
            n = min(int(round(each.record.points / width, DIGITS)), BINS)
            bins[n] = bins[n]._replace(students=bins[n].students + 1)
        return bins


def count_shares(found: Iterable[Counted], judged: int) -> list[Share[Counted]]:
    """Return each finding once, with the students who have it."""
    every = list(found)
    first = {each.name: each for each in reversed(every)}
    counts = Counter(each.name for each in every).items()
    ordered = sorted(counts, key=lambda item: (-item[1], item[0]))
    return [Share(first[name], count, count / judged) for name, count in ordered]


def failed(record: Record) -> list[Check]:
    """Return the checks that fail; in functions not written yet, nothing has failed."""
    written = {*record.functions} - {*unwritten(record)}
    return [
        check
        for check in record.faults
        if check.status == "failed" or check.function in written
    ]


def get_status(record: Record, part: str) -> Status:
    """Return the status of a function, or of names and imports, or of style."""
    found = {check.status for check in record.checks if check.function == part}
    if record.refusal or found <= {"unjudged"}:
        return "unjudged"
    if found == {"unfinished"}:
        return "unfinished"
    return "failed" if found & {*FAULTS} else "passed"


def page_of(student: str) -> str:
    """Return the file of a student's page: readable, safe, and nobody else's."""
    readable = re.sub(r"[^\w.-]+", "-", student).strip("-.")
    readable = readable.encode("utf-8", "replace")[:ROOM].decode("utf-8", "ignore")
    digest = hashlib.sha256(student.encode("utf-8", "replace")).hexdigest()[:8]
    return f"students/{readable or 'student'}-{digest}.html"
