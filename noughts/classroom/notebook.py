"""The code of a notebook: its code cells, as one file that can be judged."""

import ast
import json
import re

from noughts.classroom.tried_out import only_tried
from noughts.contract import PARAMETERS
from noughts.text import NONSENSE, NOT_PYTHON

MAGIC = re.compile(r"^(\s*)([%!?].*)$", re.MULTILINE)  # "%timeit", "!pip install"
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
    stays reads what they bind or change.
    """
    try:
        cells = json.loads(data)["cells"]
        sources = [
            "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"
        ]
    except NONSENSE:
        return ""
    parsed = [_parsed(each) for each in sources]
    tried = only_tried([body for _, body in parsed])
    told = (_without(text, body, tried) for text, body in parsed)
    return "\n\n".join(filter(None, told)) + "\n"


def _parsed(cell: str) -> tuple[str, list[ast.stmt]]:
    """Return a cell as Python has it, and what it consists of; nothing of no Python."""
    if OTHER_LANGUAGE.match(cell):
        return "", []
    body = _statements(cell)
    if body is None:
        cell = MAGIC.sub(r"\1pass  # \2", cell)
        body = _statements(cell) or []
    return cell, body


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


def holds_functions(source: str) -> bool:
    """Return whether any function of the assignment is defined in it."""
    return bool(DEFINITION.search(source))
