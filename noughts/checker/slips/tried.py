"""Slips of any search: changed in one place, the file is right."""

import ast
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import TypeGuard

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    all_and_each,
    merged,
    together,
)
from noughts.checker.slips.syntax import (
    FAR,
    OPPOSITE,
    as_read,
    copies_in,
    first_argument,
    head_of,
    is_number,
    keeps_best,
    loops_of,
    magnitude,
    name_called,
    names_assigned,
    names_in,
    nodes_in,
    with_sign,
)
from noughts.observe.source import counted_in, recursive


@together
def same_board(search: FunctionSource) -> Iterator[Place]:
    """
    The search goes on with the same board.

    `{code}` in line {line} asks for the value of the board that it has already. So the
    action is not played there, and its value is never known.

    Pass on the new board: `result(board, action)`.
    """
    names = {function.name for function in search.functions}
    for function in search.functions:
        boards = {first_argument(function), *copies_in(function)}
        for target, inner in loops_of(function):
            action = as_read(target)
            for call in nodes_in(inner, ast.Call) if action else ():
                given = call.args[0] if call.args else None
                match given:
                    case ast.Name(id=name) if name in boards:
                        if action and name_called(call) in names:
                            after = [ast.Name(name), action]
                            result = ast.Call(ast.Name("result"), after, [])
                            yield Place(call, {given: result})


@together
def returns_early(search: FunctionSource) -> Iterator[Place]:
    """
    The loop of the search ends after its first action.

    `{code}` in line {line} is inside the loop, so only one action is ever looked at.

    Indent the `return` as far as the `for`: then it comes after the loop.
    """
    for loop in nodes_in(search.functions, ast.For):
        ends = [each for each in loop.body if isinstance(each, ast.Return)]
        rest = [each for each in loop.body if not isinstance(each, ast.Return)]
        if ends and rest:
            whole = ast.For(loop.target, loop.iter, rest, loop.orelse)
            yield Place(ends[0], {loop: [whole, ends[0]]})


def depth_limit(search: FunctionSource) -> Iterator[Place]:
    """
    The search stops before the game is over.

    `{code}` in line {line} ends it at a depth, and what comes later is not seen:
    without it, every answer is right.

    This game is short: stop only where `terminal(board)` is true.
    """
    circle, tests = recursive(search.tree), list[ast.Compare]()
    for function in search.functions:
        going_on = _around_calls(function, circle)
        counted = counted_in(function, circle)
        named = {  # `deep = depth == 3`
            ast.unparse(node.targets[0]): node.value
            for node in nodes_in([function], ast.Assign)
        }
        asked = [
            choice.test
            for choice in nodes_in([function], ast.AST)
            if isinstance(choice, ast.If | ast.IfExp) and _ends(choice, going_on)
        ]
        names = {name for test in asked for name in names_in(test)}
        asked += [value for name, value in named.items() if name in names]
        compared = nodes_in(asked, ast.Compare)
        tests += [test for test in compared if names_in(test) & counted]
    yield from all_and_each(
        [Place(test, {test: ast.Constant(False)}) for test in tests]
    )


def _around_calls(function: ast.FunctionDef, names: set[str]) -> set[ast.AST]:
    """Return the parts of a function in which one of these functions is called."""
    parts = list(ast.walk(function))  # what is around something comes before it
    around = {part: each for each in parts for part in ast.iter_child_nodes(each)}
    calls = nodes_in([function], ast.Call)
    found = set[ast.AST](call for call in calls if name_called(call) in names)
    for part in reversed(parts):
        if part in found:
            found.add(around.get(part, function))
    return found


def _ends(choice: ast.If | ast.IfExp, going_on: set[ast.AST]) -> bool:
    """Return whether a search ends in the first branch, and else goes on."""
    first, other = (
        branch if isinstance(branch, list) else [branch]
        for branch in (choice.body, choice.orelse)
    )
    ends = isinstance(first[-1], ast.Return) or not going_on.isdisjoint(other)
    return ends and going_on.isdisjoint(first)


