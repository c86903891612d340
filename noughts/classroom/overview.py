"""What there is to say about a class as a whole."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple, Self

from noughts.checker.record import (
    DIGITS,
    FAULTS,
    Check,
    Misconception,
    Record,
    Status,
    added,
)
from noughts.checker.reports.wording import points_text, unwritten
from noughts.checker.rubric import Rubric
from noughts.classroom.platforms.entry import UNTOLD, Origin, by_name
from noughts.classroom.platforms.github import UNCUT, NameCut
from noughts.classroom.similar import Alike
from noughts.classroom.submissions import Submission
from noughts.contract import PARAMETERS
from noughts.words import ENGLISH, Words

ROOM = 60  # bytes of a file's name that are a student's; most systems allow 255
TELLING = 8  # digits behind it, by which two students have two pages
BINS = 10  # of the distribution of points


class Row(NamedTuple):
    """One student, in a line."""

    student: str
    points: float
    sections: tuple[float | None, ...]  # None where nothing is to be had, or decided
    failed: tuple[str, ...]  # names of checks
    unwritten: tuple[str, ...]  # functions; their checks are not among `failed`
    misconceptions: tuple[str, ...]
    search: str
    refusal: str
    origin: Origin = UNTOLD
    fault: str = ""  # at what this machine failed: then the points mean nothing
    broken: bool = False  # refused because the file itself does not run
    rest: Status = "unjudged"  # of the checks that are about no function: style, names
    note: str = ""  # what is to be known of this submission, though it was judged
    maximum: float = 0.0  # of the points: what could not be judged is not in it
    undecided: tuple[tuple[str, str], ...] = ()  # checks left to the teacher, and why
    whole: bool = True  # nothing but a bonus is left to be decided

    @property
    def graded(self) -> bool:
        """Whether the points mean something: those who handed in nothing have none."""
        return not (self.fault or self.refusal) or self.broken


class Share(NamedTuple):
    """How much of a class something is true of."""

    name: str
    students: int
    share: float  # of those that were judged


class Bin(NamedTuple):
    """How many students have points in a range, its upper end left out."""

    low: float
    high: float
    students: int

    def label(self, say: Words) -> str:
        """Return the range, as it is written in a language."""
        low, high = (points_text(each, say, 2) for each in (self.low, self.high))
        return low if low == high else f"{low}\N{EN DASH}{high}"


@dataclass
class Overview:
    """A class: a row for each student so far, and what many have in common."""

    title: str
    rubric: str
    total: int  # submissions that there are
    sections: Sequence[str]
    maximum: float
    bonus: float
    functions: Sequence[str] = tuple(PARAMETERS)  # those that are judged
    rows: list[Row] = field(default_factory=list)
    checks: dict[str, Check] = field(default_factory=dict)
    misconceptions: dict[str, Misconception] = field(default_factory=dict)
    alike: list[Alike] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)  # files that are nobody's
    cut: NameCut = UNCUT  # of the names of clones
    unstyled: int = 0  # submissions whose style nobody could look at

    @classmethod
    def of(
        cls, title: str, rubric: Rubric, total: int, language: str = ENGLISH
    ) -> Self:
        """Return the overview of a class that nobody has looked at."""
        plain = [each.maximum for each in rubric.sections if not each.bonus]
        extra = [each.maximum for each in rubric.sections if each.bonus]
        names = [str(each.title.in_language(language)) for each in rubric.sections]
        said = str(rubric.title.in_language(language))
        return cls(title, said, total, names, added(plain), added(extra))

    def add(self, given: Submission, record: Record, fault: str = "") -> None:
        """Enter a student; only what the overview shows is kept."""
        left = {check.name for check in record.undecided}
        points = {
            str(each.title): each.points
            for each in record.sections
            if each.maximum and {item.check for item in each.items} - left
        }
        todo = unwritten(record)
        failed = [
            check
            for check in record.checks
            if check.status == "failed" or _half_written(check, todo)
        ]
        self.unstyled += any(
            check.function == "style" and check.status == "unjudged"
            for check in record.checks
            if check not in record.undecided
        )
        for check in failed:
            self.checks.setdefault(intern(check.name), check)
        for each in record.misconceptions:
            self.misconceptions.setdefault(intern(each.name), each)
        self.rows.append(
            Row(
                given.student,
                record.points,
                tuple(points.get(title) for title in self.sections),
                tuple(intern(check.name) for check in failed),
                tuple(map(intern, todo)),
                tuple(intern(each.name) for each in record.misconceptions),
                intern(record.search.kind) if record.search else "",
                "" if fault else record.refusal,
                given.origin,
                fault=fault,
                broken=bool(record.refusal) and record.graded and not fault,
                rest=_rest(record),
                note=" ".join(record.notes[: len(given.note.splitlines())]),
                maximum=record.maximum,
                undecided=tuple((c.name, c.note) for c in record.undecided),
                whole=record.whole,
            )
        )

    def finish(self, alike: list[Alike]) -> None:
        """Put all in an order that does not depend on who was judged first."""
        self.rows.sort(key=lambda row: by_name(row.student))
        self.alike = alike

    @property
    def judged(self) -> list[Row]:
        return [row for row in self.rows if not (row.refusal or row.fault)]

    @property
    def compared(self) -> list[Row]:
        """Those judged whose points are out of the maximum of the class."""
        return [row for row in self.judged if row.whole]

    @property
    def right(self) -> bool:
        return not any(
            row.failed or row.unwritten or row.refusal or row.fault for row in self.rows
        )

    @property
    def refused(self) -> list[Row]:
        """Those of whom there was nothing to judge."""
        return [row for row in self.rows if row.refusal and not row.broken]

    @property
    def broken(self) -> list[Row]:
        """Those whose file does not run, and earns no points."""
        return [row for row in self.rows if row.broken]

    @property
    def late(self) -> list[Row]:
        return [row for row in self.rows if row.origin.late]

    @property
    def undecided(self) -> list[Row]:
        """Those of whom the teacher has something to decide."""
        return [row for row in self.rows if row.undecided]

    @property
    def faults(self) -> list[Row]:
        """Those whom this machine could not judge, though it should have."""
        return [row for row in self.rows if row.fault]

    def failing(self) -> list[Share]:
        """Return the checks that somebody fails, those of the most students first."""
        return self._shares(name for row in self.judged for name in row.failed)

    def misunderstood(self) -> list[Share]:
        """Return the misconceptions that somebody has, the most frequent first."""
        return self._shares(name for row in self.judged for name in row.misconceptions)

    def _shares(self, names: Iterable[str]) -> list[Share]:
        counts = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
        judged = len(self.judged)
        return [Share(name, count, count / judged) for name, count in counts]

    def median(self) -> float:
        """Return the points that half of those compared reach."""
        points = sorted(row.points for row in self.compared)
        middle = len(points) // 2
        if not points:
            return 0.0
        return added([points[middle], points[-1 - middle]]) / 2

    def distribution(self) -> list[Bin]:
        """Return how the points of those compared are spread, bonus and all."""
        top = added([self.maximum, self.bonus])
        width = self.maximum / BINS or 1.0
        bins = [Bin(n * width, (n + 1) * width, 0) for n in range(BINS)]
        bins.append(Bin(self.maximum, top, 0))
        for row in self.compared:
            n = min(int(round(row.points / width, DIGITS)), BINS)
            bins[n] = bins[n]._replace(students=bins[n].students + 1)
        return bins


def _half_written(check: Check, todo: Sequence[str]) -> bool:
    """Return whether a check fails by what is not written of a function that is."""
    function = check.function
    return (
        check.status == "unfinished" and function in PARAMETERS and function not in todo
    )


def _rest(record: Record) -> Status:
    """Return how the checks do that are about the file, and no function of it."""
    about = [each for each in record.checks if each.function not in PARAMETERS]
    found = {check.status for check in about}
    for fault in FAULTS:
        if fault in found:
            return fault
    styles = [check for check in about if check.function == "style"]
    looked_at = any(check.status != "unjudged" for check in styles)
    return "passed" if looked_at else "unjudged"


def page_of(student: str) -> str:
    """Return the file of a student's page: readable, safe, and nobody else's."""
    readable = re.sub(r"[^\w.-]+", "-", student).strip("-.")
    readable = readable.encode("utf-8", "replace")[:ROOM].decode("utf-8", "ignore")
    digest = hashlib.sha256(student.encode("utf-8", "replace")).hexdigest()[:TELLING]
    return f"students/{readable or 'student'}-{digest}.html"
