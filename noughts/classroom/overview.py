"""Statistics of a class, and sentences about them for its page and the terminal."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from textwrap import shorten
from typing import Literal, NamedTuple, TypeVar, get_args

from noughts.checker import style
from noughts.checker.record import (
    DIGITS,
    FAULTS,
    Check,
    NamedMistake,
    Record,
    Status,
    added,
)
from noughts.checker.reports.wording import points_text, title_of, unwritten
from noughts.checker.rubric import Rubric
from noughts.classroom.adjustments import Adjustment
from noughts.classroom.archives import name_some
from noughts.classroom.gradebook import Absentee, Filled, KeptCell
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.similar import GROUP, Alike
from noughts.classroom.stages import OUTCOMES, UNDONE, GradedHandIn, Outcome
from noughts.game.contract import PARAMETERS
from noughts.texts import Words
from noughts.texts.safe_text import clean_line

PAGES, COMPARISONS = "students", "similar"  # folders of pages
ROOM = 40  # characters of the student's name in a page's file name
ALIKE = 5  # similar pairs printed in the terminal
VERY_ALIKE = 0.9  # share of a similarity to talk about
DIGEST = 8  # characters that make this name unique
MOST_COMPARED = 200  # similar files with a page that shows them side by side
FAILING = 3  # failed checks printed in the terminal
BINS = 10  # of the distribution of points
PARTS = (*PARAMETERS, "contract", "style")  # one sign each in a student's row
Finding = TypeVar("Finding", Check, NamedMistake)


ChangeReason = Literal["file", "version", "rubric", "adjustment"]
CHANGE_REASONS: tuple[ChangeReason, ...] = get_args(ChangeReason)

# Why a teacher may want to talk to a student.
TalkReason = Literal["absent", "late", "not_running", "unwritten", "alike", "unsteady"]


class GradeChange(NamedTuple):
    """A grade that differs from that of the last run."""

    student: str
    old: float | None
    new: float | None
    why: tuple[ChangeReason, ...]  # what differs; nothing if it was judged again


@dataclass(frozen=True)
class Overview:
    """A judged class, sorted by name."""

    title: str
    rubric: Rubric  # only what could be judged
    hand_ins: Sequence[GradedHandIn]  # records in the report's language
    left_out: Sequence[str] = ()  # paths without a student
    alike: Sequence[Alike] = ()
    filled: Filled | None = None  # the worksheet, if there is one of this class
    changes: Sequence[GradeChange] = ()
    unused: Sequence[Adjustment] = ()  # of nobody in the class
    has_rights: bool = False  # students' code ran with the rights of the teacher
    stranger: str = ""  # the name of a worksheet that is of another class

    @property
    def maximum(self) -> float:
        """The maximum, without a bonus."""
        return added(each.maximum for each in self.rubric.sections if not each.bonus)

    @property
    def bonus(self) -> float:
        """The maximum of the bonus."""
        return added(each.maximum for each in self.rubric.sections if each.bonus)

    @cached_property
    def pages(self) -> dict[str, str]:
        """The path of each student's page; there is none without a result."""
        done = (each for each in self.hand_ins if each.outcome not in UNDONE)
        return {each.label: page_of(each.label) for each in done}

    @cached_property
    def comparisons(self) -> dict[str, Alike]:
        """Similar files by the path of the page that shows them side by side."""
        several = [each for each in self.alike if len(each.sides) > 1]
        return {page_of_similar(each): each for each in several[:MOST_COMPARED]}

    @cached_property
    def outcomes(self) -> dict[Outcome, list[GradedHandIn]]:
        """The students by outcome, each in exactly one list."""
        found: dict[Outcome, list[GradedHandIn]] = {name: [] for name in OUTCOMES}
        for each in self.hand_ins:
            found[each.outcome].append(each)
        return found

    @property
    def judged(self) -> list[GradedHandIn]:
        """Students whose functions were judged."""
        return self.outcomes["judged"]

    @property
    def absent(self) -> Sequence[Absentee]:
        """The students in the worksheet who handed in nothing."""
        return self.filled.joined.absent if self.filled else ()

    @property
    def to_talk_to(self) -> dict[str, list[TalkReason]]:
        """The students to talk to, and why, in the order of the class."""
        found: dict[str, list[TalkReason]] = {}
        alike = names_in(each for each in self.alike if each.share >= VERY_ALIKE)
        for each in self.hand_ins:
            nothing_written = {*each.record.functions} <= {*unwritten(each.record)}
            reasons: dict[TalkReason, bool] = {
                "late": each.late,
                "not_running": each.outcome in ("broken", "refused"),
                "unwritten": each.outcome == "judged" and nothing_written,
                "alike": each.label in alike,
                "unsteady": bool(each.record.unsteady),
            }
            if any(reasons.values()):
                found[each.label] = [name for name, is_so in reasons.items() if is_so]
        return found | {each.name: ["absent"] for each in self.absent}

    @property
    def undecided(self) -> list[GradedHandIn]:
        """Students with checks that are left to the teacher."""
        return [each for each in self.judged if each.record.undecided]

    @property
    def grades(self) -> list[float]:
        """The points of every student who has some."""
        return [each.points for each in self.hand_ins if each.points is not None]

    @property
    def right(self) -> bool:
        """Whether every file is right."""
        return all(each.record.right for each in self.hand_ins)

    @property
    def median(self) -> float:
        """The median of the points."""
        return added([median(self.grades)]) if self.grades else 0.0

    def failing(self) -> list[tuple[Check, int]]:
        """Return failed checks with the number of students."""
        return count(check for each in self.judged for check in failed(each.record))

    def misunderstood(self) -> list[tuple[NamedMistake, int]]:
        """Return mistakes with the number of students."""
        return count(m for each in self.judged for m in each.record.mistakes)

    @property
    def bin_width(self) -> float:
        """The points that a bin of the distribution covers."""
        return self.maximum / BINS or 1.0

    def distribution(self) -> list[int]:
        """Return a histogram of the points; the last bin has the maximum."""
        bins = [0] * (BINS + 1)
        for points in self.grades:
            n = int(round(points / self.bin_width, DIGITS))
            bins[min(n, BINS)] += 1
        return bins


