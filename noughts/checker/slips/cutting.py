"""Slips of alpha-beta: in its bounds, its window, and where it cuts."""

import ast
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    all_and_each,
    together,
)
from noughts.checker.slips.syntax import (
    FAR,
    OPPOSITE,
    Signs,
    first_argument,
    is_number,
    magnitude,
    name_called,
    names_assigned,
    names_in,
    nodes_in,
    with_sign,
)
from noughts.observe.source import bounds_in, counted_in, recursive, stops_in

STRICT: Signs = {ast.GtE: ast.Gt, ast.LtE: ast.Lt}


@all_and_each
def bounds_swapped(search: FunctionSource) -> Iterator[Place]:
    """
    Alpha and beta are passed on in the wrong order.

    `{code}` in line {line} passes each bound in the place of the other: with the two in
    the order in which the function names them, every answer is right.

    Pass the bounds on as the function takes them, alpha first, then beta.
    """
    taken = {f.name: [a.arg for a in f.args.args] for f in search.functions}
    bounds = bounds_in(search.tree)
    for call in search.nodes(ast.Call):
        names, given = taken.get(name_called(call), []), call.args
        if len(names) != len(given):
            continue
        own = bounds.get(name_called(call), ())
        meant = {name: n for n, name in enumerate(names) if name in own}
        for n, one in enumerate(given):
            m = meant.get(one.id, n) if isinstance(one, ast.Name) else n
            match other := given[m]:
                case ast.Name(second) if n < m and meant.get(second) == n:
                    yield Place(call, {one: other, other: one})


def bound_misplaced(search: FunctionSource) -> Iterator[Place]:
    """
    A bound is set to the wrong value.

    `{code}` in line {line} makes the window wrong: with the bound compared with its own
    value, every answer is right.

    Alpha only grows, `alpha = max(alpha, best)`; beta only falls,
    `beta = min(beta, best)`.
    """
    found = bounds_in(search.tree)
    for function in search.functions:
        bounds = _bounds_of(function, found)
        for node in nodes_in([function], ast.Assign):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.Call(func=ast.Name(id="max" | "min" as way)) as call,
                ) if name in bounds and name not in map(ast.unparse, call.args):
                    for other in call.args:
                        kept = ast.Call(ast.Name(way), [ast.Name(name), other], [])
                        yield Place(node, {call: kept})


