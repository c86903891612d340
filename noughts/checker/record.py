"""
The record: all findings about one file, as plain data.

It holds facts; `in_language` makes sentences of them. Reports are functions of a
record, and a record knows no report. Its JSON form is documented in `docs/checker.md`;
FORMAT changes if readers of it must change.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import itemgetter
from typing import Any, Literal, TypeVar

from noughts.checker.old_records import completed
from noughts.texts.safe_text import clean, clean_line
from noughts.texts.said import Said, from_fact, quotation

FORMAT = 1

# failed      an answer is wrong, or too few came in time
# unfinished  the function is missing or not written yet
# excused     wrong, but charged at another function
# unjudged    it could not be judged
# absent      it was not shown, which is no fault
Status = Literal["passed", "failed", "unfinished", "excused", "unjudged", "absent"]
FAULTS: tuple[Status, ...] = ("failed", "unfinished")
# Why a check has its status, if its answers alone do not say it:
# silent    the function never returns a value
# constant  it always returns the same value
# marks     wrong X, O or EMPTY are charged here, unless the rubric charges the names
StatusReason = Literal["silent", "constant", "marks"]
# What shows a mistake: answers that a model of it predicts, these and the source,
# a repair after which every answer is right, or one of several steps of such a repair.
Proof = Literal["answers", "source", "repair", "step"]
RefusedBy = Literal["file", "machine"]  # only the first gives a grade, of no points
DIGITS = 9  # after the point, so that 0.1 + 0.2 is 0.3
NOTHING = Said()
Recorded = TypeVar("Recorded")  # a record, or a part of one
ALPHABETA = "search.alphabeta"  # the check of the bonus


@dataclass(frozen=True)
class Move:
    """A move in a line of play, and the board after it."""

    mark: str
    action: tuple[int, int]
    board: str


@dataclass(frozen=True)
class Remark:
    """One remark about the style of the file."""

    line: int
    code: str  # of the rule, such as E501
    text: Said


@dataclass(frozen=True)
class Failure:
    """One cause of a failed check, shown on one board."""

    call: Said  # what was asked: "result(board, (1, 1))"
    board: str  # "XO. .X. ...", or empty
    expected: Said
    got: Said
    cases: int  # questions that fail for the same cause
    hint: Said = NOTHING
    line: tuple[Move, ...] = ()  # the line of play that refutes the answer
    verdict: Said = NOTHING  # how that line ends
    traceback: str = ""  # the student's own, shortened
    remark: Remark | None = None  # if it is no wrong answer but this


@dataclass(frozen=True)
class Check:
    """One promise of the assignment, and whether the file keeps it."""

    name: str  # "winner.rows"
    sentence: Said  # "A full row wins."
    status: Status
    asked: int = 0  # questions
    failing: int = 0  # wrong answers
    note: Said = NOTHING
    failures: tuple[Failure, ...] = ()
    causes: tuple[str, ...] = ()  # the functions that excuse it
    reason: StatusReason | None = None
    repeats: bool = False  # whether their mistake is written here again

    @property
    def function(self) -> str:
        return self.name.partition(".")[0]


def failing(checks: Iterable[Check]) -> bool:
    """Return whether one of the checks has failed."""
    return any(check.status in FAULTS for check in checks)


def first_failed(checks: Iterable[Check]) -> Check | None:
    """Return the first check with a wrong answer that can be shown."""
    wrong = (each for each in checks if each.status == "failed" and each.failures)
    return next(wrong, None)


@dataclass(frozen=True)
class NamedMistake:
    """A mistake of the catalogue that explains failed checks of a function."""

    name: str
    function: str
    title: Said
    explanation: Said
    hint: Said
    line: int = 0  # 0 if no single line is the cause
    code: str = ""  # the code there
    checks: tuple[str, ...] = ()  # that it explains
    proof: Proof = "answers"


@dataclass(frozen=True)
class SearchEvidence:
    """The kind of search that was observed: evidence, not proof."""

    kind: str  # "alphabeta", "minimax", ...; "unclear"
    seen: tuple[Said, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(self.seen)


def added(points: Iterable[float]) -> float:
    """Return the sum of points, rounded to DIGITS."""
    return round(sum(points), DIGITS)


@dataclass(frozen=True)
class Item:
    """The points of one check in a section."""

    check: str
    points: float
    maximum: float
    open: bool = False  # not judged: neither earned nor lost


@dataclass(frozen=True)
class Section:
    """One line of the grade."""

    title: Said
    bonus: bool
    items: tuple[Item, ...]

    @property
    def points(self) -> float:
        return added(item.points for item in self.items)

    @property
    def maximum(self) -> float:
        return added(item.maximum for item in self.items)

    @property
    def open(self) -> float:
        return added(item.maximum for item in self.items if item.open)


@dataclass(frozen=True)
class Record:
    """All findings about one file."""

    file: str
    digest: str  # SHA-256 of the file
    rubric: Said  # its title; empty if there are no points
    functions: tuple[str, ...]  # that were to be checked
    refusal: Said = NOTHING  # why the file could not be judged
    refused_by: RefusedBy | None = None  # None if it could be judged
    hint: Said = NOTHING  # what to do about the refusal
    excerpt: str = ""  # the line of a syntax error, with carets
    sections: tuple[Section, ...] = ()
    checks: tuple[Check, ...] = ()
    mistakes: tuple[NamedMistake, ...] = ()
    search: SearchEvidence | None = None
    notes: tuple[Said, ...] = ()
    unsteady: tuple[str, ...] = ()  # functions with two answers to one question
    styled: bool = True  # False: this machine cannot judge style, so it does not count
    machine: tuple[Said, ...] = ()  # for the teacher, not the student
    seconds: float = 0.0
    version: str = ""  # of noughts
    format: int = FORMAT

    @property
    def points(self) -> float:
        """Points, bonus included."""
        return added(section.points for section in self.sections)

    @property
    def maximum(self) -> float:
        """Points that can be earned, bonus not included."""
        return added(each.maximum for each in self.sections if not each.bonus)

    @property
    def bonus(self) -> float:
        """Points that can be earned beyond the maximum."""
        return added(each.maximum for each in self.sections if each.bonus)

    @property
    def points_without_bonus(self) -> float:
        """Points, bonus not included."""
        return added(each.points for each in self.sections if not each.bonus)

    @property
    def open(self) -> float:
        """Points neither earned nor lost, bonus not included."""
        return added(each.open for each in self.sections if not each.bonus)

    @property
    def faults(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.status in FAULTS)

    @property
    def right(self) -> bool:
        return self.refused_by is None and not self.faults

    @property
    def undecided(self) -> tuple[Check, ...]:
        """The checks with open points, which the teacher decides."""
        items = (item for each in self.sections for item in each.items)
        left = {item.check for item in items if item.open}
        return tuple(check for check in self.checks if check.name in left)

    @property
    def has_no_open_points(self) -> bool:
        """Whether no points but a bonus are open."""
        return not self.open

    @property
    def graded(self) -> bool:
        """Whether the points count: what the machine refuses gets none."""
        return self.refused_by != "machine"

    def to_json(self) -> str:
        """Return the whole record as JSON."""
        return json.dumps(to_json(self), indent=2, ensure_ascii=False)


# --- Facts ------------------------------------------------------------------


def mapped(
    value: Any, change: Callable[[Said], Said], text: Callable[[str], str] = str
) -> Any:
    """Return a record, or a part of one, with every fact and other text changed."""
    if isinstance(value, Said):
        return change(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, tuple):
        return tuple(mapped(each, change, text) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = vars(value).items()
        return replace(value, **{n: mapped(each, change, text) for n, each in parts})
    return value


def in_language(value: Recorded, language: str) -> Recorded:
    """Return a record, or a part of one, whose facts read in a language."""
    translated: Recorded = mapped(value, lambda said: said.in_language(language))
    return translated


# --- JSON -------------------------------------------------------------------

JSON_NAMES = {"mistakes": "misconceptions"}  # of fields that JSON calls otherwise


def to_json(record: Record) -> dict[str, Any]:
    """
    Return the record as data for `json.dumps`, with sums of points.

    Facts are English text, and again under `facts`, as key and parts.
    """
    data: dict[str, Any] = _plain(record)
    for section, plain in zip(record.sections, data["sections"], strict=True):
        plain |= {"points": section.points, "maximum": section.maximum}
    if record.search:
        data["search"]["words"] = record.search.words
    return data | {
        "points": record.points,
        "maximum": record.maximum,
        "bonus": record.bonus,
        "open": record.open,
        "right": record.right,
        "findings": sorted(_remarks(record), key=itemgetter("line", "code")),
    }


def _remarks(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the remarks about style in the failures of their checks."""
    for failure in (failure for check in record.checks for failure in check.failures):
        if remark := failure.remark:
            text = str(remark.text)
            yield {"line": remark.line, "code": remark.code, "text": text}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if not is_dataclass(value):
        return str(value) if isinstance(value, Said) else value
    parts = vars(value).items()
    facts = {name: fact for name, each in parts if (fact := _facts(each))}
    plain = {JSON_NAMES.get(name, name): _plain(each) for name, each in parts}
    return plain | ({"facts": facts} if facts else {})


