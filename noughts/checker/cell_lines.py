"""The lines of a notebook: told by cell, where whoever wrote it can find them."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

from noughts.checker.record import Check, Misconception, Record, SearchEvidence
from noughts.checker.search_words import search_text
from noughts.contract import CELL
from noughts.words import words

# Longer numbers are nobody's lines, but what a file says of itself.
TOP = re.compile(rf"{re.escape(CELL)}(\d{{1,7}})")
FIRST = re.compile(r"^(line) (\d{1,7})\b", re.MULTILINE)  # "line 7: does not compile"
INSIDE = re.compile(r"`[^`\n]*`|\b([Ll]ine) (\d{1,7})\b")  # but not in code

# From a line of the whole to that in its cell, and the cell.
FindPlace = Callable[[int], tuple[int, int]]
InCells = Callable[[str], str]


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

    def at(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        return f"{found[1]} {words().place(*placed(int(found[2])))}"

    def told(text: str) -> str:
        return INSIDE.sub(at, text)

    def first(text: str) -> str:
        return FIRST.sub(at, text)

    ours = "does not compile" in record.refusal  # in Python's words, not in a file's
    return replace(
        record,
        refusal=(told if ours else first)(record.refusal),
        checks=tuple(_check(each, told, first) for each in record.checks),
        misconceptions=tuple(
            _misconception(each, placed, told) for each in record.misconceptions
        ),
        search=record.search and _search(record.search, placed),
        findings=tuple(
            replace(each, line=line, cell=cell, text=told(each.text))
            for each, (line, cell) in (
                (each, placed(each.line)) for each in record.findings
            )
        ),
        notes=tuple(map(told, record.notes)),
    )


def _check(check: Check, told: InCells, first: InCells) -> Check:
    failures = (
        replace(
            each,
            call=first(each.call),
            got=told(each.got) if check.function == "style" else each.got,
            hint=told(each.hint),
            traceback=first(each.traceback),
        )
        for each in check.failures
    )
    return replace(check, note=told(check.note), failures=tuple(failures))


def _misconception(
    known: Misconception, placed: FindPlace, told: InCells
) -> Misconception:
    if not known.line:
        return known
    line, cell = placed(known.line)
    return replace(
        known,
        line=line,
        cell=cell,
        explanation=told(known.explanation),
        hint=told(known.hint),
    )


def _search(search: SearchEvidence, placed: FindPlace) -> SearchEvidence:
    facts = tuple(
        (name, {**given, "line": placed(given["line"])} if "line" in given else given)
        for name, given in search.facts
    )
    told = search_text(facts, words()) if facts != search.facts else search.words
    return replace(search, facts=facts, words=told)
