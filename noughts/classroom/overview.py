"""Statistics of a class: outcomes, frequent mistakes, distribution of points."""

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
from noughts.checker.style import MISSING
from noughts.classroom.hand_ins import OUTCOMES, HandIn, Outcome
from noughts.classroom.similar import Alike
from noughts.contract import PARAMETERS

ROOM = 60  # bytes of the student's name in a page's file name
BINS = 10  # of the distribution of points
PARTS = (*PARAMETERS, "contract", "style")  # one sign each in a student's row


Counted = TypeVar("Counted", Check, Misconception)


class Share(NamedTuple, Generic[Counted]):
    """A check or misconception, and how many students have it."""

    what: Counted
    students: int
    share: float  # of those judged


class Bin(NamedTuple):
    """The number of students with points in a range (upper end excluded)."""

    low: float
    high: float
    students: int


@dataclass(frozen=True)
class Overview:
    """A judged class, sorted by name."""

    title: str
    rubric: Rubric  # only what could be judged
    hand_ins: Sequence[HandIn]  # records in the report's language
    left_out: Sequence[str] = ()  # paths without a student
    alike: Sequence[Alike] = field(default=())

    @property
    def maximum(self) -> float:
        """The maximum, without a bonus."""
        return added(each.maximum for each in self.rubric.sections if not each.bonus)

    @property
    def bonus(self) -> float:
        """The maximum of the bonus."""
        return added(each.maximum for each in self.rubric.sections if each.bonus)

    @cached_property
    def outcomes(self) -> dict[Outcome, list[HandIn]]:
        """The students by outcome, each in exactly one list."""
        found: dict[Outcome, list[HandIn]] = {name: [] for name in OUTCOMES}
        for each in self.hand_ins:
            found[each.outcome].append(each)
        return found

    @property
    def judged(self) -> list[HandIn]:
        """Students whose functions were judged."""
        return self.outcomes["judged"]

    @property
    def late(self) -> list[HandIn]:
        """Students who were late."""
        return [each for each in self.hand_ins if each.late]

    @property
    def undecided(self) -> list[HandIn]:
        """Students with checks that are left to the teacher."""
        return [each for each in self.judged if each.record.undecided]

    @property
    def unstyled(self) -> bool:
        """Whether style does not count, because ruff is not installed."""
        checks = (check for each in self.judged for check in each.record.checks)
        return any(check.note.key == MISSING.key for check in checks)

    @property
    def compared(self) -> list[HandIn]:
        """Students whose points are comparable: none are open."""
        return [each for each in self.judged if each.record.whole]

    @property
    def right(self) -> bool:
        """Whether everybody's file is right."""
        return all(e.record.right and not e.fault for e in self.hand_ins)

    @property
    def median(self) -> float:
        """The median of the comparable points."""
        points = sorted(each.record.points for each in self.compared)
        middle = len(points) // 2
        return added([points[middle], points[-1 - middle]]) / 2 if points else 0.0

    def failing(self) -> list[Share[Check]]:
        """Return failed checks, the most frequent first."""
        found = (check for each in self.judged for check in failed(each.record))
        return count_shares(found, len(self.judged))

    def misunderstood(self) -> list[Share[Misconception]]:
        """Return misconceptions, the most frequent first."""
        found = (known for each in self.judged for known in each.record.misconceptions)
        return count_shares(found, len(self.judged))

    def distribution(self) -> list[Bin]:
        """Return a histogram of the comparable points, including the bonus."""
        width = self.maximum / BINS or 1.0
        bins = [Bin(n * width, (n + 1) * width, 0) for n in range(BINS)]
        bins.append(Bin(self.maximum, added([self.maximum, self.bonus]), 0))
        for each in self.compared:
            n = min(int(round(each.record.points / width, DIGITS)), BINS)
            bins[n] = bins[n]._replace(students=bins[n].students + 1)
        return bins


def count_shares(found: Iterable[Counted], judged: int) -> list[Share[Counted]]:
    """Count equal findings, the most frequent first."""
    every = list(found)
    first = {each.name: each for each in reversed(every)}
    counts = Counter(each.name for each in every).items()
    ordered = sorted(counts, key=lambda item: (-item[1], item[0]))
    return [Share(first[name], count, count / judged) for name, count in ordered]


def failed(record: Record) -> list[Check]:
    """Return the failed checks, without functions that are not written yet."""
    written = {*record.functions} - {*unwritten(record)}
    return [
        check
        for check in record.faults
        if check.status == "failed" or check.function in written
    ]


def get_status(record: Record, part: str) -> Status:
    """Return the status of a function, of the contract, or of style."""
    found = {check.status for check in record.checks if check.function == part}
    if record.refusal or found <= {"unjudged"}:
        return "unjudged"
    if found == {"unfinished"}:
        return "unfinished"
    return "failed" if found & {*FAULTS} else "passed"


def page_of(student: str) -> str:
    """Return the path of a student's page: readable, safe and unique."""
    readable = re.sub(r"[^\w.-]+", "-", student).strip("-.")
    readable = readable.encode("utf-8", "replace")[:ROOM].decode("utf-8", "ignore")
    digest = hashlib.sha256(student.encode("utf-8", "replace")).hexdigest()[:8]
    return f"students/{readable or 'student'}-{digest}.html"