def _facts(value: Any) -> Any:
    """Return the fact of a text, or the facts of several; else None."""
    if isinstance(value, Said):
        return None if value.is_quotation else value.fact
    if isinstance(value, tuple):
        said = [each for each in value if isinstance(each, Said)]
        if not all(each.is_quotation for each in said):
            return [each.fact for each in said]
    return None


def from_json(data: Mapping[str, Any]) -> Record:
    """Return the record that `to_json` wrote; ValueError for another format."""
    if data.get("format") != FORMAT:
        raise ValueError(
            f"a record of format {data.get('format')!r} instead of {FORMAT}"
        )
    if "refused_by" not in data:
        data = completed(data)
    record: Record = _made("record", data)
    return record


# The types of fields with objects, or with lists of them.
PARTS: dict[str, Any] = {
    "record": Record,
    "sections": Section,
    "items": Item,
    "checks": Check,
    "failures": Failure,
    "line": Move,
    "remark": Remark,
    "mistakes": NamedMistake,
    "search": SearchEvidence,
}


def _made(name: str, value: Any) -> Any:
    """Return plain data as the value of a field; any text becomes a fact."""
    if isinstance(value, str):
        return quotation(value)
    if isinstance(value, list):
        return tuple(_made(name, each) for each in value)
    if not isinstance(value, dict):
        return value
    kind, facts = PARTS[name], value.get("facts", {})
    made = {
        name: _made(name, value[json_name])
        for name in (each.name for each in fields(kind))
        if (json_name := JSON_NAMES.get(name, name)) in value
    }
    return kind(**made | {name: _fact_from(fact) for name, fact in facts.items()})


def _fact_from(fact: Any) -> Any:
    if fact and isinstance(fact[0], str):
        return from_fact(fact)
    return tuple(from_fact(each) for each in fact)


# --- Bounds -----------------------------------------------------------------

MESSAGE = 500  # characters
LINES = 24  # of a traceback


def bounded(record: Record) -> Record:
    """Return the record with all text cleaned and of limited length."""
    named = replace(record, file=clean_line(record.file, MESSAGE))
    cleaned: Record = mapped(named, lambda s: s.changed(_clean_part), _clean_lines)
    return cleaned


def _clean_part(value: Any) -> Any:
    return clean(value, MESSAGE) if isinstance(value, str) else value


def _clean_lines(text: str) -> str:
    """Return the last lines, such as the innermost calls of a traceback, cleaned."""
    return "\n".join(clean(line, MESSAGE) for line in text.split("\n")[-LINES:])
