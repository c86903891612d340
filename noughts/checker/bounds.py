"""
The bounds of a record: whatever a file makes us say, a report stays readable.

A file can earn 60,000 remarks, or raise a new kind of exception at every question.
"""

from dataclasses import replace
from typing import Any

from noughts.checker.record import Check, Record, mapped
from noughts.text import clean, clean_line
from noughts.words.said import Said

MOST = 100  # failures of a check, remarks about a file
MESSAGE = 500  # characters
LINES = 24  # of a traceback


def bounded(record: Record) -> Record:
    """Return the record with others' text cleaned, and what is too much counted."""
    notes = record.notes
    if (more := len(record.findings) - MOST) > 0:
        notes = (*notes, Said("note.more_remarks", n=MOST, more=more))
    short = replace(
        record,
        file=clean_line(record.file, MESSAGE),
        excerpt=_lines(record.excerpt),
        checks=tuple(map(_check, record.checks)),
        misconceptions=tuple(
            replace(each, code=clean_line(each.code, MESSAGE))
            for each in record.misconceptions
        ),
        findings=record.findings[:MOST],
        notes=notes,
    )
    cleaned: Record = mapped(short, lambda said: said.changed(_part))
    return cleaned


def _part(_: str, value: Any) -> Any:
    return clean(value, MESSAGE) if isinstance(value, str) else value


def _check(check: Check) -> Check:
    note = check.note
    if (more := len(check.failures) - MOST) > 0:
        told = Said("note.more_failures", n=MOST, more=more)
        note = Said("note.and", first=note, second=told) if note else told
    failures = (
        replace(each, traceback=_lines(each.traceback))
        for each in check.failures[:MOST]
    )
    return replace(check, note=note, failures=tuple(failures))


def _lines(text: str) -> str:
    """Return the last lines, such as the innermost of a traceback, each cleaned."""
    return "\n".join(clean(line, MESSAGE) for line in text.split("\n")[-LINES:])
