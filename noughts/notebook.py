"""
A notebook as a program: its code cells, without what only shows something.

Left out is what only shows: an expression, a loop, `with`, `assert`, an import of what
is not Python's, and whatever calls a function of the assignment or asks for input.
Unless a function of the assignment needs what it makes. What reads what is left out is
left out, too. What fails nevertheless is passed over where the program is run.
"""

import ast
import builtins
import json
import re
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from noughts.contract import (
    CELL,
    LARGEST_FILE,
    LARGEST_NOTEBOOK,
    MODULE_NAME,
    NAMES,
    PARAMETERS,
)
from noughts.text import NONSENSE, NOT_PYTHON, can_be_parsed, parse
from noughts.words.said import Said

DEFINITION = re.compile(rf"^def ({'|'.join(PARAMETERS)})\b", re.MULTILINE)
FUNCTION = re.compile(DEFINITION.pattern.encode(), re.MULTILINE)
OTHER_LANGUAGE = re.compile(  # a cell that is not Python's: "%%bash"
    r"\s*%%(?!(time|capture|prun)\b|(write)?file\s.*tictactoe\.py\s*$)", re.MULTILINE
)
MAGIC = re.compile(r"^([^\S\n]*)([%!?,;/].*|.*\?)$", re.MULTILINE)  # `%time`, `!ls`
TAKEN = re.compile(r"^([^#'\"\n]*=[^\S\n]*)([%!].*)$", re.MULTILINE)  # `files = !ls`
MOST_PARTS = 1_000_000  # of its JSON, each of which takes some 100 bytes of memory
MOST_NAMED = 100  # cells that a note names
SHOWN = 72  # characters of a line that is left out
SHOWS = ast.Expr | ast.For | ast.While | ast.With | ast.Assert
DEFINES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
ASKS = {"input", "open", "get_ipython"}  # which have no answer where it is judged
TRIES = {*PARAMETERS, *ASKS}
HARMLESS = {*TRIES, *dir(builtins)}  # whose calls change none of their arguments


class CodeCell(NamedTuple):
    """A code cell, as Python has it."""

    number: int  # of all code cells, from 1
    text: str
    body: list[ast.stmt] | None = None  # None: it was not parsed, or cannot be

    @property
    def functions(self) -> set[str]:
        """The functions of the assignment that it defines."""
        return set(DEFINITION.findall(self.text))


def is_notebook(data: bytes) -> bool:
    """Return whether a file is a notebook, whatever its name says."""
    return _cells(data) is not None


def is_readable(data: bytes) -> bool:
    """Return whether there is nothing, a notebook, or the program itself in a file."""
    return not data or is_notebook(data) or bool(FUNCTION.search(data))


def program(data: bytes) -> bytes:
    """Return the program in a file: a notebook's code, or what is there."""
    return code(data).encode("utf-8", "replace") if is_notebook(data) else data


def code(data: bytes) -> str:
    """
    Return the code cells of a notebook as one program.

    Left out, as comments, are cells that Python cannot read, unless they alone define a
    function of the assignment, and statements that only show something.
    """
    cells, unread = _parsed(data)
    tried = only_tried([each for cell in cells for each in cell.body or []])
    return _joined(
        cell._replace(text=_without(cell, tried, cell.number in unread))
        for cell in cells
    )


