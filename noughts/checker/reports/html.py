"""The report as a page: self-contained, in light and dark, with boards as pictures."""

from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple

from noughts import look
from noughts.checker.record import FAULTS, Check, Misconception, Record, in_language
from noughts.checker.reports.templates import render
from noughts.checker.reports.wording import points_text, unwritten
from noughts.words import ENGLISH, words


class Part(NamedTuple):
    """What is told about one function."""

    function: str
    misconceptions: list[Misconception]
    checks: list[Check]


def report(record: Record, language: str = ENGLISH) -> str:
    """Return the record as a page that needs no other file."""
    return render("file.html", language, **given(record, record.file, language))


def fragment(record: Record, language: str = ENGLISH) -> str:
    """Return the record as a part of a page, whose style is `stylesheet`."""
    return render("file_body.html", language, **given(record, record.file, language))


def given(record: Record, name: str, language: str) -> dict[str, Any]:
    """Return what the templates need to tell of a record under a name."""
    say, record = words(language), in_language(record, language)
    points = say(
        "report.points", n=record.points, points=points_text(record.points, say)
    )
    return {
        "title": f"{name}: {points}",
        "style": stylesheet(),
        "record": record,
        "todo": unwritten(record),
        "parts": parts(record),
        "legend": list(dict.fromkeys(check.status for check in record.checks)),
        "passed": [check for check in record.checks if check.status == "passed"],
    }


def stylesheet() -> str:
    """Return the style of the pages: the one look, and how a page is laid out."""
    layout = files("noughts.checker.reports") / "page.css"
    return look.css() + layout.read_text("utf-8")


def parts(record: Record) -> list[Part]:
    """Return each function in which something is to be told, and what."""
    todo = unwritten(record)
    told = [
        check
        for check in record.checks
        if check.status in (*FAULTS, "excused") and check.function not in todo
    ]
    return [
        Part(
            function,
            [each for each in record.misconceptions if each.function == function],
            checks,
        )
        for function, checks in (
            (name, list(group)) for name, group in groupby(told, lambda c: c.function)
        )
    ]
