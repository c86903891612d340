"""What each statement of a notebook does with names, as Python's own tables tell it."""

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from types import UnionType

from noughts.contract import PARAMETERS
from noughts.notebooks.asking import DEFINITION, FUNCTION
from noughts.text import NOT_PYTHON

IMPORT = ast.Import | ast.ImportFrom
# What these are given stays as it is; what others are given may be changed.
HARMLESS = {*PARAMETERS, *dir(builtins), "display"} - {"setattr", "delattr", "next"}
AT_ONCE = ("genexpr", "lambda")  # functions that may be called where they stand


@dataclass(frozen=True, eq=False)
class UsedNames:
    """What a statement at the top level does with the names there."""

    statement: ast.stmt
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)  # at once
    later: set[str] = field(default_factory=set)  # when what it defines is called
    changes: set[str] = field(default_factory=set)  # what names stand for; or then
    calls: set[str] = field(default_factory=set)  # by the last name: `game.play()`
    looks_into: set[str] = field(default_factory=set)  # tables: `if key in memory`
    beside: "list[UsedNames]" = field(default_factory=list)  # on its lines, and itself

    @property
    def defines(self) -> bool:
        """Whether it is a function or a class."""
        return isinstance(self.statement, DEFINITION)

    @property
    def methods(self) -> set[str]:
        """The methods of a class."""
        body = self.statement.body if isinstance(self.statement, ast.ClassDef) else []
        return {each.name for each in body if isinstance(each, FUNCTION)}

    @property
    def assigned(self) -> ast.expr | None:
        """The value that is given to a name, if that is all it does."""
        match self.statement:
            case ast.Assign(value=value) | ast.AnnAssign(value=value):
                return value
        return None


def used_names(body: list[ast.stmt]) -> list[UsedNames]:
    """Return the statements of a cell; `X = "X"; print(X)` is left out as a whole."""
    rows, end, beside = list[UsedNames](), -inf, list[UsedNames]()
    for statement in body:
        if statement.lineno > end:
            beside = []
        end = statement.end_lineno or statement.lineno
        rows.append(_names(statement, beside))
        beside.append(rows[-1])
    return rows


def bound_by(rows: Iterable[UsedNames], kind: type | UnionType = ast.stmt) -> set[str]:
    """Return the names that statements of a kind bind."""
    return {
        name for row in rows if isinstance(row.statement, kind) for name in row.binds
    }


def numbers(rows: list[UsedNames]) -> set[str]:
    """Return the names that stand for a constant wherever they are bound."""
    others = [row for row in rows if not isinstance(row.assigned, ast.Constant)]
    return bound_by(rows) - bound_by(others)


def unchanging(rows: list[UsedNames]) -> set[str]:
    """Return what is not changed by being handed on: functions, modules, numbers."""
    return bound_by(rows, DEFINITION | ast.Import) | numbers(rows)


def called_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the last names of all that is called: `play()`, `game.play()`."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name


def _names(statement: ast.stmt, beside: list[UsedNames]) -> UsedNames:
    """Return what a statement does; all that it mentions, where Python cannot say."""
    names = UsedNames(statement, beside=beside)
    try:
        tree = ast.parse(ast.unparse(statement))
        ToldNames().visit(tree)
        table = symtable.symtable(ast.unparse(tree), "cell", "exec")
    except NOT_PYTHON:
        named = _mentioned(statement)
        names.binds.update(named)
        names.reads.update(named)
    else:
        for symbol in table.get_symbols():
            if symbol.is_assigned() or symbol.is_imported():
                names.binds.add(symbol.get_name())
            if symbol.is_referenced():
                names.reads.add(symbol.get_name())
        for child in table.get_children():
            _look_inside(child, names)
    names.reads.difference_update(_bound_anew(statement)[0])
    outside = names.reads | names.later | names.binds
    nodes = list(ast.walk(statement))
    names.changes.update({*_changed(nodes)} & outside)
    names.calls.update(called_in(nodes))
    names.looks_into.update(_looked_into(nodes))
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


def _bound_anew(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """Return the names that a loop gives values before it reads them, and the rest."""
    if not isinstance(statement, ast.For):
        return set(), _mentioned(statement)
    read = _mentioned(statement.iter, *statement.orelse)
    target = _mentioned(statement.target)
    own, rest = target - read, read | target
    for each in statement.body:
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                inner, more = {name}, _mentioned(value)
                read |= more - own
                own |= inner - read
            case _:
                inner, more = _bound_anew(each)
                read |= more - own
        rest |= inner | more
    return own, rest - own


def _mentioned(*nodes: ast.AST) -> set[str]:
    """Return all names that are there."""
    walked = (node for each in nodes for node in ast.walk(each))
    return {node.id for node in walked if isinstance(node, ast.Name)}


def _look_inside(
    table: symtable.SymbolTable, names: UsedNames, later: bool = False
) -> None:
    """Note what a function or a class inside a statement does with names outside."""
    kind = table.get_type()
    if names.defines and kind == "function":
        later = later or table.get_name() not in AT_ONCE
    for symbol in table.get_symbols():
        # In a class, `n = n` reads the `n` outside.
        if symbol.is_referenced() and (symbol.is_global() or kind == "class"):
            (names.later if later else names.reads).add(symbol.get_name())
        if symbol.is_declared_global() and symbol.is_assigned():
            names.changes.add(symbol.get_name())
            if not names.defines:  # `[last := n for n in values]`
                names.binds.add(symbol.get_name())
    for child in table.get_children():
        _look_inside(child, names, later)


def _changed(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names whose values a statement may change: `LINES.append(line)`."""
    for node in nodes:
        match node:
            case (
                ast.Attribute(ctx=ast.Store() | ast.Del())
                | ast.Subscript(ctx=ast.Store() | ast.Del())
            ):
                yield from _base(node)
            case ast.Call(func=ast.Name(id=name)) if name in HARMLESS:
                pass
            case ast.Call(func=called, args=given, keywords=named):
                if isinstance(called, ast.Attribute):
                    yield from _base(called)
                for each in (*given, *(word.value for word in named)):
                    yield from _base(each)


def _looked_into(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names of tables that are asked whether they have something."""
    for node in nodes:
        match node:
            case (
                ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[table])
                | ast.Call(func=ast.Attribute(value=table, attr="get"))
                | ast.Try(body=[ast.Return(value=ast.Subscript() as table), *_])
            ):
                yield from _base(table)


def _base(node: ast.expr) -> Iterator[str]:
    """Yield the name at the beginning of `name[0].part`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