def notes(data: bytes, name: str) -> list[Said]:
    """Return what to say of what is judged of a notebook; nothing if it is none."""
    if not is_notebook(data):
        return []
    unread = list(map(str, _parsed(data)[1]))
    more = len(unread) - MOST_NAMED
    told = ", ".join(unread[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")
    judged = Said("note.notebook", where=name)
    return [judged, Said("note.cells_left_out", names=told)] if told else [judged]


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
    """Return the cells as Python has them, and the numbers of those to leave out."""
    cells = _cells(data) or []
    if not can_be_parsed(whole := _joined(cells)) or len(whole) > LARGEST_FILE:
        return cells, []
    cells = [_read(each) for each in cells]
    sound = {name for c in cells if c.body is not None for name in c.functions}
    return cells, [c.number for c in cells if c.body is None and c.functions <= sound]


def _read(cell: CodeCell) -> CodeCell:
    """Return a cell with its statements, if it is Python's, or IPython's."""
    magic = TAKEN.sub(r"\1...  # \2", MAGIC.sub(r"\1pass  # \2", cell.text))
    for text in (cell.text, magic):
        try:
            with warnings.catch_warnings(action="ignore"):
                tree = parse(text)
                compile(text, "cell", "exec", dont_inherit=True)  # a bare `return`
        except NOT_PYTHON:
            continue
        return cell._replace(text=text, body=tree.body)
    return cell


def _joined(cells: Iterable[CodeCell]) -> str:
    """Return cells as one text, in which each is told by its number."""
    return "".join(f"{CELL}{each.number}\n{each.text}\n" for each in cells if each.text)


def _without(cell: CodeCell, tried: set[ast.stmt], whole: bool) -> str:
    """Return a cell with the lines as comments that only try something out."""
    kept, hidden = set[int](), set[int]()
    for each in cell.body or []:
        lines = range(each.lineno, (each.end_lineno or each.lineno) + 1)
        (hidden if each in tried else kept).update(lines)
    return "\n".join(
        f"# {row}"[:SHOWN].rstrip() if whole or n in hidden - kept else row
        for n, row in enumerate(re.split("\r\n?|\n", cell.text), start=1)
    )


def only_tried(body: list[ast.stmt]) -> set[ast.stmt]:
    """Return the statements that only show something, and make nothing needed."""
    makers, todo = defaultdict[str, list[ast.stmt]](list), [*NAMES]
    for each in body:
        if isinstance(each, DEFINES) or ASKS.isdisjoint(called(each)):
            for name in makes(each):
                makers[name].append(each)
    tried, needed = {each for each in body if shows(each)}, set[ast.stmt]()
    while todo:  # from the assignment's functions to all that makes what they read
        for each in makers.pop(todo.pop(), ()):
            if each not in needed:
                needed.add(each)
                todo += reads(each)
    tried -= needed
    tried |= {each for each in body[1:] if modules_in(each) == {"__future__"}}
    bound = {name for each in body if each not in tried for name in makes(each)}
    bound |= {*dir(builtins), "__name__", "__file__"}
    for each in body:  # what reads what is left out would fail
        if each in needed or isinstance(each, DEFINES):
            continue
        if not reads(each) <= bound:
            tried.add(each)
            bound -= makes(each)
    return tried


def shows(statement: ast.stmt) -> bool:
    """Return whether a statement shows something rather than defines it."""
    if isinstance(statement, DEFINES):
        return False
    if named := modules_in(statement):
        return named == {MODULE_NAME} or named.isdisjoint(sys.stdlib_module_names)
    if isinstance(statement, SHOWS):
        return not isinstance(getattr(statement, "value", None), ast.Constant)
    return not TRIES.isdisjoint(called(statement))


def called(statement: ast.stmt) -> set[str]:
    """Return the names of what a statement calls."""
    calls = (n.func for n in ast.walk(statement) if isinstance(n, ast.Call))
    return {getattr(f, "id", getattr(f, "attr", "")) for f in calls}


def modules_in(statement: ast.stmt) -> set[str]:
    """Return the modules that an import names, without what is below them."""
    match statement:
        case ast.Import(names=aliases):
            return {alias.name.partition(".")[0] for alias in aliases}
        case ast.ImportFrom(module=module):
            return {(module or "").partition(".")[0]}
    return set()


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
    return made


def reads(statement: ast.stmt) -> set[str]:
    """Return the names that a statement reads, but parameters of functions in it."""
    nodes = list(ast.walk(statement))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names - {node.arg for node in nodes if isinstance(node, ast.arg)}


def base(node: ast.AST) -> str:
    """Return the name that `a` is in `a.b[0].c`; empty if it is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return getattr(node, "id", "")