def wrong_side(search: FunctionSource) -> Iterator[Place]:
    """
    The search takes one player for the other.

    `{code}` in line {line} says whose turn it is, and says it the wrong way round: with
    this changed, every answer is right.

    X maximises and O minimises, and after each move it is the other's turn.
    """
    names = {function.name for function in search.functions}
    places = list[Place]()
    for call in nodes_in(search.functions, ast.Call):
        if name_called(call) in names:
            for flag in [*call.args, *(keyword.value for keyword in call.keywords)]:
                match flag:
                    case ast.Constant(value=bool(value)):
                        places.append(Place(call, {flag: ast.Constant(not value)}))
    yield from places
    if len(places) > 1:
        yield merged(places)
    for test in nodes_in(search.functions, ast.Compare):
        match test:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="player")),
                comparators=[ast.Name(id="X" | "O" as mark) as named],
            ):
                other = ast.Name("O" if mark == "X" else "X")
                yield Place(test, {named: other})


def wrong_function_called(search: FunctionSource) -> Iterator[Place]:
    """
    The wrong one of two functions is called.

    After a move it is the other player's turn. `{code}` in line {line} values the board
    as if the same player moved again: with the other function called there, every
    answer is right.

    Where X has moved, ask the function of O, which minimises, and the other way round.
    """
    ways = {f.name: _ways(f) for f in search.functions if f.name != "minimax"}
    for call in nodes_in(search.functions, ast.Call):
        own = ways.get(name_called(call), set())
        for other, way in ways.items():
            if len(own) == len(way) == 1 and own != way:
                instead = ast.Call(ast.Name(other), call.args, call.keywords)
                yield Place(call, {call: instead})


def _ways(function: ast.FunctionDef) -> set[str]:
    """Return whether a function looks for the largest value, the smallest, or both."""
    calls = {name_called(call) for call in nodes_in([function], ast.Call)}
    signs = {type(op) for t in nodes_in([function], ast.Compare) for op in t.ops}
    larger = signs & {ast.Gt, ast.GtE} and not signs & {ast.Lt, ast.LtE}
    smaller = signs & {ast.Lt, ast.LtE} and not signs & {ast.Gt, ast.GtE}
    found = calls & {"max", "min"}
    return found or ({"max"} if larger else {"min"} if smaller else set())


@together
def best_overwritten(search: FunctionSource) -> Iterator[Place]:
    """
    Each value replaces the one before.

    `{code}` in line {line} keeps the value of the last action, whatever the others are
    worth: with the best of them kept, every answer is right.

    Compare with what was found before: `max` where X is to move, `min` where it is O.
    """
    names = {function.name for function in search.functions}
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
                    ) if kept in starts and name_called(call) in names:
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
    choices = nodes_in(search.functions, ast.If)
    assigned = {each: {n.id for n in names_assigned(each.body)} for each in choices}
    for loop in nodes_in(search.functions, ast.For):
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
    for loop in nodes_in(search.functions, ast.For):
        stops = [each for each in loop.body if _leaves(each)]
        rest = [each for each in loop.body if not _leaves(each)]
        if stops and not _leaves(loop.body[-1]):
            last = ast.For(loop.target, loop.iter, [*rest, *stops], loop.orelse)
            yield Place(stops[0].test, {loop: last})


def _leaves(node: ast.stmt) -> TypeGuard[ast.If]:
    """Return whether a statement leaves the loop in which it is, and does no more."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Break | ast.Return)


def end_not_valued(search: FunctionSource) -> Iterator[Place]:
    """
    The end of a game gets the wrong value.

    `{code}` in line {line} values every finished game alike: with `utility(board)` in
    its place, every answer is right.

    Where `terminal(board)` is true, return `utility(board)`.
    """
    places = list[Place]()
    for function in search.functions:
        board = first_argument(function) or "board"
        for choice in nodes_in([function], ast.If):
            match choice.body:
                case [ast.Return(value=ast.expr() as told) as end] if (
                    _holds_at_ends(choice.test)
                    and function.name != "minimax"
                    and (isinstance(told, ast.Constant) or is_number(told))
                ):
                    worth = ast.Call(ast.Name("utility"), [ast.Name(board)], [])
                    places.append(Place(end, {told: worth}))
    yield from all_and_each(places)


def _holds_at_ends(test: ast.expr) -> bool:
    """Return whether a test holds wherever `terminal` does: it asks that, or more."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(map(_holds_at_ends, parts))
    return {name_called(call) for call in nodes_in([test], ast.Call)} == {"terminal"}


