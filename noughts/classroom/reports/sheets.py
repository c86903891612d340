"""The class on paper: a page for each student, all in one file."""

from collections.abc import Iterable

from noughts.checker.record import Check, Record
from noughts.checker.reports import html
from noughts.checker.reports.templates import render
from noughts.checker.reports.wording import unwritten
from noughts.classroom.reports.class_index import HERE, own_file
from noughts.words import words

MOST = 500  # students: no browser prints more pages in one go
FAULTS = 5  # that fit on a page with their boards
MISCONCEPTIONS = 3


def render_sheets(
    class_: str, records: Iterable[tuple[str, Record]], language: str
) -> str:
    """Return one page to print, on which each student begins a new sheet."""
    sheets = [(student, record, faults(record)) for student, record in records]
    title = words(language)("class.title", name=class_)
    return render(
        "sheets.html",
        language,
        HERE,
        title=title,
        style=html.stylesheet() + own_file("class_index.css") + own_file("sheets.css"),
        sheets=sheets,
        unwritten=unwritten,
        most=FAULTS,
        known=MISCONCEPTIONS,
        **{"class": class_},
    )


def faults(record: Record) -> list[Check]:
    """Return what is wrong in what is written, what nothing else explains first."""
    todo = unwritten(record)
    explained = {name for known in record.misconceptions for name in known.checks}
    wrong = [check for check in record.faults if check.function not in todo]
    return sorted(wrong, key=lambda check: check.name in explained)
