"""Slips in how a search goes from board to board: whom it asks, where it ends."""

import ast
from collections.abc import Iterator

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    all_and_each,
    merged,
    together,
)
from noughts.checker.slips.syntax import (
    SOUGHT,
    as_read,
    copies_in,
    first_argument,
    head_of,
    is_number,
    loops_of,
    name_called,
    names_in,
    nodes_in,
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
    for function in search.functions:
        boards = {first_argument(function), *copies_in(function)}
        for target, inner in loops_of(function):
            action = as_read(target)
            for call in nodes_in(inner, ast.Call):
                match call.args:
                    case [ast.Name(id=name) as given, *_] if name in boards:
                        if action and name_called(call) in search.names:
                            after = [ast.Name(name), action]
                            result = ast.Call(ast.Name("result"), after, [])
                            yield Place(call, {given: result})


@all_and_each
def depth_limit(search: FunctionSource) -> Iterator[Place]:
    """
    The search stops before the game is over.

    `{code}` in line {line} ends it at a depth, and what comes later is not seen:
    without it, every answer is right.

    This game is short: stop only where `terminal(board)` is true.
    """
    circle = recursive(search.tree)
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
        for test in nodes_in(asked, ast.Compare):
            if names_in(test) & counted:
                yield Place(test, {test: ast.Constant(False)})


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
    names, places = search.names, list[Place]()
    for call in search.nodes(ast.Call):
        if name_called(call) in names:
            for flag in [*call.args, *(keyword.value for keyword in call.keywords)]:
                match flag:
                    case ast.Constant(value=bool(value)):
                        places.append(Place(call, {flag: ast.Constant(not value)}))
    yield from places
    if len(places) > 1:
        yield merged(places)
    for test in search.nodes(ast.Compare):
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
    for call in search.nodes(ast.Call):
        own = ways.get(name_called(call), set())
        for other, way in ways.items():
            if len(own) == len(way) == 1 and own != way:
                instead = ast.Call(ast.Name(other), call.args, call.keywords)
                yield Place(call, {call: instead})


def _ways(function: ast.FunctionDef) -> set[str]:
    """Return whether a function looks for the largest value, the smallest, or both."""
    calls = {name_called(call) for call in nodes_in([function], ast.Call)}
    signs = {type(op) for t in nodes_in([function], ast.Compare) for op in t.ops}
    return calls & {"max", "min"} or {SOUGHT[s] for s in signs if s in SOUGHT}


@all_and_each
def end_not_valued(search: FunctionSource) -> Iterator[Place]:
    """
    The end of a game gets the wrong value.

    `{code}` in line {line} values every finished game alike: with `utility(board)` in
    its place, every answer is right.

    Where `terminal(board)` is true, return `utility(board)`.
    """
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
                    yield Place(end, {told: worth})


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


@all_and_each
def end_not_asked(search: FunctionSource) -> Iterator[Place]:
    """
    The search does not stop where the game is over.

    The function of line {line}, `{code}`, goes on playing after a win: if it begins by
    asking whether the game is over, every answer is right.

    Begin with `if terminal(board)`, and return `utility(board)` there.
    """
    for function in search.functions:
        calls = {name_called(call) for call in nodes_in([function], ast.Call)}
        if function.name == "minimax" or not calls & {"actions", "result"}:
            continue
        if not calls & {"terminal", "winner", "utility"} and function.args.args:
            board = function.args.args[0].arg
            end = f"if terminal({board}):\n    return utility({board})"
            first = function.body[0]
            asked = [*ast.parse(end).body, first]
            yield Place(head_of(function), {first: asked})
