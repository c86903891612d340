"""
What the source of an engine says about its search, read without running it.

Alpha-beta has a shape: a function that calls itself, directly or by way of another,
hands two bounds on, and stops early when a value passes one of them.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.words import Words

# Of a file beyond these nothing, or only the beginning, is read: reading must end.
LONGEST, MOST_FUNCTIONS = 40_000, 50


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
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def stops_in(tree: ast.Module) -> list[EarlyStop]:
    """Return where a syntax tree reads like alpha-beta."""
    return [stop for stop, _ in _found(tree)]


def disarmed(tree: ast.Module) -> str:
    """Return the source with every such comparison taken for false: nothing is cut."""
    tests = {id(test) for _, test in _found(tree)}

    class Disarm(ast.NodeTransformer):
        def visit_Compare(self, node: ast.Compare) -> ast.AST:
            return ast.Constant(False) if id(node) in tests else node

    changed = ast.fix_missing_locations(Disarm().visit(tree))
    return ast.unparse(changed)


def _found(tree: ast.Module) -> Iterator[tuple[EarlyStop, ast.AST]]:
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
    return {
        node.name: _Function(
            node, list(_calls(node)), set().union(*map(_compared, ast.walk(node)))
        )
        for node in nodes[:MOST_FUNCTIONS]
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


def _stops(
    function: _Function, circle: dict[str, _Function]
) -> Iterator[tuple[EarlyStop, ast.AST]]:
    """Yield where a function, which calls itself in a circle, stops early."""
    bounds = _bounds(function, circle)
    if len(bounds) < 2 or not any(_narrows(f.node, bounds) for f in circle.values()):
        return
    for node in ast.walk(function.node):
        if isinstance(node, ast.If) and _leaves(node.body):
            for test in ast.walk(node.test):
                if _compared(test) & set(bounds):
                    said = ast.unparse(test)
                    stop = EarlyStop(function.node.name, bounds, node.lineno, said)
                    yield stop, test


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
    parameters = [argument.arg for argument in function.node.args.args]
    return tuple(name for name in parameters if name in handed & compared)


def _calls(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    """Yield the names that a function calls, each with the names handed on."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            yield node.func.id, set().union(*map(_handed, arguments))


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
    return any(isinstance(statement, ast.Break | ast.Return) for statement in body)
