"""The lines of a notebook: told by cell, where whoever wrote it can find them."""

import re
from bisect import bisect_right
from dataclasses import replace
from typing import Any

from noughts.checker.record import Check, Finding, Misconception, Record, mapped
from noughts.contract import CELL
from noughts.words import words

# Longer numbers are nobody's lines, but what a file says of itself.
TOP = re.compile(rf"{re.escape(CELL)}(\d{{1,7}})")
CALL = re.compile(r"^line (\d{1,7})\b", re.MULTILINE)  # of a traceback
PYTHON = re.compile(r"\bline (\d{1,7})\b")  # in what Python or ruff says


def in_cells(record: Record, source: str) -> Record:
    """Return the record of a notebook with its lines counted in each cell."""
    rows = enumerate(source.split("\n"), start=1)
    found = ((n, TOP.fullmatch(row)) for n, row in rows if row.startswith(CELL))
    tops = [(n, int(top[1])) for n, top in found if top]
    if not tops or tops[0][0] > 1:
        return record

    def placed(line: int) -> tuple[int, int]:
        top, cell = tops[bisect_right(tops, line, key=lambda each: each[0]) - 1]
        return line - top, cell

    def told(found: re.Match[str]) -> str:
        return f"line {words().place(*placed(int(found[1])))}"

    def part(name: str, value: Any) -> Any:
        if name == "line" and type(value) is int:
            return placed(value)
        if name == "lines":
            return [placed(line) for line in value]
        said = name == "rule_text" or (name == "why" and not record.checks)
        return PYTHON.sub(told, value) if said else value

    def in_cell(each: Any) -> Any:
        line, cell = placed(each.line) if each.line else (0, 0)
        return replace(each, line=line, cell=cell)

    def traced(check: Check) -> Check:
        failures = (
            replace(each, traceback=CALL.sub(told, each.traceback))
            for each in check.failures
        )
        return replace(check, failures=tuple(failures))

    known: tuple[Misconception, ...] = tuple(map(in_cell, record.misconceptions))
    findings: tuple[Finding, ...] = tuple(map(in_cell, record.findings))
    checks = tuple(map(traced, record.checks))
    record = replace(record, misconceptions=known, findings=findings, checks=checks)
    record = mapped(record, lambda said: said.changed(part))
    return record
