"""Slips in a search that takes the largest value for both players, signs turned."""

import ast
from collections.abc import Iterator

from noughts.checker.slips.experiment import FunctionSource, Place, all_and_each
from noughts.checker.slips.syntax import name_called, nodes_in
from noughts.observe.source import recursive


@all_and_each
def minus_forgotten(search: FunctionSource) -> Iterator[Place]:
    """
    The opponent's value is taken for one's own.

    Both players take the largest value here, so a value must be that of the player to
    move. `{code}` in line {line} is what the board is worth to the opponent: with a
    minus before it, every answer is right.

    What is good for the opponent is as bad for me: put the minus before the call.
    """
    if _minimises(search):
        return
    names, negated = _recursive(search), set(_negated(search))
    loops = [*search.nodes(ast.For)]
    parts = {part.value: part for part in nodes_in(loops, ast.Subscript)}
    for call in nodes_in(loops, ast.Call):
        value = parts.get(call, call)  # of a pair, its first
        if name_called(call) in names and value not in negated:
            yield Place(value, {value: _minus(value)})


def side_kept(search: FunctionSource) -> Iterator[Place]:
    """
    The search goes on for the same side.

    After a move it is the other player's turn. `{code}` in line {line} passes on the
    side that it was given: with a minus before it, every answer is right.

    Turn the sign of the side with each call.
    """
    names = set() if _minimises(search) else _recursive(search)
    for function in search.functions:
        given = {argument.arg for argument in function.args.args[1:]}
        for call in nodes_in([function], ast.Call):
            for side in call.args[1:] if name_called(call) in names else ():
                if isinstance(side, ast.Name) and side.id in given:
                    yield Place(call, {side: _minus(side)})


def valued_for_x(search: FunctionSource) -> Iterator[Place]:
    """
    The end of a game is valued for X, whoever is to move.

    The values of this search are those of the player to move: each call turns the sign.
    `{code}` in line {line} is what the end is worth to X: with the sign turned where O
    is to move, every answer is right.

    Return `utility(board)` where X is to move, and `-utility(board)` where it is O.
    """
    names = _recursive(search)
    if _minimises(search) or not any(True for _ in _negated(search)):
        return
    for function in search.functions:
        for end in nodes_in([function], ast.Return):
            match end.value:
                case ast.Call(func=ast.Name(id="utility"), args=[board]) as worth:
                    if function.name in names:
                        turn = ast.parse(f"player({ast.unparse(board)}) == X").body[0]
                        assert isinstance(turn, ast.Expr)
                        choice = ast.IfExp(turn.value, worth, _minus(worth))
                        yield Place(end, {worth: choice})


def _recursive(search: FunctionSource) -> set[str]:
    """Return the functions beside `minimax` whose calls lead back to them."""
    return search.names & recursive(search.tree) - {"minimax"}


def _minimises(search: FunctionSource) -> bool:
    """Return whether a search looks for the smallest value anywhere."""
    less = (ast.Lt, ast.LtE)
    calls = {name_called(call) for call in search.nodes(ast.Call)}
    tests = search.nodes(ast.Compare)
    return "min" in calls or any(isinstance(op, less) for t in tests for op in t.ops)


def _negated(search: FunctionSource) -> Iterator[ast.expr]:
    """Yield the calls of which the sign is turned: `-f(x)`, `-1 * f(x)`."""
    for node in search.nodes(ast.AST):
        match node:
            case ast.UnaryOp(
                op=ast.USub(), operand=ast.Call() | ast.Subscript() as value
            ):
                yield value
            case ast.BinOp(op=ast.Mult() | ast.Sub(), left=one, right=other):
                yield from (one, other)


def _minus(value: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.USub(), value)
