"""Slips that the text and the answers show together."""

import ast

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.signatures import calls_itself
from noughts.checker.slips.experiment import SearchSource, seen
from noughts.checker.slips.syntax import name_called, nodes_in


@seen
def by_chance(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The action is picked at random.

    `{code}` in line {line} chooses among the possible actions, and nothing is
    searched: the answers differ from call to call.

    For each action, find out what the board after it is worth, and return the best.
    """
    if any(calls_itself(search.tree, function.name) for function in search.functions):
        return None
    for node in nodes_in(search.functions, ast.Return):
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if used & {"random", "choice", "sample", "randint", "shuffle"}:
            return node
    return None


@seen
def unrestored(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    The search writes into the board and does not put it back.

    Line {line} tries an action on the very board that was given, `{code}`. What is
    tried next then has that mark in it, too.

    Search on `result(board, action)`, which is a board of its own.
    """
    if not any(answer.mutated for answer in sheet.wrong.values()):
        return None
    for function in search.functions:
        given = {argument.arg for argument in function.args.args}
        for loop in nodes_in([function], ast.For):
            for node in nodes_in([loop], ast.Assign):
                match node:
                    case ast.Assign(
                        targets=[
                            ast.Subscript(value=ast.Subscript(value=ast.Name(id=name)))
                        ]
                    ) if name in given:
                        return node
    return None


@seen
def action_for_value(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    `minimax` mistakes the action that it returns for a value.

    In line {line} `minimax` calls itself and compares what comes back. But that is an
    action, or None, and not what the board is worth.

    Write a function that returns the value of a board, let it call itself, and call it
    from `minimax`.
    """
    if not _broken_by(sheet, "NoneType", "tuple"):
        return None
    own = [function for function in search.functions if function.name == "minimax"]
    calls = [call for call in nodes_in(own, ast.Call) if name_called(call) == "minimax"]
    return next(iter(calls), None)


@seen
def none_from_branch(search: SearchSource, sheet: AnswerSheet) -> ast.AST | None:
    """
    A branch of the search ends without `return`.

    The function of line {line} returns a value in one branch and reaches its end in
    another: there the value is None, which cannot be compared.

    Let every branch of that function return what the board is worth.
    """
    if not _broken_by(sheet, "NoneType"):
        return None
    for function in search.functions:
        values = [r for r in nodes_in([function], ast.Return) if r.value is not None]
        circle = calls_itself(search.tree, function.name) and function.name != "minimax"
        if values and circle and _falls_through(function.body):
            head = ast.Expr(ast.Name(f"def {function.name}"))
            return ast.copy_location(head, function)
    return None


def _broken_by(sheet: AnswerSheet, *types: str) -> bool:
    """Return whether every open position raises a TypeError, about one of types."""
    wrong = [a for q, a in sheet.wrongs() if q.about == "open"]
    raised = [answer for answer in wrong if answer.kind == "TypeError"]
    told = [answer.text for answer in raised if answer.text]
    return bool(told) and all(any(name in text for name in types) for text in told)


def _falls_through(body: list[ast.stmt]) -> bool:
    """Return whether the end of some statements can be reached."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return False
        case ast.If(body=one, orelse=other):
            return not other or _falls_through(one) or _falls_through(other)
        case ast.While(test=ast.Constant(value=True)):
            return False
        case ast.With(body=inner):
            return _falls_through(inner)
        case ast.Try() | ast.Match():
            return False  # unclear, and so not told
    return True
