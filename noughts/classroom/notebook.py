"""The code of a notebook: its code cells, as one file that can be judged."""

import ast
import json
import re

from noughts.classroom.own_modules import LARGEST
from noughts.classroom.tried_out import only_tried
from noughts.contract import PARAMETERS
from noughts.text import NONSENSE, NOT_PYTHON

MAGIC = re.compile(r"^([^\S\n]*)([%!?].*)$", re.MULTILINE)  # "%timeit", "!pip install"
OTHER_LANGUAGE = re.compile(  # a cell that is not Python's: "%%bash"
    r"\s*%%(?!(time|capture|prun)\b|writefile\s.*tictactoe\.py\s*$)", re.MULTILINE
)
DEFINITION = re.compile(rf"^def ({'|'.join(PARAMETERS)})\b", re.MULTILINE)
SHOWN = 72  # characters of a line that is only tried: its length is nobody's style


def code(data: bytes) -> str:
    """
    Return the code cells as one source, without what they only try out.

    Lines that only a notebook understands, expressions, loops and calls of the
    assignment's own functions at the top level become comments, unless something that
    stays reads what they bind or change. Of code that is too long to be parsed, only
    the first of these do.
    """
    cells = _cells(data)
    small = sum(map(len, cells)) <= LARGEST
    parsed = [_parsed(each, small) for each in cells]
    tried = only_tried([body for _, body in parsed])
    told = (_without(text, body, tried) for text, body in parsed)
    return "\n\n".join(filter(None, told)) + "\n"


def _cells(data: bytes) -> list[str]:
    """Return the code cells of a notebook, but those in another language."""
    try:
        cells = json.loads(data)["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    except NONSENSE:
        return []
    return [each for each in sources if not OTHER_LANGUAGE.match(each)]


def _parsed(cell: str, small: bool) -> tuple[str, list[ast.stmt]]:
    """Return a cell as Python has it, and what it consists of, if it is parsed."""
    body = _statements(cell) if small else None
    if body is None:
        cell = MAGIC.sub(r"\1pass  # \2", cell)
        body = _statements(cell) if small else None
    return cell, body or []


def _without(cell: str, body: list[ast.stmt], tried: set[ast.stmt]) -> str:
    """Return a cell with the lines as comments that only try something out."""
    lines = re.split("\r\n?|\n", cell)  # as Python counts them
    kept = {n for each in body if each not in tried for n in _lines_of(each)}
    hidden = {n for each in body if each in tried for n in _lines_of(each)} - kept
    return "\n".join(
        f"# {row}"[:SHOWN].rstrip() if n in hidden else row
        for n, row in enumerate(lines)
    )


def _statements(cell: str) -> list[ast.stmt] | None:
    """Return what a cell consists of; None if it is not Python alone."""
    try:
        return ast.parse(cell).body
    except NOT_PYTHON:
        return None


def _lines_of(statement: ast.stmt) -> range:
    """Return the lines that a statement stands on, the first being 0."""
    return range(statement.lineno - 1, statement.end_lineno or statement.lineno)


def holds_functions(data: bytes) -> bool:
    """Return whether any function of the assignment is defined in a notebook."""
    return any(map(DEFINITION.search, _cells(data)))
