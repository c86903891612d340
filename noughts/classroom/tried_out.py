"""What the cells of a notebook only try out, and what the rest of it needs."""

import ast
import builtins
import symtable
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from types import UnionType

from noughts.contract import MODULE_NAME, NAMES, PARAMETERS
from noughts.text import NOT_PYTHON

DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
IMPORT = ast.Import | ast.ImportFrom
# Prints, games and files that are written: at home in a notebook.
TRIED = ast.Expr | ast.For | ast.While | ast.With
ASKING = {*PARAMETERS, "input", "get_ipython"}  # only a notebook knows the last
# What these are given stays as it is; what others are given may be changed.
HARMLESS = {*PARAMETERS, *dir(builtins), "display"} - {"setattr", "delattr", "next"}
MOST = 1000  # statements whose names are looked at


@dataclass(frozen=True, eq=False)
class UsedNames:
    """What a statement at the top level does with the names there."""

    statement: ast.stmt
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)  # at once
    later: set[str] = field(default_factory=set)  # when what it defines is called
    changes: set[str] = field(default_factory=set)  # what names stand for; or then
    calls: set[str] = field(default_factory=set)
    beside: "list[UsedNames]" = field(default_factory=list)  # those on the same lines


def only_tried(cells: Iterable[list[ast.stmt]]) -> set[ast.stmt]:
    """
    Return the statements that show something and on which nothing else depends.

    One that only shows, or takes its values from such a one, is left out unless
    something that stays, and that the assignment's functions or the file itself use,
    reads a name which it binds or changes. So is an import for these alone, and what
    takes its values from a module that is not Python's own.
    """
    bodies = list(cells)
    if sum(map(len, bodies)) > MOST:
        return {each for body in bodies for each in body if _only_shows(each)}
    rows = [row for body in bodies for row in _rows(body)]
    tried = _shows(rows)
    _rescue(rows, tried)
    _take_all(rows, tried)
    _bind(rows, tried)
    dropped = {n for row in tried for n in row.reads}
    kept = {n for row in rows if row not in tried for n in row.reads | row.later}
    alone = [
        row
        for row in rows
        if isinstance(row.statement, IMPORT)
        and row.binds  # `from x import *` does not say what
        and row.binds <= dropped - kept
    ]
    return {row.statement for row in (*tried, *alone)}


def _rows(body: list[ast.stmt]) -> list[UsedNames]:
    """Return the statements of a cell; `X = "X"; print(X)` is left out as a whole."""
    rows, end, beside = list[UsedNames](), -1, list[UsedNames]()
    for statement in body:
        if statement.lineno > end:
            beside = []
        end = statement.end_lineno or statement.lineno
        rows.append(_names(statement, beside))
        beside.append(rows[-1])
    return rows


def _shows(rows: list[UsedNames]) -> set[UsedNames]:
    """Return what shows something, and what takes its values from that alone."""
    tried = {row for row in rows if _only_shows(row.statement)}
    doubtful = tried.union(row for row in rows if _is_foreign(row.statement))
    sure = Counter(name for row in rows if row not in doubtful for name in row.binds)
    shown = set[str]()
    for row in rows:
        defines = isinstance(row.statement, DEFINITION | IMPORT)
        if row not in tried and not defines and any(n in shown for n in row.reads):
            tried.add(row)
            doubtful.add(row)
            sure -= Counter(row.binds)
        shown -= sure.keys()
        if row in doubtful:
            shown |= row.binds - sure.keys()
    return tried


def _rescue(rows: list[UsedNames], tried: set[UsedNames]) -> None:
    """Take back what something that stays needs, and what that needs in turn."""
    fixed = _bound_by([row for row in rows if row not in tried], DEFINITION | IMPORT)
    # Neither a function, a module nor a number is changed by being handed on.
    same = _bound_by(rows, DEFINITION | ast.Import) | _numbers(rows)
    made = {name: row for row in rows if _defines(row) for name in row.binds}
    makers = defaultdict[str, list[UsedNames]](list)
    changers = defaultdict[str, list[UsedNames]](list)
    callers = defaultdict[UsedNames, list[UsedNames]](list)
    for row in rows:
        for name in row.binds if _defines(row) else row.binds - fixed:
            makers[name].append(row)
        for name in row.changes - same:
            changers[name].append(row)
        for name in row.calls & made.keys() - {*PARAMETERS}:
            callers[made[name]].append(row)
    kept, changing = set[UsedNames](), set[UsedNames]()
    needed, todo = set[str](), [*NAMES]

    def stays(row: UsedNames) -> None:
        if row not in kept:
            kept.update(row.beside)
            for each in row.beside:
                tried.discard(each)
                todo.extend(each.reads)

    def makes(row: UsedNames) -> None:
        todo.extend(row.later)
        if row in tried:
            stays(row)

    def changes(rows: list[UsedNames]) -> None:
        """Keep what changes a name that is needed, by the functions it calls, too."""
        rows = [*rows]
        while rows:
            row = rows.pop()
            if row not in changing:
                changing.add(row)
                rows.extend(callers[row])
                if not _defines(row):
                    makes(row)

    for row in rows:
        if row not in tried:
            stays(row)
    while todo:
        name = todo.pop()
        if name not in needed:
            needed.add(name)
            for row in makers[name]:
                makes(row)
            changes(changers[name])


