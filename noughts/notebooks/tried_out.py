"""What the cells of a notebook only try out, and what the rest of it needs."""

import ast
import builtins
import symtable
import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf
from types import UnionType

from noughts.contract import MODULE_NAME, NAMES, PARAMETERS
from noughts.notebooks.asking import DEFINITION, FUNCTION, PLAIN, asking
from noughts.text import NOT_PYTHON

IMPORT = ast.Import | ast.ImportFrom
# Prints, games and files that are written: at home in a notebook.
TRIED = ast.Expr | ast.For | ast.While | ast.With
# A file may have been written by what is left out; only a notebook knows the last.
TRYING = {*PARAMETERS, "input", "open", "get_ipython"}
# What these are given stays as it is; what others are given may be changed.
HARMLESS = {*PARAMETERS, *dir(builtins), "display"} - {"setattr", "delattr", "next"}
EMPTY = {"list", "dict", "set", "Counter", "OrderedDict", "deque"}  # `list()`
AT_ONCE = ("genexpr", "lambda")  # functions that may be called where they stand
QUIET = {*dir(builtins), *PLAIN}  # what these call is seen where it is handed on
MOST = 1000  # statements whose names are looked at


@dataclass(frozen=True, eq=False)
class UsedNames:
    """What a statement at the top level does with the names there."""

    statement: ast.stmt
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)  # at once
    later: set[str] = field(default_factory=set)  # when what it defines is called
    changes: set[str] = field(default_factory=set)  # what names stand for; or then
    calls: set[str] = field(default_factory=set)  # by the last name: `game.play()`
    beside: "list[UsedNames]" = field(default_factory=list)  # those on the same lines


def only_tried(cells: Iterable[list[ast.stmt]]) -> set[ast.stmt]:
    """
    Return the statements on which nothing else depends, but what only names a value.

    What shows something, or calls what is not Python's own, or takes its values from
    these, is left out, unless a definition, or what the assignment's functions use,
    reads a name which it binds or changes. So is an import for these alone, and a
    definition that needs a module which is not Python's own. What only shows something,
    or takes its values from what does or from such a module, does not define anew what
    is defined. What asks somebody stays only where a name that is needed is bound
    nowhere else: nobody will answer. What may do without asking stays where such a name
    is bound to nothing else, and the functions do not fill it themselves.
    """
    bodies = list(cells)
    if sum(map(len, bodies)) > MOST:
        return {each for body in bodies for each in body if _only_shows(each)}
    rows = [row for body in bodies for row in _rows(body)]
    found = asking([row.statement for row in rows])
    asks = {row: found[row.statement] for row in rows if row.statement in found}
    shows = _shows(rows, asks)
    tried = shows | _may_do_anything(rows, shows) | _by_others(rows)
    _rescue(rows, tried, shows, asks)
    _take_all(rows, tried)
    _bind(rows, tried, shows, asks)
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
    rows, end, beside = list[UsedNames](), -inf, list[UsedNames]()
    for statement in body:
        if statement.lineno > end:
            beside = []
        end = statement.end_lineno or statement.lineno
        rows.append(_names(statement, beside))
        beside.append(rows[-1])
    return rows


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
        for name in row.reads | row.later if _defines(row) else ():
            readers[name].append(row)
    todo = [*found]
    while todo:
        for name in todo.pop().binds:
            more = {*readers[name]} - found
            found |= more
            todo.extend(more)
    return found


