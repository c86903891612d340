"""
The record: all that was found out about one file, as plain data.

Every report is a function of a record. Its JSON form is documented in
`docs/checker.md`; FORMAT is raised when a reader of it would have to change.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

FORMAT = 1

# failed: a wrong answer, or too few in the time; unfinished: the function is not there,
# or not written yet; excused: wrong only through another function, which is charged for
# it; unjudged: we could not look; absent: not there, and nothing wrong with that.
Status = Literal["passed", "failed", "unfinished", "excused", "unjudged", "absent"]
FAULTS: tuple[Status, ...] = ("failed", "unfinished")
DIGITS = 9  # of points: 0.1 and 0.2 are 0.3


@dataclass(frozen=True)
class Move:
    """One move of a line of play, and the board after it."""

    mark: str
    action: tuple[int, int]
    board: str


@dataclass(frozen=True)
class Failure:
    """One cause of a failed check, shown on the smallest board that has it."""

    call: str  # what was asked: "result(board, (1, 1))"
    board: str  # of which board: "XO. .X. ..."; empty if no board is concerned
    expected: str
    got: str
    cases: int  # how many of the questions fail for the same cause
    hint: str = ""
    line: tuple[Move, ...] = ()  # the line of play that refutes the answer
    verdict: str = ""  # how that line ends, in words
    traceback: str = ""  # the student's own, shortened


@dataclass(frozen=True)
class Check:
    """One promise of the assignment, and whether the file keeps it."""

    name: str  # "winner.rows"
    sentence: str  # "A full row wins."
    status: Status
    asked: int = 0  # how many questions the check rests on
    failing: int = 0  # how many of them were answered wrongly
    note: str = ""
    failures: tuple[Failure, ...] = ()
    causes: tuple[str, ...] = ()  # functions that fail, and whose fault this one has

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]


def failing(checks: Iterable[Check]) -> bool:
    """Return whether one of the checks has failed."""
    return any(check.status in FAULTS for check in checks)


@dataclass(frozen=True)
class Misconception:
    """A known misunderstanding that explains every answer of a function."""

    name: str
    function: str
    title: str
    explanation: str
    hint: str
    line: int = 0  # of the file, where one place is the cause
    code: str = ""  # what stands there
    checks: tuple[str, ...] = ()  # in which it explains all that is wrong
    cell: int = 0  # of a notebook, in which the line is


@dataclass(frozen=True)
class Finding:
    """One remark about the style of the file."""

    line: int
    code: str
    text: str
    cell: int = 0  # of a notebook, in which the line is


SearchFact = tuple[
    str, Mapping[str, Any]
]  # its name; numbers and texts that belong to it


@dataclass(frozen=True)
class SearchEvidence:
    """What kind of search the file seems to do: evidence, not proof."""

    kind: str  # "alphabeta", "minimax", ...; "unclear"
    words: str
    facts: tuple[
        SearchFact, ...
    ] = ()  # what the words are made of, for other languages


def added(points: Iterable[float]) -> float:
    """Return the sum of points, as one would write it."""
    return round(sum(points), DIGITS)


@dataclass(frozen=True)
class Item:
    """The points that one check gave in a section of the rubric."""

    check: str
    points: float
    maximum: float


@dataclass(frozen=True)
class Section:
    """One line of the grade."""

    title: str
    bonus: bool
    items: tuple[Item, ...]

    @property
    def points(self) -> float:
        return added(item.points for item in self.items)

    @property
    def maximum(self) -> float:
        return added(item.maximum for item in self.items)


@dataclass(frozen=True)
class Record:
    """All that was found out about one file."""

    file: str
    digest: str  # SHA-256 of the file
    rubric: str
    functions: tuple[str, ...]  # those that were to be checked
    refusal: str = ""  # why the file could not be judged at all
    hint: str = ""  # what to do about the refusal
    excerpt: str = ""  # the line that Python cannot read, and a caret below the place
    sections: tuple[Section, ...] = ()
    checks: tuple[Check, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    search: SearchEvidence | None = None
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()  # what else was seen, or could not be done
    machine: tuple[str, ...] = ()  # what concerns who runs the judge, not the student
    seconds: float = 0.0
    version: str = ""  # of noughts
    format: int = FORMAT

    @property
    def points(self) -> float:
        """Points, bonus included."""
        return added(section.points for section in self.sections)

    @property
    def maximum(self) -> float:
        """Points that can be had, bonus not included."""
        return added(each.maximum for each in self.sections if not each.bonus)

    @property
    def bonus(self) -> float:
        """Points that can be had beyond the maximum."""
        return added(each.maximum for each in self.sections if each.bonus)

    @property
    def faults(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.status in FAULTS)

    @property
    def right(self) -> bool:
        return not self.refusal and not self.faults

    @property
    def undecided(self) -> tuple[Check, ...]:
        """The checks that give points and were not judged: the teacher decides them."""
        counted = {item.check for each in self.sections for item in each.items}
        return tuple(
            check
            for check in self.checks
            if check.status == "unjudged" and check.name in counted
        )

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be decided but a bonus."""
        bonus = {i.check for each in self.sections if each.bonus for i in each.items}
        return all(check.name in bonus for check in self.undecided)

    @property
    def graded(self) -> bool:
        """Whether the points mean something: a hint says that the file is to blame."""
        return not self.refusal or bool(self.hint)

    # Reports are made from records, so they are imported when they are asked for.

    def __str__(self) -> str:
        """Return what `noughts check` prints."""
        from noughts.checker.reports import console

        return console.report(self, colour=False).strip("\n")

    def to_json(self) -> str:
        """Return the whole record as JSON."""
        return json.dumps(to_json(self), indent=2, ensure_ascii=False)

    def to_html(self) -> str:
        """Return the report as a page that needs no other file."""
        from noughts.checker.reports import html

        return html.report(self)


def to_json(record: Record) -> dict[str, Any]:
    """Return the record as data for `json.dumps`, with the sums of its points."""
    data = asdict(record)
    for section, plain in zip(record.sections, data["sections"], strict=True):
        plain |= {"points": section.points, "maximum": section.maximum}
    return data | {
        "points": record.points,
        "maximum": record.maximum,
        "bonus": record.bonus,
        "right": record.right,
    }


def from_json(data: Mapping[str, Any]) -> Record:
    """Return the record that `to_json` wrote; refuse another format."""
    if data.get("format") != FORMAT:
        raise ValueError(
            f"a record of format {data.get('format')!r} instead of {FORMAT}"
        )
    record: Record = _made(Record, data)
    return record


def _made(kind: Any, value: Any) -> Any:
    """Return plain data as what a field is declared to be."""
    if isinstance(kind, type) and is_dataclass(kind):
        fields = {name: each for name, each in _types(kind).items() if name in value}
        return kind(**{name: _made(each, value[name]) for name, each in fields.items()})
    if get_origin(kind) is tuple:
        return tuple(_made(get_args(kind)[0], each) for each in value)
    if isinstance(kind, UnionType):  # with None
        return None if value is None else _made(get_args(kind)[0], value)
    return value


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
