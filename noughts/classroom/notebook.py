"""The code of a notebook: its code cells, as one file that can be judged."""

import ast
import json
import re

from noughts.contract import PARAMETERS
from noughts.text import NONSENSE, NOT_PYTHON

MAGIC = re.compile(r"^(\s*)([%!?].*)$", re.MULTILINE)  # "%timeit", "!pip install"
OTHER_LANGUAGE = "%%"  # a cell that is not Python's: "%%bash"
DEFINITION = re.compile(rf"^def ({'|'.join(PARAMETERS)})\b", re.MULTILINE)
KEPT = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
TRIED = ast.Expr | ast.For | ast.While  # prints, games: at home in a notebook


def code(data: bytes) -> str:
    """
    Return the code cells as one source, without what they only try out.

    Lines that only a notebook understands, expressions, loops and calls of the
    assignment's own functions at the top level become comments.
    """
    try:
        cells = json.loads(data)["cells"]
        sources = [
            "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"
        ]
    except NONSENSE:
        return ""
    return "\n\n".join(filter(None, map(_definitions, sources))) + "\n"


def _definitions(cell: str) -> str:
    """Return a cell with the lines that define something; all, if it is not Python."""
    if cell.lstrip().startswith(OTHER_LANGUAGE):
        return ""
    body = _statements(cell)
    if body is None:
        cell = MAGIC.sub(r"\1pass  # \2", cell)
        body = _statements(cell) or []
    lines = re.split("\r\n?|\n", cell)  # as Python counts them
    kept = {n for each in body if not _only_tries(each) for n in _lines_of(each)}
    tried = {
        n
        for each in filter(_only_tries, body)
        if kept.isdisjoint(_lines_of(each))  # `X = "X"; print(X)` stays whole
        for n in _lines_of(each)
    }
    return "\n".join(f"# {row}" if n in tried else row for n, row in enumerate(lines))


def _statements(cell: str) -> list[ast.stmt] | None:
    """Return what a cell consists of; None if it is not Python alone."""
    try:
        return ast.parse(cell).body
    except NOT_PYTHON:
        return None


def _lines_of(statement: ast.stmt) -> range:
    """Return the lines that a statement stands on, the first being 0."""
    return range(statement.lineno - 1, statement.end_lineno or statement.lineno)


def _only_tries(statement: ast.stmt) -> bool:
    """Return whether a statement shows something rather than defines it."""
    if isinstance(statement, KEPT):
        return False
    return isinstance(statement, TRIED) or any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in PARAMETERS
        for node in ast.walk(statement)
    )


def holds_functions(source: str) -> bool:
    """Return whether any function of the assignment is defined in it."""
    return bool(DEFINITION.search(source))
