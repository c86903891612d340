"""The report as `results.json`, which Gradescope reads."""

import json
from collections.abc import Iterator
from typing import Any

from noughts.checker.record import Check, Item, Record, Section
from noughts.checker.reports.wording import summary


def report(record: Record) -> str:
    """Return the text of `results.json`: one test for each check that gives points."""
    return json.dumps(results(record), indent=2, ensure_ascii=False) + "\n"


def results(record: Record) -> dict[str, Any]:
    """Return the record in Gradescope's words."""
    checks = {check.name: check for check in record.checks}
    return {
        "score": record.points,
        "output": "\n\n".join(_said(record)),
        "output_format": "text",
        "visibility": "visible",
        "tests": [
            _test(section, item, checks.get(item.check))
            for section in record.sections
            for item in section.items
        ],
    }


def _said(record: Record) -> Iterator[str]:
    """Yield what is said about the file as a whole."""
    yield summary(record)
    yield from filter(None, [record.hint])
    for known in record.misconceptions:
        yield f"{known.function}: {known.title} {known.explanation} {known.hint}"
    yield from record.notes


def _test(section: Section, item: Item, check: Check | None) -> dict[str, Any]:
    return {
        "name": f"{section.title}: {check.sentence if check else item.check}",
        "number": item.check,
        "score": item.points,
        "max_score": item.maximum,
        "status": "passed" if item.points == item.maximum else "failed",
        "output": _output(check) if check else "",
        "output_format": "text",
    }


def _output(check: Check) -> str:
    told = [check.note] if check.note else []
    for failure in check.failures:
        names = ("call", "board", "expected", "got", "verdict", "hint")
        pairs = ((name, getattr(failure, name)) for name in names)
        told.append("\n".join(f"{name}: {value}" for name, value in pairs if value))
    return "\n\n".join(told)