def _rescue(
    rows: list[UsedNames],
    tried: set[UsedNames],
    shows: set[UsedNames],
    asks: dict[UsedNames, bool],
) -> None:
    """Take back what something that stays needs, and what that needs in turn."""
    fixed = _bound_by([row for row in rows if row not in shows], DEFINITION | IMPORT)
    unasked = [row for row in rows if row not in asks]
    bound = _bound_by(unasked, ast.stmt)
    classes = _bound_by(rows, ast.ClassDef)
    empty = {
        row
        for row in unasked
        if isinstance(row.statement, ast.Assign | ast.AnnAssign)
        and _is_fresh(row.statement.value, classes | {"defaultdict"})
    }
    filled = _bound_by([row for row in unasked if row not in empty], ast.stmt)
    filled |= {name for row in _used(rows) for name in row.changes} | _numbers(rows)
    bound_anew = [row for row in unasked if row.binds & {*PARAMETERS}]
    filled |= {n for row in bound_anew if not _defines(row) for n in row.reads}
    same = _same(rows) - classes  # `Table.fill()`
    runs = [_run(rows, name) for name in PARAMETERS]
    marks = ({*NAMES} - {*PARAMETERS}) & bound
    made = defaultdict[str, list[UsedNames]](list)
    for row in rows:
        if _defines(row):
            for name in row.binds | _methods(row.statement):
                made[name].append(row)
    makers = defaultdict[str, list[UsedNames]](list)
    changers = defaultdict[str, list[UsedNames]](list)
    callers = defaultdict[tuple[UsedNames, bool], list[UsedNames]](list)
    for row in rows:
        known = set[str]()
        if row in asks:
            known = bound if asks[row] else filled
        again = fixed if row in shows else set[str]()
        for name in row.binds if _defines(row) else row.binds - again - known:
            makers[name].append(row)
        for name in row.changes - (same if row in shows else set()) - known:
            changers[name].append(row)
        named = row.calls if row in shows else row.calls | row.reads  # `map(fill, …)`
        for called in (each for name in named for each in made.get(name, [])):
            if row not in asks:
                callers[called, True].append(row)
            if not asks.get(row):
                callers[called, False].append(row)
    kept, changing = set[UsedNames](), set[tuple[UsedNames, bool]]()
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

    def changes(name: str) -> None:
        """Keep what changes a name that is needed, by the functions it calls, too."""
        rows, is_filled = [*changers[name]], name in filled
        while rows:
            row = rows.pop()
            if (row, is_filled) not in changing:
                changing.add((row, is_filled))
                if name not in marks and not _is_filled_by_all(runs, name, row):
                    rows.extend(callers[row, is_filled])
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
            changes(name)


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


def _bind(
    rows: list[UsedNames],
    tried: set[UsedNames],
    shows: Container[UsedNames],
    asks: Container[UsedNames],
) -> None:
    """
    Take back what first binds a name that is unknown otherwise, if it is quick.

    A function that nobody calls may read it, and an unknown name is a remark of style.
    What reads something that is changed by what is left out might fail.
    """
    stays = [row for row in rows if row not in tried]
    bound = {name for row in stays for name in row.binds} | {*dir(builtins)}
    changed = {name for row in tried for name in row.changes} - _same(rows)
    unknown = {name for row in stays for name in row.later} - bound
    for row in rows:
        plain = isinstance(row.statement, ast.Assign | IMPORT) or row not in shows
        quick = row not in asks and "minimax" not in row.calls
        known = row.reads <= bound - changed and row.beside == [row]
        if row in tried and plain and quick and known and row.binds & unknown:
            tried.remove(row)
            bound |= row.binds
            unknown -= row.binds


def _is_given(row: UsedNames) -> bool:
    return isinstance(row.statement, DEFINITION | IMPORT)


def _defines(row: UsedNames) -> bool:
    return isinstance(row.statement, DEFINITION)


def _bound_by(rows: list[UsedNames], kind: type | UnionType) -> set[str]:
    return {
        name for row in rows if isinstance(row.statement, kind) for name in row.binds
    }


def _same(rows: list[UsedNames]) -> set[str]:
    """Return what is not changed by being handed on: functions, modules, numbers."""
    return _bound_by(rows, DEFINITION | ast.Import) | _numbers(rows)


def _run(rows: list[UsedNames], function: str) -> tuple[set[str], set[str]]:
    """Return what a function reads and what it calls, through others, too; itself."""
    used = _used(rows, [function])
    reads = {name for row in used for name in row.later}
    return reads, {function, *(name for row in used for name in row.calls)}


def _is_filled_by_all(
    runs: list[tuple[set[str], set[str]]], name: str, row: UsedNames
) -> bool:
    """Return whether each function that reads a name calls by itself what fills it."""
    fillers = row.binds | _methods(row.statement)
    readers = [calls for reads, calls in runs if name in reads]
    asked = fillers & {*PARAMETERS} or _asks_for(row.statement, name)
    return bool(asked and readers) and all(calls & fillers for calls in readers)


