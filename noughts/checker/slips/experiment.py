"""A slip is looked for in the text, changed there, and asked again."""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.misconceptions import paragraphs
from noughts.checker.record import Misconception
from noughts.checker.slips.syntax import searching

MOST = 40  # changes that are tried for one file
LONGEST = 60  # characters of code that are shown

# What stands in the place of a node: another one, or several statements.
Change = Mapping[ast.AST, ast.AST | list[ast.stmt]]


class Place(NamedTuple):
    """Where a file may be wrong, and what to change there."""

    node: ast.AST
    change: Change


class Slip(NamedTuple):
    """A slip that a file may have, and the file without it."""

    misconception: Misconception
    source: str  # one character for each byte


Finder = Callable[[ast.Module, list[ast.FunctionDef]], Iterator[Place]]
Witness = Callable[[ast.Module, list[ast.FunctionDef], AnswerSheet], ast.AST | None]
PROVED: list[Finder] = []
SEEN: list[Witness] = []


def proved(finder: Finder) -> Finder:
    """Enter a slip that an experiment proves."""
    PROVED.append(finder)
    return finder


def seen(witness: Witness) -> Witness:
    """Enter a slip that text and calls show together."""
    SEEN.append(witness)
    return witness


def shown_by(tree: ast.Module, sheet: AnswerSheet) -> Misconception | None:
    """Return the first slip that the text and the answers of minimax show."""
    functions = searching(tree)
    for witness in SEEN:
        if node := witness(tree, functions, sheet):
            return described(witness, node)
    return None


def suspected(tree: ast.Module) -> Iterator[Slip]:
    """Yield the slips that the text allows, each with a file in which it is fixed."""
    functions = searching(tree)
    places = ((finder, place) for finder in PROVED for place in finder(tree, functions))
    for _, (finder, place) in zip(range(MOST), places, strict=False):
        yield Slip(described(finder, place.node), changed(tree, place.change))


def described(told: Finder | Witness, node: ast.AST) -> Misconception:
    """Return a slip in words, with its place in the file."""
    title, explanation, hint = paragraphs(told)
    line, code = shown_place(node)
    place = {"line": line, "code": code}
    return Misconception(
        told.__name__,
        "minimax",
        title,
        explanation.format(**place),
        hint.format(**place),
        line=line,
        code=code,
    )


def shown_place(node: ast.AST) -> tuple[int, str]:
    """Return the line of a node and how its text begins, as a student reads it."""
    return getattr(node, "lineno", 0), ast.unparse(node).split("\n")[0][:LONGEST]


def changed(tree: ast.Module, change: Change) -> str:
    """Return the source with some nodes replaced, one character for each byte."""
    twin = copy.deepcopy(tree)
    pairs = zip(ast.walk(tree), ast.walk(twin), strict=True)
    instead = {id(new): change[old] for old, new in pairs if old in change}

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return instead.get(id(node)) or self.generic_visit(node)

    fixed = ast.fix_missing_locations(Replace().visit(twin))
    return ast.unparse(fixed).encode("utf-8").decode("latin-1")
