"""
The bounds of a record: whatever a file makes us say, a report stays readable.

A file can earn 60,000 remarks, or raise a new kind of exception at every question.
"""

from dataclasses import replace

from noughts.checker.record import Check, Failure, Record
from noughts.text import and_more, clean, clean_line

MOST = 100  # failures of a check, remarks about a file
MESSAGE = 500  # characters
LINES = 24  # of a traceback


def bounded(record: Record) -> Record:
    """Return the record with others' text cleaned, and what is too much counted."""
    notes = [*record.notes]
    if more := and_more(len(record.findings), MOST):
        notes.append(f"Remarks about the style: {MOST} are shown, {more} are not.")
    return replace(
        record,
        file=clean_line(record.file, MESSAGE),
        refusal=clean(record.refusal, MESSAGE),
        excerpt=_lines(record.excerpt),
        checks=tuple(map(_check, record.checks)),
        misconceptions=tuple(
            replace(each, code=clean_line(each.code, MESSAGE))
            for each in record.misconceptions
        ),
        findings=tuple(
            replace(each, text=clean_line(each.text, MESSAGE))
            for each in record.findings[:MOST]
        ),
        notes=tuple(clean(note, MESSAGE) for note in notes),
        machine=tuple(clean(note, MESSAGE) for note in record.machine),
    )


def _check(check: Check) -> Check:
    note = clean(check.note, MESSAGE)
    if more := and_more(len(check.failures), MOST):
        note = f"{note} Of what fails, {MOST} are shown, {more} are not.".lstrip()
    return replace(
        check, note=note, failures=tuple(map(_failure, check.failures[:MOST]))
    )


def _failure(failure: Failure) -> Failure:
    return replace(
        failure,
        call=clean_line(failure.call, MESSAGE),
        expected=clean(failure.expected, MESSAGE),
        got=clean(failure.got, MESSAGE),
        hint=clean(failure.hint, MESSAGE),
        verdict=clean(failure.verdict, MESSAGE),
        traceback=_lines(failure.traceback),
    )


def _lines(text: str) -> str:
    """Return the last lines, such as the innermost of a traceback, each cleaned."""
    return "\n".join(clean(line, MESSAGE) for line in text.split("\n")[-LINES:])