def names_in(pairs: Iterable[Alike]) -> set[str]:
    """Return the students of similar files; a group is one name with several."""
    names = (name for pair in pairs for side in pair.sides for name in side.names)
    return {name for group in names for name in group.split(GROUP)}


def count(findings: Iterable[Finding]) -> list[tuple[Finding, int]]:
    """Count equal findings, the most frequent first."""
    every = list(findings)
    first = {each.name: each for each in reversed(every)}
    counts = Counter(each.name for each in every).items()
    ordered = sorted(counts, key=lambda item: (-item[1], item[0]))
    return [(first[name], n) for name, n in ordered]


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
    if found <= {"unjudged"}:
        return "unjudged"
    if found == {"unfinished"}:
        return "unfinished"
    return "failed" if found & {*FAULTS} else "passed"


def page_of(student: str) -> str:
    """Return the path of a student's page."""
    return f"{PAGES}/{page_name(student)}"


def page_of_similar(alike: Alike) -> str:
    """Return the path of the page about similar files."""
    names = (name for side in alike.sides for name in side.names)
    return f"{COMPARISONS}/{page_name(' / '.join(names))}"


def page_name(title: str) -> str:
    """Return the name of a page: readable, safe and unique."""
    readable = re.sub(r"\W+", "-", title)[:ROOM]
    digest = hashlib.sha256(title.encode("utf-8", "replace")).hexdigest()[:DIGEST]
    return f"{readable}-{digest}.html"


# --- Sentences ---------------------------------------------------------------


def count_all(overview: Overview, say: Words) -> str:
    """Return the number of submissions by outcome."""
    total = say("class.submissions", n=len(overview.hand_ins))
    kinds = {name: len(some) for name, some in overview.outcomes.items() if some}
    parts = [say(f"class.count.{name}", n=n) for name, n in kinds.items()]
    said = f"{total}: {', '.join(parts)}."
    late = sum(bool(each.late) for each in overview.hand_ins)
    if late:
        said += f" {say('class.count.late', n=late)}"
    if overview.absent:
        said += f" {say('class.count.absent', n=len(overview.absent))}"
    return said


def say_median(overview: Overview, say: Words) -> str:
    """Return the median, or "" without points."""
    if not overview.grades:
        return ""
    both = {"median": overview.median, "maximum": overview.maximum}
    return say("class.median", **{n: points_text(p, say) for n, p in both.items()})


