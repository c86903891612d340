"""Slips in how the best of the actions is found, and kept."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import TypeGuard

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    merged,
    together,
)
from noughts.checker.slips.syntax import (
    FAR,
    OPPOSITE,
    SOUGHT,
    is_number,
    keeps_best,
    magnitude,
    name_called,
    names_assigned,
    names_in,
    nodes_in,
    with_sign,
)
from noughts.observe.source import counted_in, recursive


@together
def returns_early(search: FunctionSource) -> Iterator[Place]:
    """
    The loop of the search ends after its first action.

    `{code}` in line {line} is inside the loop, so only one action is ever looked at.

    Indent the `return` as far as the `for`: then it comes after the loop.
    """
    for loop in search.nodes(ast.For):
        ends = [each for each in loop.body if isinstance(each, ast.Return)]
        rest = [each for each in loop.body if not isinstance(each, ast.Return)]
        if ends and rest:
            whole = ast.For(loop.target, loop.iter, rest, loop.orelse)
            yield Place(ends[0], {loop: [whole, ends[0]]})


@together
def best_overwritten(search: FunctionSource) -> Iterator[Place]:
    """
    Each value replaces the one before.

    `{code}` in line {line} keeps the value of the last action, whatever the others are
    worth: with the best of them kept, every answer is right.

    Compare with what was found before: `max` where X is to move, `min` where it is O.
    """
    for function in search.functions:
        starts = {
            ast.unparse(node.targets[0]): ast.unparse(node.value)
            for node in nodes_in([function], ast.Assign)
            if is_number(node.value)
        }
        for loop in nodes_in([function], ast.For):
            for node in loop.body:
                match node:
                    case ast.Assign(
                        targets=[ast.Name(id=kept)], value=ast.Call() as call
                    ) if kept in starts and name_called(call) in search.names:
                        way = "max" if starts[kept].startswith("-") else "min"
                        best = ast.Call(ast.Name(way), [ast.Name(kept), call], [])
                        yield Place(node, {call: best})


@together
def best_not_kept(search: FunctionSource) -> Iterator[Place]:
    """
    The best value so far is not kept.

    Where `{code}` in line {line} finds a better action it keeps the action, but not its
    value. So every later action is compared with the value from the beginning.

    Keep both: the value and the action that has it.
    """
    choices = search.nodes(ast.If)
    assigned = {each: {n.id for n in names_assigned(each.body)} for each in choices}
    for loop in search.nodes(ast.For):
        within = {n.id for n in names_assigned(loop.body)}
        for choice in nodes_in([loop], ast.If):
            match choice.test:
                case ast.Compare(
                    left=ast.Name(id=one),
                    ops=[ast.Lt() | ast.Gt() | ast.LtE() | ast.GtE()],
                    comparators=[ast.Name(id=other)],
                ):
                    kept = assigned[choice]
                    new, old = (one, other) if one in within else (other, one)
                    if new in within and old not in within and kept - {new}:
                        keep = ast.Assign([ast.Name(old)], ast.Name(new))
                        body: list[ast.stmt] = [keep, *choice.body]
                        whole = ast.If(choice.test, body, choice.orelse)
                        yield Place(choice.test, {choice: whole})


@together
def left_before_kept(search: FunctionSource) -> Iterator[Place]:
    """
    The loop is left before the best action is kept.

    `{code}` in line {line} stops at an action that is good enough, but only the lines
    below it would keep that action and its value.

    Keep the value and the action first, and then ask whether to stop.
    """
    for loop in search.nodes(ast.For):
        stops = [each for each in loop.body if _leaves(each)]
        rest = [each for each in loop.body if not _leaves(each)]
        if stops and not _leaves(loop.body[-1]):
            last = ast.For(loop.target, loop.iter, [*rest, *stops], loop.orelse)
            yield Place(stops[0].test, {loop: last})


def _leaves(node: ast.stmt) -> TypeGuard[ast.If]:
    """Return whether a statement leaves the loop in which it is, and does no more."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Break | ast.Return)


@together
def compared_as_text(search: FunctionSource) -> Iterator[Place]:
    """
    Values are compared as texts.

    `{code}` in line {line} is a text. Python compares texts letter by letter, so that
    "10" comes before "9", and "-1" before "-inf".

    Leave the values numbers: no `str(...)`, and no quotes.
    """
    right_ones = set[ast.AST]()
    for call in search.nodes(ast.Call):
        if name_called(call) == "str" and len(call.args) == 1:
            yield Place(call, {call: call.args[0]})
        if name_called(call) == "float":
            right_ones |= set(call.args)
    for text in search.nodes(ast.Constant):
        if isinstance(text.value, str) and text not in right_ones:
            with suppress(ValueError):
                yield Place(text, {text: ast.Constant(float(text.value or -FAR))})


@together
def zero_for_nothing(search: FunctionSource) -> Iterator[Place]:
    """
    What is 0 counts as if nothing were found yet.

    `{code}` in line {line} asks whether there is anything, but 0, such as the value of
    a draw, counts as false, too: with `is None` in its place, every answer is right.

    Ask `is None`, which only None is.
    """
    for function in search.functions:
        begun = {  # `best = None`
            name.id
            for node in nodes_in([function], ast.Assign)
            if ast.unparse(node.value) == "None"
            for name in names_assigned(node.targets)
        }
        for test in nodes_in([function], ast.UnaryOp):
            match test:
                case ast.UnaryOp(ast.Not(), ast.Name(id=name) as asked):
                    if name in begun:
                        nothing = ast.Compare(asked, [ast.Is()], [ast.Constant(None)])
                        yield Place(test, {test: nothing})


