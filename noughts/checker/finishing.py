"""
The last step of a record: bounded in size, and with a notebook's lines by cell.

A file can earn 60,000 remarks, or raise a new kind of exception for every question.
"""

import re
from bisect import bisect_right
from dataclasses import replace
from typing import Any

from noughts.checker.record import Check, Record, mapped
from noughts.contract import CELL
from noughts.text import clean, clean_line
from noughts.words import words
from noughts.words.said import Said

MOST = 100  # failures of a check, remarks about a file
MESSAGE = 500  # characters
LINES = 24  # of a traceback
# Line numbers of a program have at most seven digits.
TOP = re.compile(rf"{re.escape(CELL)}(\d{{1,7}})")
CALL = re.compile(r"^line (\d{1,7})\b", re.MULTILINE)  # in a traceback
PYTHON = re.compile(r"\bline (\d{1,7})\b")  # in a message of Python's or ruff's


def bounded(record: Record) -> Record:
    """Return the record with text cleaned, and long lists cut and counted."""
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


# --- Notebooks --------------------------------------------------------------


def in_cells(record: Record, source: str) -> Record:
    """Return the record of a notebook with lines counted in each cell."""
    rows = enumerate(source.split("\n"), start=1)
    found = ((n, TOP.fullmatch(row)) for n, row in rows if row.startswith(CELL))
    tops = [(n, int(top[1])) for n, top in found if top]
    if not tops or tops[0][0] > 1:
        return record

    def placed(line: int) -> tuple[int, int]:
        top, cell = tops[bisect_right(tops, line, key=lambda each: each[0]) - 1]
        return line - top, cell

    def renumber(found: re.Match[str]) -> str:
        return f"line {words().place(*placed(int(found[1])))}"

    def part(name: str, value: Any) -> Any:
        if name == "line" and type(value) is int:
            return placed(value)
        if name == "lines":
            return [placed(line) for line in value]
        message = name == "rule_text" or (name == "why" and not record.checks)
        return PYTHON.sub(renumber, value) if message else value

    def in_cell(each: Any) -> Any:
        line, cell = placed(each.line) if each.line else (0, 0)
        return replace(each, line=line, cell=cell)

    def traced(check: Check) -> Check:
        failures = (
            replace(each, traceback=CALL.sub(renumber, each.traceback))
            for each in check.failures
        )
        return replace(check, failures=tuple(failures))

    record = replace(
        record,
        misconceptions=tuple(map(in_cell, record.misconceptions)),
        findings=tuple(map(in_cell, record.findings)),
        checks=tuple(map(traced, record.checks)),
    )
    renumbered: Record = mapped(record, lambda said: said.changed(part))
    return renumbered
