"""
What the source of an engine says about its search, read without running it.

Alpha-beta has a shape: a function that calls itself, directly or by way of another,
hands two bounds on, and stops early when a value passes one of them.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple

from noughts.text import NOT_PYTHON
from noughts.words import Words

# Of a file beyond these nothing, or only the beginning, is read: reading must end.
LONGEST, MOST_FUNCTIONS = 40_000, 50
BUILTINS = frozenset(vars(builtins))

# What stands in the place of a node: another one, or several statements.
Change = Mapping[ast.AST, ast.AST | list[ast.stmt]]


class EarlyStop(NamedTuple):
    """A place where a recursive search with two bounds stops early."""

    function: str
    bounds: tuple[str, ...]  # the parameters that it hands on
    line: int
    test: str  # the comparison, as it is written

    def text(self, say: Words) -> str:
        """Return the place in a sentence."""
        return say(
            "observe.stops", **self._asdict() | {"bounds": say.listed([*self.bounds])}
        )


# A stop, the comparison, and what that must always be for nothing to be cut.
Found = tuple[EarlyStop, ast.Compare, bool]


class _Function(NamedTuple):
    """What matters here about a function."""

    node: ast.FunctionDef
    calls: list[tuple[str, set[str]]]  # the name called, the names handed on to it
    compared: set[str]


def early_stops(source: str | bytes) -> list[EarlyStop]:
    """
    Return where the source reads like alpha-beta, in functions that minimax leads to.

    Nothing if it does not compile. Where the file has no minimax, all functions count.
    """
    if len(source) > LONGEST:
        return []
    try:
        return stops_in(ast.parse(source))
    except NOT_PYTHON:
        return []


def stops_in(tree: ast.Module) -> list[EarlyStop]:
    """Return where a syntax tree reads like alpha-beta."""
    return [stop for stop, _, _ in _found(tree)]


def recursive(tree: ast.Module) -> set[str]:
    """
    Return the functions that minimax leads to, and that lead back to themselves.

    Those within others and methods are among them, whoever calls them.
    """
    functions = _functions(tree)
    reach = {name: _reach(name, functions) for name in functions}
    called = {"minimax", *reach.get("minimax", ())}
    return {name for name in called & reach.keys() if name in reach[name]}


def disarming(tree: ast.Module) -> Change:
    """Return the change that makes every such comparison inert: nothing is cut."""
    return {test: ast.Constant(goes_on) for _, test, goes_on in _found(tree)}


def rewritten(tree: ast.Module, change: Change) -> str:
    """Return the source with some nodes replaced; the tree stays as it is."""
    before = list[tuple[ast.AST, str, object]]()
    for old, new in change.items():
        _place(new if isinstance(new, list) else [new], getattr(old, "lineno", 1))
    try:
        for parent in list(ast.walk(tree)):
            for name, value in ast.iter_fields(parent):
                new = _replaced(value, change)
                if new is not value:
                    before.append((parent, name, value))
                    setattr(parent, name, new)
        return ast.unparse(tree)
    finally:
        for parent, name, value in before:
            setattr(parent, name, value)


def _place(nodes: Iterable[ast.AST], line: int) -> None:
    """Give new nodes a line: a tree is written down by lines."""
    for node in (n for each in nodes for n in ast.walk(each)):
        if "lineno" in node._attributes and not hasattr(node, "lineno"):
            ast.copy_location(node, ast.Pass(lineno=line, col_offset=0))


def _replaced(value: Any, change: Change) -> Any:
    """Return what stands in a field of a node, some nodes replaced."""
    if isinstance(value, ast.AST):
        return change.get(value, value)
    if not isinstance(value, list) or not any(each in change for each in value):
        return value
    new = [change.get(each, each) for each in value]
    return [n for each in new for n in (each if isinstance(each, list) else [each])]


def _found(tree: ast.Module) -> Iterator[Found]:
    functions = _functions(tree)
    reach = {name: _reach(name, functions) for name in functions}
    called = (
        {"minimax", *reach["minimax"]} if "minimax" in functions else set(functions)
    )
    for name, function in functions.items():
        if name in called:
            circle = {n: functions[n] for n in reach[name] if name in reach[n]}
            yield from _stops(function, circle)


def _functions(tree: ast.Module) -> dict[str, _Function]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    known = {node.name: node for node in nodes[:MOST_FUNCTIONS]}
    kept = _kept(tree, known.keys())
    return {
        name: _Function(
            node,
            [*_calls(node, known.keys(), kept)],
            set().union(*map(_compared, ast.walk(node))),
        )
        for name, node in known.items()
    }


def _reach(start: str, functions: dict[str, _Function]) -> set[str]:
    """Return the functions to which calls lead from one of them."""
    found: set[str] = set()
    todo = [start]
    while todo:
        called = {callee for callee, _ in functions[todo.pop()].calls}
        new = called & functions.keys() - found
        found |= new
        todo += new
    return found


def _stops(function: _Function, circle: dict[str, _Function]) -> Iterator[Found]:
    """Yield where a function, which calls itself in a circle, stops early."""
    bounds = _bounds(function, circle)
    if len(bounds) < 2 or not any(_narrows(f.node, bounds) for f in circle.values()):
        return
    for node in ast.walk(function.node):
        goes_on = isinstance(node, ast.While)
        if isinstance(node, ast.While | ast.If) and (goes_on or _leaves(node.body)):
            for test in ast.walk(node.test):
                if isinstance(test, ast.Compare) and _compared(test) & set(bounds):
                    said = "not " * goes_on + ast.unparse(test)
                    stop = EarlyStop(function.node.name, bounds, node.lineno, said)
                    yield stop, test, goes_on


def _narrows(function: ast.FunctionDef, bounds: tuple[str, ...]) -> bool:
    """Return whether a bound is moved: else stopping at it is stopping at a win."""
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if name in bounds:
                return True
            case ast.Call(args=arguments, keywords=named):
                for argument in [*arguments, *(each.value for each in named)]:
                    plain = isinstance(argument, ast.Name)
                    if not plain and _handed(argument) & set(bounds):
                        return True
    return False


def _bounds(function: _Function, circle: dict[str, _Function]) -> tuple[str, ...]:
    """Return the parameters that are handed on, and compared somewhere on the way."""
    handed = {
        name for callee, names in function.calls if callee in circle for name in names
    }
    compared = {name for other in circle.values() for name in other.compared}
    given = function.node.args
    parameters = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return tuple(name for name in parameters if name in handed & compared)


def _calls(
    function: ast.FunctionDef, known: Set[str], kept: Set[str]
) -> Iterator[tuple[str, set[str]]]:
    """
    Yield the functions that one may call, each with the names handed on.

    A method is known by its name. What is called by another name, or chosen on the spot
    - `TURN[mark](board, alpha, beta)` - may be any function that is kept somewhere.
    """
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            handed = set().union(*map(_handed, arguments))
            for name in _called(node.func, known) or kept:
                yield name, handed
    for name in _mentioned(function, known) - {function.name}:
        yield name, set()


def _called(called: ast.expr, known: Set[str]) -> Set[str]:
    """Return the functions that an expression, which is called, can be seen to be."""
    match called:
        case ast.Name(id=name) if name in known or name in BUILTINS:
            return {name}
        case ast.Attribute(attr=name):
            return {name}
        case ast.IfExp(body=one, orelse=other):
            return _called(one, known) | _called(other, known)
    return set()


def _mentioned(within: ast.AST, known: Set[str]) -> set[str]:
    """Return the functions whose names are read somewhere, to be called or kept."""
    names = (node for node in ast.walk(within) if isinstance(node, ast.Name))
    return {n.id for n in names if n.id in known and isinstance(n.ctx, ast.Load)}


def _kept(tree: ast.AST, known: Set[str]) -> set[str]:
    """Return the functions whose names are read other than to call them."""
    nodes = list(ast.walk(tree))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    names = (n for n in nodes if isinstance(n, ast.Name) and id(n) not in called)
    return {each.id for each in names if each.id in known}


def _handed(argument: ast.expr) -> set[str]:
    """Return the names that an argument hands on: beta, -beta, max(alpha, best)."""
    match argument:
        case ast.Name():
            return {argument.id}
        case ast.UnaryOp(op=ast.USub()):
            return _handed(argument.operand)
        case ast.Call(func=ast.Name(id="max" | "min")):
            return _names(argument.args)
    return set()


def _compared(node: ast.AST) -> set[str]:
    """Return the two names that are compared here by size: v >= beta, max(alpha, v)."""
    match node:
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            sides = _names([node.left, *node.comparators])
        case ast.Call(func=ast.Name(id="max" | "min")):
            sides = _names(node.args)
        case _:
            return set()
    return sides if len(sides) == 2 else set()


def _names(expressions: Iterable[ast.expr]) -> set[str]:
    return {e.id for e in expressions if isinstance(e, ast.Name)}


def _leaves(body: list[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Break | ast.Return | ast.Raise) for each in body)