def _asks_for(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement looks whether a table has something: a memory."""
    for node in ast.walk(statement):
        match node:
            case (
                ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[table])
                | ast.Call(func=ast.Attribute(value=table, attr="get"))
                | ast.Try(body=[ast.Return(value=ast.Subscript() as table), *_])
            ) if name in _base(table):
                return True
    return False


def _used(rows: list[UsedNames], roots: Iterable[str] = PARAMETERS) -> set[UsedNames]:
    """Return what the assignment's functions are and use: they call it themselves."""
    made = {name: row for row in rows if _defines(row) for name in row.binds}
    used, todo = set[UsedNames](), [*roots]
    while todo:
        row = made.get(todo.pop())
        if row and row not in used:
            used.add(row)
            todo.extend(row.later)
    return used


def _methods(statement: ast.stmt) -> set[str]:
    body = statement.body if isinstance(statement, ast.ClassDef) else []
    return {each.name for each in body if isinstance(each, FUNCTION)}


def _numbers(rows: list[UsedNames]) -> set[str]:
    """Return the names that stand for a constant wherever they are bound."""
    plain = [row for row in rows if _is_constant(row.statement)]
    others = {name for row in rows if row not in plain for name in row.binds}
    return {name for row in plain for name in row.binds} - others


def _is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(
        statement.value, ast.Constant
    )


def _is_fresh(value: ast.expr | None, classes: set[str]) -> bool:
    """Return whether something is to be filled: `[]`, `{}`, `None`, `[[]] * 3`."""
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            return all(_is_fresh(each, classes) for each in parts)
        case (
            ast.ListComp(elt=part)
            | ast.DictComp(value=part)
            | ast.BinOp(left=ast.List() as part, op=ast.Mult())
        ):
            return _is_fresh(part, classes)
        case ast.Call(func=ast.Name(id=name), args=parts):
            return name in classes or (name in EMPTY and not parts)
    return isinstance(value, ast.Constant) and value.value is None


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
    return isinstance(statement, TRIED) or not TRYING.isdisjoint(_called(statement))


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
        tree = ast.parse(ast.unparse(statement))
        ToldNames().visit(tree)
        table = symtable.symtable(ast.unparse(tree), "cell", "exec")
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
    names.calls.update(_called(statement))
    return names


class ToldNames(ast.NodeTransformer):
    """Write statements so that `symtable` tells all that they do to names."""

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt]:
        """
        Return `n += 1` and `del n` after an `n`: they are told as binding it alone.

        Since Python 3.12 only a generator, of all comprehensions, has names of its own.
        """
        self.generic_visit(node)
        match node:
            case ast.AugAssign():
                return [ast.Expr(node.target), node]
            case ast.Delete():
                return [*map(ast.Expr, node.targets), node]
            case ast.ListComp() | ast.SetComp():
                return ast.GeneratorExp(node.elt, node.generators)
            case ast.DictComp():
                both = ast.Tuple([node.key, node.value], ast.Load())
                return ast.GeneratorExp(both, node.generators)
        return node


def _called(tree: ast.AST) -> Iterator[str]:
    """Yield the last names of all that is called: `play()`, `game.play()`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name


def _look_into(
    table: symtable.SymbolTable, names: UsedNames, defined: bool, later: bool = False
) -> None:
    """Note what a function or a class inside a statement does with names outside."""
    kind = table.get_type()
    if defined and kind == "function":
        later = later or table.get_name() not in AT_ONCE
    for symbol in table.get_symbols():
        # In a class, `n = n` reads the `n` outside.
        if symbol.is_referenced() and (symbol.is_global() or kind == "class"):
            (names.later if later else names.reads).add(symbol.get_name())
        if symbol.is_declared_global() and symbol.is_assigned():
            names.changes.add(symbol.get_name())
            if not defined:  # `[last := n for n in values]`
                names.binds.add(symbol.get_name())
    for child in table.get_children():
        _look_into(child, names, defined, later)


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
