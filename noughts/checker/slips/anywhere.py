"""Slips of any function, rule or search: changed in one place, it is right."""

import ast
from collections.abc import Iterator

from noughts.checker.slips.experiment import (
    FunctionSource,
    Place,
    all_and_each,
)
from noughts.checker.slips.syntax import (
    first_argument,
    nodes_in,
)
from noughts.contract import PARAMETERS

# Texts that are written in the place of a mark.
MEANT = {"": "EMPTY", " ": "EMPTY", "EMPTY": "EMPTY", "None": "EMPTY"}
MEANT |= {"empty": "EMPTY", "none": "EMPTY", "x": "X", "o": "O", "0": "O"}


@all_and_each
def not_called(source: FunctionSource) -> Iterator[Place]:
    """
    A function is named, but not called.

    In `{code}`, line {line}, the name without brackets is the function itself, and not
    its answer: it is never None, never X, and always counts as true.

    Call it: the name, and then the board in brackets.
    """
    for function in source.functions:
        board = first_argument(function) or "board"
        for test in _tests(function):
            for name in _compared(test):
                if PARAMETERS.get(name.id) == ("board",):
                    call = ast.Call(ast.Name(name.id), [ast.Name(board)], [])
                    yield Place(test, {name: call})


def _tests(function: ast.FunctionDef) -> Iterator[ast.expr | ast.Assign]:
    """Yield where a function wants an answer: its conditions, and what it stores."""
    for node in nodes_in([function], ast.AST):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield test
            case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp() as test):
                yield test
            case ast.Assign(value=ast.Name()):
                yield node


def _compared(test: ast.expr | ast.Assign) -> Iterator[ast.Name]:
    """Yield the names that a condition asks about, not those of what it calls."""
    match test:
        case (ast.Name() as name) | ast.Assign(value=ast.Name() as name):
            yield name
        case ast.UnaryOp(operand=inner):
            yield from _compared(inner)
        case ast.BoolOp(values=values):
            for each in values:
                yield from _compared(each)
        case ast.Compare(left=left, comparators=others):
            yield from (each for each in (left, *others) if isinstance(each, ast.Name))


def always_true(source: FunctionSource) -> Iterator[Place]:
    """
    A condition is always true.

    `{code}` in line {line} asks two things: the comparison, and whether what stands
    after `or` counts as true by itself. That it always does.

    Compare twice, `a == X or a == O`, or write `a in (X, O)`.
    """
    for node in source.nodes(ast.BoolOp):
        match node:
            case ast.BoolOp(
                op=ast.Or(),
                values=[
                    ast.Compare(left=left, ops=[ast.Eq()], comparators=[one]),
                    ast.Name() | ast.Constant() as other,
                ],
            ) if not _counts_as_false(other):
                either = ast.Tuple([one, other])
                yield Place(node, {node: ast.Compare(left, [ast.In()], [either])})


def _counts_as_false(node: ast.Name | ast.Constant) -> bool:
    return node.id == "EMPTY" if isinstance(node, ast.Name) else not node.value


def compared_for_stored(source: FunctionSource) -> Iterator[Place]:
    """
    `==` stands where `=` is meant.

    `{code}` in line {line} compares two things and forgets the answer: nothing is
    stored.

    One `=` stores a value, two compare.
    """
    for node in source.nodes(ast.Expr):
        match node.value:
            case ast.Compare(
                left=ast.Name() | ast.Subscript() as left,
                ops=[ast.Eq()],
                comparators=[value],
            ):
                yield Place(node, {node: ast.Assign([left], value)})


@all_and_each
def text_for_mark(source: FunctionSource) -> Iterator[Place]:
    """
    A text stands where a mark is meant.

    No cell ever holds what `{code}` in line {line} has in quotes: an empty cell holds
    EMPTY, which is None, and the marks are the capital letters X and O.

    Write X, O and EMPTY, without quotes.
    """
    for around in source.nodes(ast.AST):
        if isinstance(around, ast.Compare | ast.Return):
            for text in nodes_in([around], ast.Constant):
                if isinstance(text.value, str) and text.value in MEANT:
                    yield Place(around, {text: ast.Name(MEANT[text.value])})


@all_and_each
def given_up_early(source: FunctionSource) -> Iterator[Place]:
    """
    A loop gives up before it has looked at everything.

    `{code}` in line {line} ends the function in the middle of its loop, and what comes
    later is never looked at. Without it, every answer is right.

    Let the loop go on there, and give that answer only after its end.
    """
    for end in nodes_in(source.nodes(ast.For), ast.Return):
        if end.value is None or ast.unparse(end.value) in ("None", "False"):
            yield Place(end, {end: ast.Pass()})