def rule_of_thumb(search: FunctionSource) -> Iterator[Place]:
    """
    A rule of thumb answers before anything is searched.

    `{code}` in line {line} returns a cell whatever the search would find, and that is
    not always the best: without these lines, every answer is right.

    Leave the choice to the search: it finds the good cells by itself.
    """
    valuing = recursive(search.tree) - {"minimax"}  # they return no cells
    for function in search.functions:
        for choice in nodes_in([function], ast.If):
            match choice.body:
                case [
                    ast.Return(
                        value=ast.Tuple(
                            elts=[
                                ast.Constant(value=0 | 1 | 2),
                                ast.Constant(value=0 | 1 | 2),
                            ]
                        )
                    )
                ] if function.name not in valuing:
                    yield Place(choice.body[0], {choice.test: ast.Constant(False)})


def end_not_asked(search: FunctionSource) -> Iterator[Place]:
    """
    The search does not stop where the game is over.

    The function of line {line}, `{code}`, never asks that, and goes on playing after a
    win: with that question at its beginning, every answer is right.

    Begin with `if terminal(board)`, and return `utility(board)` there.
    """
    places = list[Place]()
    for function in search.functions:
        calls = {name_called(call) for call in nodes_in([function], ast.Call)}
        if function.name == "minimax" or not calls & {"actions", "result"}:
            continue
        if not calls & {"terminal", "winner", "utility"} and function.args.args:
            board = function.args.args[0].arg
            end = f"if terminal({board}):\n    return utility({board})"
            first = function.body[0]
            asked = [*ast.parse(end).body, first]
            places.append(Place(head_of(function), {first: asked}))
    yield from all_and_each(places)


@together
def compared_as_text(search: FunctionSource) -> Iterator[Place]:
    """
    Values are compared as texts.

    `{code}` in line {line} is a text. Python compares texts letter by letter, so that
    "10" comes before "9", and "-1" before "-inf".

    Leave the values numbers: no `str(...)`, and no quotes.
    """
    right_ones = set[ast.AST]()
    for call in nodes_in(search.functions, ast.Call):
        if name_called(call) == "str" and len(call.args) == 1:
            yield Place(call, {call: call.args[0]})
        if name_called(call) == "float":
            right_ones |= set(call.args)
    for text in nodes_in(search.functions, ast.Constant):
        if isinstance(text.value, str) and text not in right_ones:
            with suppress(ValueError):
                yield Place(text, {text: ast.Constant(float(text.value or -FAR))})


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
            case ast.Compare(
                ops=[ast.Gt() | ast.GtE()], comparators=[ast.Name(id=kept)]
            ):
                sought[kept] = "max"
            case ast.Compare(
                ops=[ast.Lt() | ast.LtE()], comparators=[ast.Name(id=kept)]
            ):
                sought[kept] = "min"
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
        ast.unparse(node.value)
        for node in nodes_in(search.functions, ast.Return)
        if node.value
    }
    strange = {
        node.value
        for node in nodes_in(search.functions, ast.Assign)
        if isinstance(node.value, ast.Call)
        and (ast.unparse(node.targets[0]) in bounds or not keeps_best(node, node.value))
    }
    for call in nodes_in(search.functions, ast.Call):
        if (name := name_called(call)) in ("max", "min") and call not in strange:
            other = ast.Name("min" if name == "max" else "max")
            yield Place(call, {call: ast.Call(other, call.args, call.keywords)})
    counts = _counts(search)
    for choice in nodes_in(search.functions, ast.If):
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
    for node in nodes_in(search.functions, ast.AST):
        match node:
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                lasting |= {*names}
            case ast.Attribute() | ast.Subscript():
                lasting.add(ast.unparse(node))
    left_by = {
        side
        for loop in nodes_in(search.functions, ast.For)
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
    for node in nodes_in(search.functions, ast.Assign):
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
    for node in nodes_in(search.functions, ast.Break):
        yield Place(node, {node: ast.Pass()})
