"""
What the source of an engine says about its search, read without running it.

Alpha-beta has a shape: a function that calls itself, directly or by way of another,
hands two bounds on, and stops early when a value passes one of them.
"""

import ast
import builtins
from collections import deque
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeGuard

from noughts.text import NOT_PYTHON, can_be_parsed
from noughts.words import Words

# Of a file beyond these nothing, or only the beginning, is read: reading must end.
MOST_FUNCTIONS = 50
MOST_AROUND = 4  # functions around one: each is read with all that is in it
CHOSEN = ""  # in the place of the name of what is chosen on the spot
BUILTINS = frozenset(vars(builtins))


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
    calls: dict[str, set[str]]  # the names called, the names handed on to each
    compared: list[set[str]]  # by size: the two sides of each comparison
    moved: set[str]  # names that are assigned, or handed on as a part of something


class _Circle(NamedTuple):
    """Functions that lead to each other."""

    functions: dict[str, _Function]
    compared: set[str]  # what is compared by size in any of them, and does not count


def early_stops(source: str | bytes) -> list[EarlyStop]:
    """
    Return where the source reads like alpha-beta, in functions that minimax leads to.

    Nothing if it does not compile. Where the file has no minimax, all functions count.
    """
    if not can_be_parsed(source):
        return []
    try:
        return stops_in(ast.parse(source))
    except NOT_PYTHON:
        return []


def stops_in(tree: ast.Module) -> list[EarlyStop]:
    """Return where a syntax tree reads like alpha-beta."""
    return [stop for stop, _, _ in _found(tree)]


def bounds_in(tree: ast.Module) -> dict[str, tuple[str, ...]]:
    """Return the bounds that each function of a search takes: it compares values."""
    return {
        function.node.name: _compared_in(function, circle)
        for function, circle in _circles(tree)
    }


def counted_in(function: ast.FunctionDef, known: Set[str]) -> set[str]:
    """
    Return the parameters that count, such as a depth: calls are given one more.

    Only calls of the functions `known`, or of what is chosen on the spot.
    """
    counted, nodes = set[str](), list(ast.walk(function))
    parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
    stored = {node.id for node in nodes if is_stored(node)}
    for node in nodes:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), value=ast.Constant()):
                counted.add(name)
            case ast.Call(func=called, args=arguments, keywords=named):
                names = _called(called, known)
                elsewhere = _names([called]) - parameters - stored
                if names & known or not (names or elsewhere):
                    given = [*arguments, *(keyword.value for keyword in named)]
                    counted |= _more_by_one(given, parameters)
    return parameters & counted


def is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    """Return whether a node is a name that is given a value."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _more_by_one(given: list[ast.expr], parameters: Set[str]) -> set[str]:
    """
    Return the names that a call is given with something added, or taken away.

    Not bounds: of those alpha stands beside alpha + 1, or is taken away from beta.
    """
    more = set[str]()
    for each in given:
        match each:
            case ast.BinOp(ast.Name(id=name), ast.Add() | ast.Sub(), right):
                if _names([right]).isdisjoint(parameters):
                    more.add(name)
    return more - _names(given)


def recursive(tree: ast.Module) -> set[str]:
    """
    Return the functions that minimax leads to, and that lead back to themselves.

    Those within others and methods are among them, whoever calls them.
    """
    reach = _reach(_functions(tree))
    called = {"minimax", *reach.get("minimax", ())}
    return {name for name in called & reach.keys() if name in reach[name]}


def _found(tree: ast.Module) -> Iterator[Found]:
    for function, circle in _circles(tree):
        yield from _stops(function, circle)


@lru_cache(maxsize=1)  # one is asked for several times, one after the other
def _circles(tree: ast.Module) -> list[tuple[_Function, _Circle]]:
    """Return the functions of a search, each with those that lead back to it."""
    found = list[tuple[_Function, _Circle]]()
    functions, circles = _functions(tree), dict[frozenset[str], _Circle]()
    reach = _reach(functions)
    called = (
        {"minimax", *reach["minimax"]} if "minimax" in functions else set(functions)
    )
    for name, function in functions.items():
        if name in called:
            names = frozenset(n for n in reach[name] if name in reach[n])
            if names not in circles:
                circles[names] = _circle({n: functions[n] for n in names})
            found.append((function, circles[names]))
    return found


def _circle(functions: dict[str, _Function]) -> _Circle:
    compared = set[str]()
    for function in functions.values():
        counted = counted_in(function.node, functions.keys())
        compared.update(*(s for s in function.compared if s.isdisjoint(counted)))
    return _Circle(functions, compared)


@lru_cache(maxsize=1)
def _functions(tree: ast.Module) -> dict[str, _Function]:
    nodes = list(islice(_definitions(tree), MOST_FUNCTIONS))
    known = {node.name: node for node in nodes}
    kept = _kept(tree, known.keys())
    return {name: _read(node, known.keys(), kept) for name, node in known.items()}


def _definitions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a file, the outermost first."""
    todo = deque[tuple[ast.AST, int]]([(tree, 0)])
    while todo:
        node, around = todo.popleft()
        if isinstance(node, ast.FunctionDef):
            yield node
            around += 1
        if around <= MOST_AROUND:
            todo += [(child, around) for child in ast.iter_child_nodes(node)]