def notes(overview: Overview, say: Words) -> Iterator[str]:
    """Yield notes about style and files left out."""
    if not all(each.record.styled for each in overview.hand_ins):
        yield say("class.unstyled", version=style.VERSION)
    if overview.has_rights:
        yield say("class.rights")
    if overview.left_out:
        yield say("class.left_out", names=name_some(list(overview.left_out)))


def describe_change(change: GradeChange, say: Words) -> str:
    """Return a grade that changed: "Ana: 94, now 97 (another file)"."""
    old, new = (
        "-" if points is None else points_text(points, say)
        for points in (change.old, change.new)
    )
    whys = [say(f"changed.{reason}") for reason in change.why]
    why = ", ".join(whys) or say("changed.again")
    return say("changed.grade", student=change.student, old=old, new=new, why=why)


def describe_kept(cell: KeptCell, say: Words) -> str:
    """Return a cell of the worksheet that was kept, and what it would have become."""
    texts = {"theirs": shortened(cell.theirs), "ours": shortened(cell.ours)}
    return f"{cell.student}: {say(f'upload.kept.{cell.column}', **texts)}"


def shortened(text: str) -> str:
    """Return the beginning of a text on one line."""
    return clean_line(shorten(text, ROOM, placeholder="\N{HORIZONTAL ELLIPSIS}"))


def name_all(alike: Alike, say: Words) -> str:
    """Return the students of similar files: "Ana and Bob / Cy"."""
    return " / ".join(say.listed([*side.names]) for side in alike.sides)


def percent(share: float) -> str:
    """Return a percentage, rounded down: 100 % is exact."""
    return f"{int(100 * share)} %"


def part_of(students: int, overview: Overview, say: Words) -> str:
    """Return a number of students out of those judged: "1 of 8"."""
    judged = say.number(len(overview.judged))
    return say("class.of", n=say.number(students), all=judged)


def describe_attempt(hand_in: HandIn, say: Words) -> list[str]:
    """Return a submission's id, attempt and lateness."""
    attempt = say("class.attempt", n=hand_in.attempt) if hand_in.attempt else ""
    late = say("class.late") if hand_in.late else ""
    return [*filter(None, [hand_in.id, attempt, late])]


def count_faults(graded: GradedHandIn, say: Words) -> str:
    """Return the number of faults in a few words."""
    record = graded.record
    if graded.outcome != "judged":
        is_broken = graded.outcome == "broken"
        return say("class.not_running" if is_broken else "status.unjudged")
    counts = {
        "class.faults_of_one": len(failed(record)),
        "class.unwritten_of_one": len(unwritten(record)),
    }
    if said := [say(key, n=count) for key, count in counts.items() if count]:
        return ", ".join(said)
    return say("class.decide" if record.undecided else "class.nothing")


def status_of_parts(record: Record, say: Words) -> list[tuple[str, Status]]:
    """Return the title and the status of each part of a file."""
    return [(title_of(part, say), get_status(record, part)) for part in PARTS]


def summarise(overview: Overview, say: Words) -> Iterator[str]:
    """Yield the summary of a class for the terminal."""
    yield count_all(overview, say)
    if faults := overview.outcomes["faults"]:
        yield say("check.faults", n=len(faults), why=faults[0].record.refusal)
    if median := say_median(overview, say):
        yield median
    for check, n in overview.failing()[:FAILING]:
        said = {"name": check.name, "sentence": check.sentence}
        yield say("check.fail", n=n, part=part_of(n, overview, say), **said)
    for alike in overview.alike[:ALIKE]:
        pair = f"{name_all(alike, say)}: {percent(alike.share)}"
        yield say("check.alike", pair=pair)
    if more := len(overview.alike[ALIKE:]):
        yield say("check.more_alike", n=more)
    yield from notes(overview, say)
    if overview.absent:
        who = say.listed([each.name for each in overview.absent])
        yield say("class.absent_names", who=who)
    if overview.changes:
        yield say("changed.title", n=len(overview.changes))
        for change in overview.changes:
            yield f"        {describe_change(change, say)}"
    if overview.unused:
        who = say.listed([each.student or each.id for each in overview.unused])
        yield say("adjusted.unused", who=who)
    if overview.undecided:
        who = say.listed([each.label for each in overview.undecided])
        yield say("class.undecided", who=who)
