"""
The last step of a record: bounded in size.

A file can earn 60,000 remarks, or raise a new kind of exception for every question.
"""

from dataclasses import replace
from typing import Any

from noughts.checker.record import Check, Record, mapped
from noughts.text import clean, clean_line
from noughts.words.said import Said

MOST = 100  # failures of a check
MESSAGE = 500  # characters
LINES = 24  # of a traceback


def bounded(record: Record) -> Record:
    """Return the record with text cleaned, and long lists cut and counted."""
    short = replace(
        record,
        file=clean_line(record.file, MESSAGE),
        excerpt=_lines(record.excerpt),
        checks=tuple(map(_check, record.checks)),
        misconceptions=tuple(
            replace(each, code=clean_line(each.code, MESSAGE))
            for each in record.misconceptions
        ),
    )
    cleaned: Record = mapped(short, lambda said: said.changed(_part))
    return cleaned


def _part(_: str, value: Any) -> Any:
    return clean(value, MESSAGE) if isinstance(value, str) else value


def _check(check: Check) -> Check:
    note = check.note
    if (more := len(check.failures) - MOST) > 0:
        cut = Said("note.more_failures", n=MOST, more=more)
        note = Said("note.and", first=note, second=cut) if note else cut
    failures = (
        replace(each, traceback=_lines(each.traceback))
        for each in check.failures[:MOST]
    )
    return replace(check, note=note, failures=tuple(failures))


def _lines(text: str) -> str:
    """Return the last lines, such as the innermost calls of a traceback, cleaned."""
    return "\n".join(clean(line, MESSAGE) for line in text.split("\n")[-LINES:])