def _read(function: ast.FunctionDef, known: Set[str], kept: Set[str]) -> _Function:
    """
    Return what matters about a function.

    A method is known by its name. What is called by another name, or chosen on the spot
    - `TURN[mark](board, alpha, beta)` - may be any function that is kept somewhere.
    """
    read = _Function(function, {}, [], set())
    for node in ast.walk(function):
        if sides := _compared(node):
            read.compared.append(sides)
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                read.moved.add(name)
            case ast.Name(id=name, ctx=ast.Load()):
                if name in known and name != function.name:
                    read.calls.setdefault(name, set())
            case ast.Call(func=called, args=arguments, keywords=named):
                given = [*arguments, *(keyword.value for keyword in named)]
                handed = set[str]().union(*map(_handed, given))
                for name in _called(called, known) or {CHOSEN}:
                    read.calls.setdefault(name, set()).update(handed)
                parts = [each for each in given if not isinstance(each, ast.Name)]
                read.moved.update(*map(_handed, parts))
    if CHOSEN in read.calls:
        handed = read.calls.pop(CHOSEN)
        for name in kept:
            read.calls.setdefault(name, set()).update(handed)
    return read


def _reach(functions: dict[str, _Function]) -> dict[str, set[str]]:
    """Return the functions to which calls lead, from each of them."""
    reach = dict[str, set[str]]()
    for start in functions:
        found, todo = set[str](), [start]
        while todo:
            new = functions[todo.pop()].calls.keys() & functions.keys() - found
            found |= new
            todo += new
        reach[start] = found
    return reach


def _stops(function: _Function, circle: _Circle) -> Iterator[Found]:
    """Yield where a function, which calls itself in a circle, stops early."""
    bounds = _bounds(function, circle)
    narrowed = set[str]().union(*(other.moved for other in circle.functions.values()))
    # Where no bound is moved, stopping at one is stopping at a win.
    if len(bounds) < 2 or narrowed.isdisjoint(bounds):
        return
    for node in ast.walk(function.node):
        goes_on = isinstance(node, ast.While)
        if isinstance(node, ast.While | ast.If) and (goes_on or _leaves(node.body)):
            for test in ast.walk(node.test):
                if isinstance(test, ast.Compare) and _compared(test) & {*bounds}:
                    said = "not " * goes_on + ast.unparse(test)
                    stop = EarlyStop(function.node.name, bounds, node.lineno, said)
                    yield stop, test, goes_on


def _bounds(function: _Function, circle: _Circle) -> tuple[str, ...]:
    """Return the parameters that are handed on, and compared somewhere on the way."""
    handed = {
        name
        for callee, names in function.calls.items()
        if callee in circle.functions
        for name in names
    }
    return tuple(name for name in _compared_in(function, circle) if name in handed)


def _compared_in(function: _Function, circle: _Circle) -> tuple[str, ...]:
    """Return the parameters that are compared somewhere in a circle of calls."""
    given = function.node.args
    parameters = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return tuple(name for name in parameters if name in circle.compared)


def _called(called: ast.expr, known: Set[str]) -> Set[str]:
    """Return the functions that an expression, which is called, can be seen to be."""
    match called:
        case ast.Name(id=name) if name in known or name in BUILTINS:
            return {name}
        case ast.Attribute(attr=name):
            return {name}
    return set()


def _kept(tree: ast.AST, known: Set[str]) -> set[str]:
    """Return the functions whose names are read other than to call them."""
    nodes = list(ast.walk(tree))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    names = (n for n in nodes if isinstance(n, ast.Name) and id(n) not in called)
    return {each.id for each in names if each.id in known}


def _handed(argument: ast.expr) -> set[str]:
    """Return the names that an argument hands on: -beta, max(alpha, v), beta / RATE."""
    match argument:
        case ast.Name():
            return {argument.id}
        case ast.UnaryOp(op=ast.USub()):
            return _handed(argument.operand)
        case ast.BinOp(op=ast.Mult() | ast.Div(), right=ast.Constant() | ast.Name()):
            return _handed(argument.left)
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
