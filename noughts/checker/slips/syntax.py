"""What the finders share: the functions of a search, and their parts."""

import ast
import math
from collections.abc import Iterable, Iterator
from typing import TypeVar

from noughts.checker.call_graph import CallGraph
from noughts.checker.source_text import defined
from noughts.contract import PARAMETERS
from noughts.observe.source import is_stored

MOST_PARTS = 10_000  # of a file in which slips are looked for; public ones have 2,000

AnyNode = TypeVar("AnyNode", bound=ast.AST)
Signs = dict[type[ast.cmpop], type[ast.cmpop]]

FAR = 1000  # beyond every value
OPPOSITE: Signs = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
SOUGHT: dict[type[ast.cmpop], str] = {
    ast.Gt: "max",
    ast.GtE: "max",
    ast.Lt: "min",
    ast.LtE: "min",
}  # what is looked for, where what is found stands on the left of a sign


def searching(tree: ast.Module, name: str = "minimax") -> list[ast.FunctionDef]:
    """
    Return a function of the contract and the file's own to which it leads.

    None of a file that is too long: it is written down anew for each slip.
    """
    if sum(1 for _ in ast.walk(tree)) > MOST_PARTS:
        return []
    others = set(PARAMETERS) - {name}
    functions = defined(tree)
    found = CallGraph(tree).leads(name).names - others
    return [functions[name] for name in functions if name in found]


def nodes_in(within: Iterable[ast.AST], kind: type[AnyNode]) -> Iterator[AnyNode]:
    """Yield the nodes of a kind within some nodes, in the order of the text."""
    found = [n for each in within for n in ast.walk(each) if isinstance(n, kind)]
    yield from sorted(
        dict.fromkeys(found),
        key=lambda n: (getattr(n, "lineno", 0), getattr(n, "col_offset", 0)),
    )


def names_in(node: ast.AST) -> set[str]:
    """Return the names in a node."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def names_assigned(body: Iterable[ast.AST]) -> Iterator[ast.Name]:
    """Yield the names that some statements give a value."""
    yield from filter(is_stored, nodes_in(body, ast.Name))


def loops_of(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, list[ast.AST]]]:
    """Yield what each loop runs through with, and what is done in it."""
    for node in ast.walk(function):
        match node:
            case ast.For(target=target, body=body):
                yield target, list(body)
            case ast.ListComp(elt=each) | ast.GeneratorExp(elt=each):
                yield node.generators[0].target, [each]


def as_read(target: ast.expr) -> ast.expr | None:
    """Return the target of a loop as it is read; None if no action fits into it."""
    match target:
        case ast.Name(id=name):
            return ast.Name(name)
        case ast.Tuple(elts=[ast.Name(id=i), ast.Name(id=j)]):
            return ast.Tuple([ast.Name(i), ast.Name(j)])
    return None


def copies_in(function: ast.FunctionDef) -> set[str]:
    """Return what may be another form of the board: `copy = [list(row) for ...]`."""
    return {
        node.targets[0].id
        for node in nodes_in([function], ast.Assign)
        if isinstance(node.targets[0], ast.Name)
        and not isinstance(node.value, ast.Constant)
    }


def keeps_best(node: ast.Assign, call: ast.Call) -> bool:
    """Return whether what is assigned is compared with what was there before."""
    kept = ast.unparse(node.targets[0])
    return len(call.args) < 2 or kept in map(ast.unparse, call.args)


def first_argument(function: ast.FunctionDef) -> str:
    """Return the name by which a function knows its board; empty if it has none."""
    return next((argument.arg for argument in function.args.args), "")


def head_of(function: ast.FunctionDef) -> ast.Expr:
    """Return the line with which a function begins, as a place to be shown."""
    return ast.copy_location(ast.Expr(ast.Name(f"def {function.name}")), function)


def with_sign(test: ast.Compare, signs: Signs) -> ast.Compare | None:
    """Return a comparison with another sign in it; None if it has none of these."""
    match test.ops:
        case [sign] if type(sign) in signs:
            other = signs[type(sign)]()
            return ast.Compare(test.left, [other], test.comparators)
    return None


def name_called(call: ast.Call) -> str:
    """Return the name of the function that is called, if it has one."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_number(node: ast.expr) -> bool:
    """Return whether an expression is a small number, or infinity."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return is_number(inner)
        case ast.Constant(value=int() | float()):
            return True
        case ast.Attribute(attr="inf") | ast.Name(id="inf"):
            return True
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()]):
            return True
    return False


def magnitude(node: ast.AST) -> float:
    """Return how far a written number is from 0; `math.inf` has none in it."""
    numbers = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant))
    try:
        return abs(float(str(next(numbers))))
    except (StopIteration, ValueError):
        return math.inf
