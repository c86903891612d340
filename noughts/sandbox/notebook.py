"""
A notebook as a program: the functions of the assignment, and what they use.

All other statements become comments. A statement that fails is skipped when the program
is run.
"""

import ast
import builtins
import json
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from noughts.game.contract import CELL_HEADER, LARGEST_NOTEBOOK, NAMES, PARAMETERS
from noughts.texts.safe_text import NONSENSE, NOT_PYTHON, can_be_parsed, parse
from noughts.texts.said import Said

DEFINITION = re.compile(rf"^def ({'|'.join(PARAMETERS)})\b", re.MULTILINE)
OTHER_LANGUAGE = re.compile(  # a cell in another language: "%%bash"
    r"\s*%%(?!(time|capture|prun)\b|(write)?file\s.*tictactoe\.py\s*$)", re.MULTILINE
)
MAGIC = re.compile(r"^([^\S\n]*)([%!?,;/].*|.*\?)$", re.MULTILINE)  # `%time`, `!ls`
TAKEN = re.compile(r"^([^#'\"\n]*=[^\S\n]*)([%!].*)$", re.MULTILINE)  # `files = !ls`
MOST_PARTS = 1_000_000  # values in its JSON, about 100 bytes of memory each
HEAD = f"{CELL_HEADER}numbers: line 3005 is line 5 of cell 3"
CELL_LINES = 1000  # lines per cell, so that a line number shows its cell
NEWLINE = re.compile("\r\n?|\n")
SHOWN = 72  # characters of a line that becomes a comment
DEFINES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
ALL = "*"  # what `from module import *` and `exec` bind
CHANGING = {"setattr", "delattr", "next", "exec"}  # built in, unlike the others
HARMLESS = {*PARAMETERS, *dir(builtins)} - CHANGING  # change none of their arguments


class CodeCell(NamedTuple):
    """A code cell."""

    number: int  # among the code cells, from 1
    text: str
    body: list[ast.stmt] | None = None  # None if it cannot be parsed

    @property
    def functions(self) -> set[str]:
        """The functions of the assignment that it defines."""
        return set(DEFINITION.findall(self.text))


def is_notebook(data: bytes) -> bool:
    """Return whether data is a notebook, judging by its content."""
    return _cells(data) is not None


def is_readable(data: bytes) -> bool:
    """Return whether data is empty, a notebook or a program."""
    program = DEFINITION.search(data.decode("latin-1"))
    return not data or is_notebook(data) or program is not None


def program(data: bytes) -> bytes:
    """Return the program in a file: a notebook's code, or the data itself."""
    return _code(data)[0].encode("utf-8", "replace") if is_notebook(data) else data


def notes(data: bytes, name: str) -> list[Said]:
    """Return the notes on a notebook; none for any other file."""
    if not is_notebook(data):
        return []
    found, numbers = [Said("note.notebook", where=name)], _code(data)[1]
    if numbers:
        found.append(Said("note.cells_left_out", names=", ".join(map(str, numbers))))
    return found


@lru_cache(maxsize=1)  # callers ask for the program and its notes in turn
def _code(data: bytes) -> tuple[str, list[int]]:
    """
    Return the code cells as one program, and the numbers of those left out.

    A cell that cannot be parsed becomes a comment, unless it defines a function of the
    assignment that no other cell does. So does a statement that nothing needs.
    """
    cells = _cells(data) or []
    whole = _joined(cells)
    if not can_be_parsed(whole):
        return whole, []
    with warnings.catch_warnings(action="ignore"):
        cells = [_read(each) for each in cells]
        hidden = unneeded([each for cell in cells for each in cell.body or []])
    sound = {name for c in cells if c.body is not None for name in c.functions}
    unread = [c.number for c in cells if c.body is None and c.functions <= sound]
    shown = (c._replace(text=_without(c, hidden, c.number in unread)) for c in cells)
    return _joined(shown), unread


