"""What the cells of a notebook only try out, and nothing else of it needs."""

import ast
import builtins
import sys
from collections import defaultdict
from collections.abc import Iterable, Set
from contextlib import suppress

from noughts.contract import MODULE_NAME, NAMES, PARAMETERS
from noughts.notebooks.asking import DEFINITION, PLAIN, asking
from noughts.notebooks.needed import EntangledError, needed
from noughts.notebooks.used_names import (
    IMPORT,
    UsedNames,
    bound_by,
    called_in,
    unchanging,
    used_names,
)

# Prints, games and files that are written: at home in a notebook.
TRIED = ast.Expr | ast.For | ast.While | ast.With
# A file may have been written by what is left out; only a notebook knows the last.
TRYING = {*PARAMETERS, "input", "open", "get_ipython"}
QUIET = {*dir(builtins), *PLAIN}  # what these call is seen where it is handed on
MOST = 1000  # statements whose names are looked at


def only_tried(cells: Iterable[list[ast.stmt]]) -> set[ast.stmt]:
    """
    Return the statements on which nothing depends that stays.

    Left out is what shows something, what may do anything, and what needs a module that
    is not Python's own; unless it binds or changes a name that is needed by what stays,
    or by the assignment's functions. So are the imports that only these read.
    """
    bodies = list(cells)
    if sum(map(len, bodies)) <= MOST:
        with suppress(EntangledError):
            return _unneeded([row for body in bodies for row in used_names(body)])
    return {each for body in bodies for each in body if _only_shows(each)}


def _unneeded(rows: list[UsedNames]) -> set[ast.stmt]:
    """Return what is left out of these statements, as far as they can be followed."""
    found = asking([row.statement for row in rows])
    asks = {row: found[row.statement] for row in rows if row.statement in found}
    shows = _shows(rows, asks)
    tried = shows | _may_do_anything(rows, shows) | _by_others(rows)
    tried -= needed(rows, (row for row in rows if row not in tried), shows, asks)
    tried -= _taking_all(rows, tried)
    tried -= _binding_first(rows, tried, shows, asks.keys())
    dropped = {n for row in tried for n in row.reads}
    kept = {n for row in rows if row not in tried for n in row.reads | row.later}
    alone = {
        row
        for row in rows
        if isinstance(row.statement, IMPORT)
        and row.binds  # `from x import *` does not say what
        and row.binds <= dropped - kept
    }
    return {row.statement for row in tried | alone}


def _shows(rows: list[UsedNames], asks: dict[UsedNames, bool]) -> set[UsedNames]:
    """
    Return what shows something, and what takes its values from that alone.

    What takes one from what asks is added to that, whatever was there before it.
    """
    tried = {row for row in rows if _only_shows(row.statement)}
    asked, shown, sure = dict[str, bool](), set[str](), set[str]()
    for row in rows:
        if taken := [asked[name] for name in row.reads if name in asked]:
            asks[row] = any(taken) or asks.get(row, False)
        is_shown = not _is_given(row) and any(name in shown for name in row.reads)
        if row in asks or is_shown:
            tried.add(row)
        for name in row.binds:
            asked.pop(name, None)
            if row in asks:
                asked[name] = asks[row]
        if row in tried or _is_foreign(row.statement):
            shown |= row.binds - sure
        else:
            sure |= row.binds
            shown -= row.binds
    return tried


def _may_do_anything(rows: list[UsedNames], shows: set[UsedNames]) -> set[UsedNames]:
    """Return what calls what is not Python's own, or fails, and what rests on it."""
    found, taken = set[UsedNames](), set[str]()
    plain = ast.Assign | ast.AnnAssign | ast.AugAssign
    for row in rows:
        quiet = isinstance(row.statement, plain) and row.calls <= QUIET
        does = row.reads or isinstance(row.statement, ast.Assert)
        if does and not _is_given(row) and (not quiet or row.reads & taken):
            found.add(row)
        if row in shows or row in found:
            taken |= row.binds | row.changes
    return found


def _by_others(rows: list[UsedNames]) -> set[UsedNames]:
    """Return imports that are not Python's own, and the definitions that need them."""
    found = {
        row
        for row in rows
        if _is_foreign(row.statement) and not _only_shows(row.statement) and row.binds
    }
    readers = defaultdict[str, list[UsedNames]](list)
    for row in rows:
        for name in row.reads | row.later if row.defines else ():
            readers[name].append(row)
    todo = [*found]
    while todo:
        for name in todo.pop().binds:
            more = {*readers[name]} - found
            found |= more
            todo.extend(more)
    return found


def _taking_all(rows: list[UsedNames], tried: set[UsedNames]) -> set[UsedNames]:
    """
    Return `from tictactoe import *` if the notebook has not all names of its own.

    After a function of its own, it would put that of another file in its place.
    """
    if bound_by(row for row in rows if row not in tried).issuperset(NAMES):
        return set()
    found = set[UsedNames]()
    for row in rows:
        if row.defines and row.binds & {*PARAMETERS}:
            break
        match row.statement:
            case ast.ImportFrom(names=[ast.alias(name="*")]) if row.beside == [row]:
                found.add(row)
    return found


def _binding_first(
    rows: list[UsedNames],
    tried: set[UsedNames],
    shows: set[UsedNames],
    asks: Set[UsedNames],
) -> set[UsedNames]:
    """
    Return what first binds a name that is unknown otherwise, if it is quick.

    A function that nobody calls may read it, and an unknown name is a remark of style.
    What reads something that is changed by what is left out might fail.
    """
    found, stays = set[UsedNames](), [row for row in rows if row not in tried]
    bound = bound_by(stays) | {*dir(builtins)}
    changed = {name for row in tried for name in row.changes} - unchanging(rows)
    unknown = {name for row in stays for name in row.later} - bound
    for row in rows:
        plain = isinstance(row.statement, ast.Assign | IMPORT) or row not in shows
        quick = row not in asks and "minimax" not in row.calls
        known = row.reads <= bound - changed and row.beside == [row]
        if row in tried and plain and quick and known and row.binds & unknown:
            found.add(row)
            bound |= row.binds
            unknown -= row.binds
    return found


def _is_given(row: UsedNames) -> bool:
    return isinstance(row.statement, DEFINITION | IMPORT)


def _only_shows(statement: ast.stmt) -> bool:
    """Return whether a statement shows something rather than defines it."""
    match statement:
        case ast.Import() | ast.ImportFrom():  # of the file that it has written
            return _modules(statement) == {MODULE_NAME}
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return False
        case ast.Expr(value=ast.Constant()):
            return False  # a docstring
        case ast.Assign(value=ast.Constant(value=value)) if value is ...:
            return True  # what stands for `!ls`
    called = called_in(ast.walk(statement))
    return isinstance(statement, TRIED) or not TRYING.isdisjoint(called)


def _is_foreign(statement: ast.stmt) -> bool:
    """Return whether all that a statement imports is from elsewhere than Python."""
    found = _modules(statement)
    return bool(found) and found.isdisjoint(sys.stdlib_module_names)


def _modules(statement: ast.stmt) -> set[str]:
    """Return the modules that a statement imports, or those that they are in."""
    match statement:
        case ast.Import(names=names):
            return {alias.name.partition(".")[0] for alias in names}
        case ast.ImportFrom(module=str(module), level=0):
            return {module.partition(".")[0]}
    return set()
