"""The code of a notebook: its code cells, as one file that can be judged."""

import ast
import json
import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from itertools import dropwhile
from typing import NamedTuple

from noughts.contract import CELL, LARGEST_FILE, LARGEST_NOTEBOOK, PARAMETERS
from noughts.notebooks.ipython_lines import LINES, commented, plain
from noughts.notebooks.tried_out import only_tried
from noughts.text import NONSENSE, NOT_PYTHON, can_be_parsed
from noughts.words.said import Said

# Where Python cannot read a text, its lines are all that tells.
DEFINITION = re.compile(rf"^def ({'|'.join(PARAMETERS)})\b", re.MULTILINE)
FUNCTION = re.compile(DEFINITION.pattern.encode(), re.MULTILINE)
OTHER_LANGUAGE = re.compile(  # a cell that is not Python's: "%%bash"
    r"\s*%%(?!(time|capture|prun)\b|(write)?file\s.*tictactoe\.py\s*$)", re.MULTILINE
)
MOST_NAMED = 100  # of these
MOST_PARTS = 1_000_000  # of its JSON, each of which takes some 100 bytes of memory


class CodeCell(NamedTuple):
    """A code cell, as Python has it."""

    number: int  # of all code cells, from 1
    text: str
    body: list[ast.stmt] | None = None  # None: it was not parsed, or cannot be

    @property
    def functions(self) -> set[str]:
        """Return the functions of the assignment that it defines."""
        return set(DEFINITION.findall(self.text))


class ReadNotebook(NamedTuple):
    """What is judged of a notebook, and which of its code cells are left out."""

    code: str
    unread: tuple[int, ...]


def code(data: bytes) -> str:
    """
    Return the code cells as one source, without what they only try out.

    Lines that only a notebook understands, expressions, loops and calls of the
    assignment's own functions at the top level become comments, unless something that
    stays reads what they bind or change. So do cells that Python cannot read. Of code
    that is too long to be parsed, only the first of these do.
    """
    return _notebook(data).code


def notes(data: bytes, name: str) -> list[Said]:
    """Return what to say of what is judged of a notebook; nothing if it is none."""
    if not is_notebook(data):
        return []
    unread = list(map(str, _notebook(data).unread))
    more = len(unread) - MOST_NAMED
    told = ", ".join(unread[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")
    judged = Said("note.notebook", where=name)
    return [judged, Said("note.cells_left_out", names=told)] if told else [judged]


@lru_cache(maxsize=1)
def _notebook(data: bytes) -> ReadNotebook:
    cells, left_out = _parsed(data)
    if len(whole := _joined(cells)) > LARGEST_FILE:  # which is refused
        return ReadNotebook(whole, ())
    tried = only_tried([each.body or [] for each in cells])
    stays = [n for each in cells for n in each.body or [] if n not in tried]
    tried.update(filter(_of_future, dropwhile(_at_the_top, stays)))
    told = (
        _hidden(each.text) if each.number in left_out else _without(each, tried)
        for each in cells
    )
    kept = map(CodeCell, (each.number for each in cells), told)
    return ReadNotebook(_joined(kept), (*left_out,))


def _joined(cells: Iterable[CodeCell]) -> str:
    """Return cells as one text, in which each is told by its number."""
    return "".join(f"{CELL}{each.number}\n{each.text}\n" for each in cells if each.text)


@lru_cache(maxsize=1)  # one is asked for its code and for what is told of it, in turn
def _cells(data: bytes) -> list[CodeCell] | None:
    """Return the code cells, but those in another language; None if it has no cells."""
    if len(data) > LARGEST_NOTEBOOK or sum(map(data.count, b"[{,")) > MOST_PARTS:
        return None
    try:
        cells = json.loads(data)["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    except NONSENSE:
        return None
    numbered = (CodeCell(*each) for each in enumerate(sources, start=1))
    return [each for each in numbered if not OTHER_LANGUAGE.match(each.text)]


@lru_cache(maxsize=1)
def _parsed(data: bytes) -> tuple[list[CodeCell], list[int]]:
    """
    Return the cells as Python has them, and which to leave out: it cannot read them.

    In a notebook, too, such a cell defines nothing, and the others work. But one that
    alone defines a function of the assignment stays: its error is what to tell.
    """
    cells = _cells(data) or []
    whole = _joined(cells)
    if len(whole) > LARGEST_FILE:
        return cells, []
    if not can_be_parsed(whole):
        return [each._replace(text=plain(each.text)) for each in cells], []
    cells = [_read(each) for each in cells]
    sound = {name for each in cells if each.body is not None for name in each.functions}
    bad = [each for each in cells if each.body is None]
    return cells, [each.number for each in bad if each.functions <= sound]


def _read(cell: CodeCell) -> CodeCell:
    """Return a cell with what it consists of, if it is Python's, or IPython's."""
    for text in (cell.text, plain(cell.text)):
        if (body := _statements(text)) is not None:
            return cell._replace(text=text, body=body)
    return cell


def _without(cell: CodeCell, tried: set[ast.stmt]) -> str:
    """Return a cell with the lines as comments that only try something out."""
    body = cell.body or []
    kept = {n for each in body if each not in tried for n in _lines_of(each)}
    hidden = {n for each in body if each in tried for n in _lines_of(each)} - kept
    return "\n".join(
        commented(row) if n in hidden else row
        for n, row in enumerate(LINES.split(cell.text))
    )


def _of_future(statement: ast.stmt) -> bool:
    """Return whether Python takes it at the top alone, and Jupyter in every cell."""
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _at_the_top(statement: ast.stmt) -> bool:
    return _of_future(statement) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _hidden(text: str) -> str:
    return "\n".join(map(commented, LINES.split(text)))


def _statements(cell: str) -> list[ast.stmt] | None:
    """Return what a cell consists of; None if it is not Python alone."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(cell)
            compile(tree, "cell", "exec", dont_inherit=True)  # `return` outside of all
    except NOT_PYTHON:
        return None
    return tree.body


def _lines_of(statement: ast.stmt) -> range:
    """Return the lines that a statement stands on, the first being 0."""
    return range(statement.lineno - 1, statement.end_lineno or statement.lineno)


def is_readable(data: bytes) -> bool:
    """Return whether there is nothing, a notebook, or the program itself in a file."""
    return not data or is_notebook(data) or bool(FUNCTION.search(data))


def is_notebook(data: bytes) -> bool:
    """Return whether a file is a notebook, whatever its name says."""
    return _cells(data) is not None


def program(data: bytes) -> bytes:
    """Return the program in a file: a notebook's code, or what is there."""
    return code(data).encode("utf-8", "replace") if is_notebook(data) else data


def parts(data: bytes) -> list[CodeCell]:
    """Return what the code cells of a notebook say, as they are."""
    return _parsed(data)[0]