def begins_too_good(search: FunctionSource) -> Iterator[Place]:
    """
    The best so far begins with a value that is too good.

    `{code}` in line {line} is taken for a value that some action has reached. So what
    is worse than it is never taken, though nothing better may be there.

    Begin with -infinity where the largest is looked for, with +infinity where it is
    the smallest.
    """
    far = {"max": -FAR, "min": FAR}
    starts = [
        start
        for function in search.functions
        for kept in [_kept_in_loops(function)]
        for start in reversed([*_starts(function)])
        if names_in(start[0].targets[0]) & kept
    ]
    every = [_begun(node, far[way]) for node, way in starts if way]
    for (node, _), number in product(starts, far.values()):
        yield _begun(node, number)
    if len(every) > 1:
        yield merged(sorted(every, key=lambda place: magnitude(place.node)))


def _kept_in_loops(function: ast.FunctionDef) -> set[str]:
    """Return the names that get another value in a loop."""
    loops = nodes_in([function], ast.For)
    return {name.id for loop in loops for name in names_assigned(loop.body)}


def _begun(start: ast.Assign, number: int) -> Place:
    """Return a first value that is another number."""
    return Place(start, {start: ast.Assign(start.targets, ast.Constant(number))})


def _starts(function: ast.FunctionDef) -> Iterator[tuple[ast.Assign, str]]:
    """Yield first values from the last on, each with what is sought: `max`, `min`."""
    sought = dict[str, str]()
    for node in reversed([*nodes_in([function], ast.AST)]):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=kept)],
                value=ast.Call(func=ast.Name(id="max" | "min" as way)),
            ):
                sought[kept] = way
            case ast.Compare(ops=[op], comparators=[ast.Name(id=kept)]):
                if type(op) in SOUGHT:
                    sought[kept] = SOUGHT[type(op)]
            case ast.Assign(targets=[ast.Name(id=name), *_], value=value):
                if is_number(value):
                    yield node, sought.get(name, "")


def wrong_direction(search: FunctionSource) -> Iterator[Place]:
    """
    One place of the search goes the wrong way.

    `{code}` in line {line} takes the larger where the smaller belongs, or the other way
    round: with this one place changed, every answer is right.

    X takes the largest value and O the smallest; in O's branch everything is mirrored.
    """
    # A bound that moves the wrong way only cuts less, if it is not what is returned: it
    # makes no answer wrong, and to turn another round would hide what does.
    bounds = {a.arg for function in search.functions for a in function.args.args[1:]}
    bounds |= _kept_bounds(search)
    bounds -= {
        ast.unparse(node.value) for node in search.nodes(ast.Return) if node.value
    }
    strange = {
        node.value
        for node in search.nodes(ast.Assign)
        if isinstance(node.value, ast.Call)
        and (ast.unparse(node.targets[0]) in bounds or not keeps_best(node, node.value))
    }
    for call in search.nodes(ast.Call):
        if (name := name_called(call)) in ("max", "min") and call not in strange:
            other = ast.Name("min" if name == "max" else "max")
            yield Place(call, {call: ast.Call(other, call.args, call.keywords)})
    counts = _counts(search)
    for choice in search.nodes(ast.If):
        moved = {  # `if value > alpha: alpha = value`
            ast.unparse(target)
            for node in choice.body
            if isinstance(node, ast.Assign)
            for target in node.targets
        }
        for test in nodes_in([choice.test], ast.Compare):
            if names_in(test) & counts or _sides(test) & moved & bounds:
                continue
            if turned := with_sign(test, OPPOSITE):
                yield Place(test, {test: turned})


def _kept_bounds(search: FunctionSource) -> set[str]:
    """Return what a loop is left by, and lasts longer than a call: `self.alpha`."""
    lasting = set[str]()
    for node in search.nodes(ast.AST):
        match node:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                lasting |= {*names}
            case ast.Attribute() | ast.Subscript():
                lasting.add(ast.unparse(node))
    left_by = {
        side
        for loop in search.nodes(ast.For)
        for choice in nodes_in([loop], ast.If)
        if _leaves(choice)
        for test in nodes_in([choice.test], ast.Compare)
        for side in _sides(test)
    }
    return lasting & left_by


def _sides(test: ast.Compare) -> set[str]:
    return {ast.unparse(side) for side in (test.left, *test.comparators)}


def _counts(search: FunctionSource) -> set[str]:
    """Return the names of how many there are, or how deep it is: they are no values."""
    circle, counts = recursive(search.tree), {"len", "sum"}
    for function in search.functions:
        counts |= counted_in(function, circle)
    for node in search.nodes(ast.Assign):
        match node.value:
            case ast.Call(
                func=ast.Name(id="len" | "sum") | ast.Attribute(attr="count")
            ):
                counts |= {name.id for name in names_assigned(node.targets)}
    return counts


def breaks_early(search: FunctionSource) -> Iterator[Place]:
    """
    The loop is left before all actions are looked at.

    `{code}` in line {line} ends the loop where a better action may still come: without
    it, every answer is right.

    Let the loop run to its end, or leave it only where nothing better can come.
    """
    for node in search.nodes(ast.Break):
        yield Place(node, {node: ast.Pass()})