@lru_cache(maxsize=1)
def _cells(data: bytes) -> list[CodeCell] | None:
    """Return the Python code cells; None if it is not a notebook."""
    if len(data) > LARGEST_NOTEBOOK or sum(map(data.count, b"[{,")) > MOST_PARTS:
        return None
    try:
        cells = json.loads(data)["cells"]
        sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    except NONSENSE:
        return None
    numbered = (CodeCell(*each) for each in enumerate(sources, start=1))
    return [each for each in numbered if not OTHER_LANGUAGE.match(each.text)]


def _read(cell: CodeCell) -> CodeCell:
    """Return a cell with its statements, if it is Python or IPython."""
    magic = TAKEN.sub(r"\1...  # \2", MAGIC.sub(r"\1pass  # \2", cell.text))
    for text in (cell.text, magic):
        try:
            tree = parse(text)
            compile(tree, "cell", "exec")  # a bare `return`
        except NOT_PYTHON:
            continue
        return cell._replace(text=text, body=tree.body)
    return cell


def _joined(cells: Iterable[CodeCell]) -> str:
    """Return cells as one text: line 5 of cell 3 becomes line 3005, if possible."""
    lines = [HEAD]
    for each in cells:
        if each.text:
            lines += [""] * (CELL_LINES * each.number - len(lines) - 1)
            lines += [f"{CELL_HEADER}{each.number}", *NEWLINE.split(each.text)]
    return "\n".join([*lines, ""])


def _without(cell: CodeCell, hidden: set[ast.stmt], whole: bool) -> str:
    """Return a cell with the lines of some statements, or all lines, as comments."""
    kept, dropped = set[int](), set[int]()
    for each in cell.body or []:
        nodes = [each, *getattr(each, "decorator_list", ())]
        first = min(node.lineno for node in nodes)
        lines = range(first, (each.end_lineno or first) + 1)
        (dropped if each in hidden else kept).update(lines)
    return "\n".join(
        f"# {row}"[:SHOWN].rstrip() if whole or n in dropped - kept else row
        for n, row in enumerate(NEWLINE.split(cell.text), start=1)
    )


def unneeded(body: list[ast.stmt]) -> set[ast.stmt]:
    """Return the statements that make nothing that the assignment's functions use."""
    makers, todo = defaultdict[str, list[ast.stmt]](list), [*NAMES, ALL]
    for each in body:
        asks = "input" in reads(each) and not isinstance(each, DEFINES)
        for name in () if asks or is_future(each) else makes(each):
            makers[name].append(each)
    needed = {each for each in body[:1] if is_future(each)}
    while todo:
        for each in makers.pop(todo.pop(), ()):
            if each not in needed:
                needed.add(each)
                todo += reads(each)
    return {*body} - needed


def is_future(statement: ast.stmt) -> bool:
    """Return whether a statement is `from __future__ import ...`."""
    return getattr(statement, "module", "") == "__future__"


def makes(statement: ast.stmt) -> set[str]:
    """Return the names that a statement binds, or whose values it may change."""
    if isinstance(statement, DEFINES):
        return {statement.name}
    made = set[str]()
    for node in ast.walk(statement):
        match node:
            case ast.alias(name=name, asname=alias):
                made.add(alias or name.partition(".")[0])
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                made.add(name)
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute():
                made.add(base(node))
            case ast.Call(func=ast.Name(id=name), args=args) if name not in HARMLESS:
                made |= {base(each) for each in args}
                made |= {ALL} if name == "exec" else set()
    return made


def reads(statement: ast.stmt) -> set[str]:
    """Return the global names that a statement uses, and names of attributes."""
    module = ast.Module([statement], [])
    names, todo = set[str](), [compile(module, "cell", "exec")]
    while todo:
        code = todo.pop()
        names.update(code.co_names)
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]
    return names


def base(node: ast.AST) -> str:
    """Return the name that `a` is in `a.b[0].c`; empty if it is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return getattr(node, "id", "")
