"""The report for a terminal: what was earned, what is wrong, on which board, why."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest

from noughts.checker.record import FAULTS, Check, Failure, Move, Record
from noughts.checker.reports.words import (
    checks_of,
    hint_of,
    number,
    points_of,
    summary,
    total,
    unwritten,
)
from noughts.look import SIGNS
from noughts.look.ansi import Pen
from noughts.text import clean_line

WIDTH = 80
NARROW = 60  # in less than that, points stand below what they are for
INDENT = "    "
COLOURS = {
    "passed": "win",
    "failed": "loss",
    "unfinished": "o",
    "excused": "x",
    "unjudged": "o",
    "absent": "soft",
}


class Paper(Pen):
    """What is written with, and how wide it may be."""

    def __init__(self, colour: bool, width: int) -> None:
        super().__init__(colour)
        self.width = width

    def wrapped(self, text: str, indent: str, hanging: str = "") -> list[str]:
        """Return a text in lines that fit."""
        further = indent + hanging
        return textwrap.wrap(
            text, self.width, initial_indent=indent, subsequent_indent=further
        )


def report(record: Record, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return the record as text, at most 80 columns wide."""
    pen = Paper(colour, min(width, WIDTH))
    lines = [
        "",
        *(
            pen(line, "bold")
            for line in pen.wrapped(f"{_name(record)}: {total(record)}", "")
        ),
        *pen.wrapped(summary(record), ""),
        *pen.wrapped(record.hint, ""),
        "",
        *_grades(record, pen),
    ]
    if record.search and record.search.words:
        lines += ["", *pen.wrapped(f"The search: {record.search.words}", "")]
    if todo := unwritten(record):
        lines += ["", *pen.wrapped(f"Not written yet: {', '.join(todo)}.", "")]
    for function, checks in groupby(_to_tell(record), key=lambda each: each.function):
        lines += ["", *_function(record, function, list(checks), pen)]
    for note in record.notes:
        lines += ["", *pen.wrapped(f"Note: {note}", "")]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines) + "\n")


def quiet(record: Record) -> str:
    """Return the record as one line."""
    return f"{_name(record)}: {total(record)}. {summary(record)}\n"


def _name(record: Record) -> str:
    """Return the file's name without what could play tricks on a terminal."""
    return clean_line(record.file)


def _to_tell(record: Record) -> list[Check]:
    """Return the checks to be told of; what is not written is told at the top."""
    todo, told = unwritten(record), (*FAULTS, "excused")
    return [
        check
        for check in record.checks
        if check.status in told and check.function not in todo
    ]


def _grades(record: Record, pen: Paper) -> Iterator[str]:
    """Yield one line for each section of the rubric."""
    for section in record.sections:
        signs = " ".join(
            pen(SIGNS[check.status], COLOURS[check.status])
            for check in checks_of(record, section)
        )
        points = f"{number(section.points):>5} of {number(section.maximum):<4}"
        if pen.width < NARROW:
            yield f"  {section.title}"
            yield f"{INDENT}{points}  {signs}".rstrip()
        else:
            yield f"  {section.title:<28}{points}  {signs}".rstrip()


def _function(
    record: Record, function: str, checks: list[Check], pen: Paper
) -> Iterator[str]:
    """Yield all that is to be said about one function."""
    yield pen(f"── {function} ".ljust(pen.width, "─"), "soft")
    for known in record.misconceptions:
        if known.function == function:
            yield from pen.wrapped(pen(known.title, "bold"), "")
            yield from pen.wrapped(known.explanation, INDENT)
            yield from pen.wrapped(f"Hint: {known.hint}", INDENT)
    for note in dict.fromkeys(check.note for check in checks if check.note):
        yield from pen.wrapped(note, "")
    seen = set[tuple[str, str]]()
    for check in checks:
        yield from _check(record, check, seen, pen)


def _check(
    record: Record, check: Check, seen: set[tuple[str, str]], pen: Paper
) -> Iterator[str]:
    """Yield a check and its failures; a board that was shown is not shown again."""
    yield ""
    points = points_of(record, check)
    lost = f" ({number(points)} points)" if points and check.status in FAULTS else ""
    sign = pen(SIGNS[check.status], COLOURS[check.status])
    yield from pen.wrapped(f"{sign} {check.sentence}{lost}", "", "  ")
    if check.status == "excused":
        return
    for failure in check.failures:
        yield from _failure(record, check, failure, seen, pen)


def _failure(
    record: Record,
    check: Check,
    failure: Failure,
    seen: set[tuple[str, str]],
    pen: Paper,
) -> Iterator[str]:
    where = (failure.board, failure.call)
    if not failure.expected:  # a remark about the style
        yield from pen.wrapped(f"{failure.call}: {failure.got}", INDENT)
        return
    if failure.board and where not in seen:
        yield ""
        yield from (INDENT + line for line in _board(failure.board, pen))
        yield ""
    seen.add(where)
    yield from pen.wrapped(f"{failure.call} {failure.board}".rstrip(), INDENT)
    yield from pen.wrapped(f"expected  {failure.expected}", INDENT, " " * 10)
    yield from pen.wrapped(f"got       {failure.got}", INDENT, " " * 10)
    if failure.cases > 1:
        yield f"{INDENT}as in {failure.cases:,} of {check.asked:,} cases"
    if failure.line:
        yield ""
        yield from _line(failure.line, pen)
        if failure.verdict != failure.got:
            yield from pen.wrapped(failure.verdict, INDENT)
    if failure.traceback:
        yield from (INDENT + line for line in failure.traceback.splitlines()[-6:])
    if hint := hint_of(record, check, failure):
        yield from pen.wrapped(f"Hint: {hint}", INDENT)


def _board(text: str, pen: Paper) -> list[str]:
    """Return a board as three rows between thin lines."""
    rows = [" │ ".join(_cell(mark, pen) for mark in row) for row in text.split()]
    return [f" {rows[0]}", "───┼───┼───", f" {rows[1]}", "───┼───┼───", f" {rows[2]}"]


def _cell(mark: str, pen: Paper) -> str:
    return pen(mark, mark.lower()) if mark in "XO" else " "


def _line(line: Iterable[Move], pen: Paper) -> Iterator[str]:
    """Yield the moves of a line side by side, each above the board after it."""
    moves, abreast = list(line), max(1, (pen.width - len(INDENT)) // 12)
    for start in range(0, len(moves), abreast):
        some = moves[start : start + abreast]
        heads = [f"{move.mark} {move.action}".ljust(11) for move in some]
        yield INDENT + " ".join(heads).rstrip()
        rows = [
            [" ".join(_dot(mark, pen) for mark in row) for row in move.board.split()]
            for move in some
        ]
        for cells in zip_longest(*rows):
            yield INDENT + "       ".join(cells).rstrip()
        yield ""


def _dot(mark: str, pen: Paper) -> str:
    return pen(mark, mark.lower()) if mark in "XO" else "·"