def _take_all(rows: list[UsedNames], tried: set[UsedNames]) -> None:
    """
    Take back `from tictactoe import *` if the notebook has not all names of its own.

    After a function of its own, it would put that of another file in its place.
    """
    bound = {name for row in rows if row not in tried for name in row.binds}
    if bound.issuperset(NAMES):
        return
    before = takewhile(
        lambda row: not (_defines(row) and row.binds & {*PARAMETERS}), rows
    )
    for row in before:
        match row.statement:
            case ast.ImportFrom(names=[ast.alias(name="*")]) if row.beside == [row]:
                tried.discard(row)


def _bind(rows: list[UsedNames], tried: set[UsedNames]) -> None:
    """
    Take back what first binds a name that is unknown otherwise, if it is quick.

    A function that nobody calls may read it, and an unknown name is a remark of style.
    """
    stays = [row for row in rows if row not in tried]
    bound = {name for row in stays for name in row.binds} | {*dir(builtins)}
    unknown = {name for row in stays for name in row.later} - bound
    for row in rows:
        plain = isinstance(row.statement, ast.Assign | IMPORT) and row.beside == [row]
        quick = "minimax" not in row.calls and row.reads <= bound
        if row in tried and plain and quick and row.binds & unknown:
            tried.remove(row)
            bound |= row.binds
            unknown -= row.binds


def _defines(row: UsedNames) -> bool:
    return isinstance(row.statement, DEFINITION)


def _bound_by(rows: list[UsedNames], kind: UnionType) -> set[str]:
    return {
        name for row in rows if isinstance(row.statement, kind) for name in row.binds
    }


def _numbers(rows: list[UsedNames]) -> set[str]:
    """Return the names that stand for a constant wherever they are bound."""
    plain = [row for row in rows if _is_constant(row.statement)]
    others = {name for row in rows if row not in plain for name in row.binds}
    return {name for row in plain for name in row.binds} - others


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(
        statement.value, ast.Constant
    )


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
    return isinstance(statement, TRIED) or any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ASKING
        for node in ast.walk(statement)
    )


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


def _names(statement: ast.stmt, beside: list[UsedNames]) -> UsedNames:
    """Return what a statement does; all that it mentions, where Python cannot say."""
    names = UsedNames(statement, beside=beside)
    try:
        table = symtable.symtable(ast.unparse(statement), "cell", "exec")
    except NOT_PYTHON:
        named = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
        names.binds.update(named)
        names.reads.update(named)
    else:
        for symbol in table.get_symbols():
            bound = symbol.is_assigned() or symbol.is_imported()
            if bound:
                names.binds.add(symbol.get_name())
            if symbol.is_referenced():
                names.reads.add(symbol.get_name())
        for child in table.get_children():
            _look_into(child, names, isinstance(statement, DEFINITION))
    outside = names.reads | names.later | names.binds
    names.changes.update({*_changed(statement)} & outside)
    names.calls.update(
        node.func.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    return names


def _look_into(table: symtable.SymbolTable, names: UsedNames, defined: bool) -> None:
    """Note what a function or a class inside a statement does with names outside."""
    later = defined and table.get_type() == "function"
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            (names.later if later else names.reads).add(symbol.get_name())
        if symbol.is_declared_global() and symbol.is_assigned():
            names.changes.add(symbol.get_name())
    for child in table.get_children():
        _look_into(child, names, defined)


def _changed(statement: ast.stmt) -> Iterator[str]:
    """Yield the names whose values a statement may change: `LINES.append(line)`."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(
            node.ctx, ast.Load
        ):
            yield from _base(node)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield from _base(node.func.value)
            elif isinstance(node.func, ast.Name) and node.func.id in HARMLESS:
                continue
            for each in (*node.args, *(word.value for word in node.keywords)):
                yield from _base(each)


def _base(node: ast.expr) -> Iterator[str]:
    """Yield the name at the beginning of `name[0].part`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