@together
def narrow_window(search: FunctionSource) -> Iterator[Place]:
    """
    The window of alpha-beta begins too narrow.

    `{code}` in line {line} sets bounds between which not every value fits. So moves are
    cut that nobody has looked at: with a window that holds all values, every answer is
    right.

    Begin with alpha at -infinity and beta at +infinity.
    """
    bounds = bounds_in(search.tree)
    taken = {
        f.name: {n for n, a in enumerate(f.args.args) if a.arg in bounds[f.name]}
        for f in search.functions
        if f.name in bounds
    }
    for function in search.functions:
        numbers = {
            target.id: node
            for node in nodes_in([function], ast.Assign)
            if is_number(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in nodes_in([function], ast.Call):
            given = dict[ast.expr, ast.AST]()  # the bounds, and where they are set
            for n, each in enumerate(call.args):
                if n not in taken.get(name_called(call), ()):
                    continue
                if is_number(each):
                    given[each] = call
                elif isinstance(each, ast.Name) and each.id in numbers:
                    given[numbers[each.id].value] = numbers[each.id]
            if len(given) == 2:
                low, high = given
                narrow = min(given, key=magnitude)
                if magnitude(narrow) < math.inf:
                    yield Place(
                        given[narrow],
                        {low: ast.Constant(-FAR), high: ast.Constant(FAR)},
                    )


@together
def bound_remembered(search: FunctionSource) -> Iterator[Place]:
    """
    A bound is remembered as a value.

    Alpha-beta finds the value of a board only within its window; outside it finds a
    bound. `{code}` in line {line} looks the board up whatever the window was.

    Remember the window as well, `(board, alpha, beta)`, or remember nothing.
    """
    if not stops_in(search.tree):
        return
    found = bounds_in(search.tree)
    for function in search.functions:
        yield from _with_more_in_keys(function, _bounds_of(function, found))


@together
def depth_not_remembered(search: FunctionSource) -> Iterator[Place]:
    """
    What is found at one depth is remembered for all.

    `{code}` in line {line} looks the board up whatever the depth is, but what was found
    hangs on the depth: with the depth in its key, every answer is right.

    Remember the depth as well, `(board, depth)`, or remember nothing.
    """
    circle = recursive(search.tree)
    for function in search.functions:
        yield from _with_more_in_keys(function, counted_in(function, circle))


def _with_more_in_keys(function: ast.FunctionDef, wanted: set[str]) -> Iterator[Place]:
    """Yield lookups whose keys lack some names, which stand in them then."""
    given, more = {*wanted}, [ast.Name(name) for name in sorted(wanted)]
    for node in nodes_in([function], ast.Assign):  # `key = (board, alpha, beta)`
        if names_in(node.value) & given:
            given |= {name.id for name in names_assigned(node.targets)}
    keys, places = defaultdict[str, list[ast.expr]](list), dict[str, ast.expr]()
    for entry in nodes_in([function], ast.Subscript) if wanted else ():
        keys[ast.unparse(entry.value)].append(entry.slice)
    strange = {
        table for table in keys if any(names_in(key) & given for key in keys[table])
    }
    for place, table, key in _lookups(function) if wanted else ():
        places.setdefault(table, place)
        keys[table].append(key)
    for table, place in places.items():
        if table not in strange:
            yield Place(place, {k: ast.Tuple([k, *more]) for k in keys[table]})


@together
def remembered_wrong(search: FunctionSource) -> Iterator[Place]:
    """
    What is remembered is wrong.

    Where `{code}` in line {line} finds something, the answer that is given for it does
    not fit every board: with nothing found there, every answer is right.

    Two boards may have the same key only if they have the same answer, and that is what
    must be kept under it. Or remember nothing.
    """
    for function in search.functions:
        for node, _, _ in _lookups(function):
            match node:
                case ast.Compare(ops=[sign]):
                    yield Place(node, {node: ast.Constant(isinstance(sign, ast.NotIn))})
                case _:
                    yield Place(node, {node: ast.Constant(None)})


def _lookups(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, str, ast.expr]]:
    """Yield where a function asks for what it has kept, with the table and the key."""
    kept = {
        ast.unparse(entry.value)
        for entry in nodes_in([function], ast.Subscript)
        if isinstance(entry.ctx, ast.Store)
        and first_argument(function) not in names_in(entry.value)
    }
    for node in nodes_in([function], ast.AST):
        match node:
            case (
                ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[known])
                | ast.Call(func=ast.Attribute(value=known, attr="get"), args=[key, *_])
            ) if ast.unparse(known) in kept:
                yield node, ast.unparse(known), key


def _bounds_of(
    function: ast.FunctionDef, bounds: Mapping[str, tuple[str, ...]]
) -> set[str]:
    """Return the bounds that a function, or one within it, takes and hands on."""
    within = nodes_in([function], ast.FunctionDef)
    return {name for each in within for name in bounds.get(each.name, ())}


def wrong_cut(search: FunctionSource) -> Iterator[Place]:
    """
    The search cuts off what matters.

    It leaves out more than alpha-beta may. `{code}` in line {line} stops at the wrong
    moment: with this one comparison changed, every answer is right.

    X stops when its best value is at least beta, O when its best is at most alpha.
    """
    found = bounds_in(search.tree)
    for function in search.functions:
        bounds = _bounds_of(function, found)
        for loop in nodes_in([function], ast.For):
            for choice in filter(_stops, nodes_in([loop], ast.If)):
                for test in nodes_in([choice.test], ast.Compare):
                    yield from _other_tests(test, bounds)


def _stops(choice: ast.If) -> bool:
    """Return whether a search stops early where a condition holds."""
    return any(isinstance(s, ast.Break | ast.Return) for s in choice.body)


def _other_tests(test: ast.Compare, bounds: set[str]) -> Iterator[Place]:
    """Yield a comparison the other way round, and with each other bound."""
    if not (turned := with_sign(test, OPPOSITE)):
        return
    (right,) = test.comparators
    yield Place(test, {test: turned})
    if isinstance(right, ast.Name):
        others = sorted(bounds - names_in(test))
        for name, ops in product(others, (test.ops, turned.ops)):
            yield Place(test, {test: ast.Compare(test.left, ops, [ast.Name(name)])})


@together
def ties_taken(search: FunctionSource) -> Iterator[Place]:
    """
    A bound is taken for a tie.

    The moves share one window, so a worse move can come back with the same number as
    the best so far: it was cut off there, and is worth no more than that. `{code}` in
    line {line} takes it.

    Take a later move only if it is strictly better: `>` for X, `<` for O.
    """
    if not stops_in(search.tree):
        return
    for choice in search.nodes(ast.If):
        if not _stops(choice):
            for test in nodes_in([choice.test], ast.Compare):
                if strict := with_sign(test, STRICT):
                    yield Place(test, {test: strict})
