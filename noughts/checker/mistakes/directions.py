"""Whether code takes the largest or the smallest value, and when it runs."""

import ast
from collections.abc import Iterator

from noughts.checker.mistakes.patterns import text
from noughts.checker.mistakes.scope import Scope

LARGER, SMALLER = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)


def directions(scope: Scope, code: ast.AST) -> Iterator[bool]:
    """Yield for each choice in code whether it takes the larger value."""
    for node in ast.walk(code):
        match node:
            case ast.Call(func=ast.Name(id="max" | "min" as choice)):
                yield choice == "max"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                stored = _stored_if_true(scope, node)
                if not isinstance(op, (*LARGER, *SMALLER)):
                    continue
                if text(right) in stored:
                    yield isinstance(op, LARGER)
                elif text(left) in stored:
                    yield isinstance(op, SMALLER)


def _stored_if_true(scope: Scope, node: ast.AST) -> set[str]:
    """Return the variables that the branch behind a comparison sets."""
    branch = next((n for n in scope.ancestors(node) if isinstance(n, ast.If)), None)
    if branch is None or node not in ast.walk(branch.test):
        return set()
    kept = (each for each in branch.body if isinstance(each, ast.Assign))
    return {text(target) for each in kept for target in each.targets}


def run_if_true(scope: Scope, condition: ast.AST) -> Iterator[ast.AST]:
    """Yield the code that runs where a condition is true, as far as one can see."""
    around = scope.parents.get(condition)
    match around:
        case ast.If(test=test, body=body) if test is condition:
            yield from body
        case ast.IfExp(test=test, body=chosen) if test is condition:
            yield chosen
        case ast.BoolOp(op=ast.And(), values=values):
            yield from (each for each in values if each is not condition)
            yield from run_if_true(scope, around)
        case ast.Assign(targets=[ast.Name(id=name)]):
            for node in ast.walk(scope.function_of(condition)):
                is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
                if is_read and text(node) == name:
                    yield from run_if_true(scope, node)
