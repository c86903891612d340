"""A slip is looked for in the text, changed there, and asked again."""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import NamedTuple

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.record import Misconception
from noughts.checker.slips.syntax import AnyNode, nodes_in
from noughts.observe.rewriting import Change, rewritten
from noughts.words.said import Said

LONGEST = 60  # characters of code that are shown


class Place(NamedTuple):
    """Where a file may be wrong, and what to change there."""

    node: ast.AST
    change: Change
    parts: "tuple[Place, ...]" = ()  # that are changed at once, if there are several


class FunctionSource(NamedTuple):
    """A search, or a rule, as it is written: the file, and the functions in it."""

    tree: ast.Module
    functions: list[ast.FunctionDef]
    deep: bool = False  # whether it was seen to look further than one move

    @property
    def names(self) -> set[str]:
        return {function.name for function in self.functions}

    def nodes(self, kind: type[AnyNode]) -> Iterator[AnyNode]:
        """Yield the nodes of a kind in its functions, in the order of the text."""
        return nodes_in(self.functions, kind)


Finder = Callable[[FunctionSource], Iterator[Place]]
Witness = Callable[[FunctionSource, AnswerSheet], ast.AST | None]


class Slip(NamedTuple):
    """A slip that a file may have, and the file without it."""

    tree: ast.Module
    finder: Finder
    place: Place
    function: str

    @property
    def misconception(self) -> Misconception:
        return described(self.finder, self.place.node, self.function)

    @property
    def source(self) -> str:
        """Return the file without the slip, one character for each byte."""
        return changed(self.tree, self.place.change)

    def without(self, part: Place) -> "Slip":
        """Return the slip with one of its places left as it is."""
        others = [each for each in self.place.parts if each is not part]
        return self._replace(place=merged(others))


def together(finder: Finder) -> Finder:
    """Return a finder whose places are all changed at once, and only so."""

    @wraps(finder)
    def as_one(source: FunctionSource) -> Iterator[Place]:
        if places := list(finder(source)):
            yield merged(places)

    return as_one


def merged(places: Sequence[Place]) -> Place:
    """Return the changes of several places as one, shown at the first of them."""
    change = {old: new for place in places for old, new in place.change.items()}
    return Place(places[0].node, change, tuple(places))


def all_and_each(finder: Finder) -> Finder:
    """Return a finder whose places are changed all at once, and then each by itself."""

    @wraps(finder)
    def as_one_and_each(source: FunctionSource) -> Iterator[Place]:
        places = list(finder(source))
        if len(places) > 1:
            yield merged(places)
        yield from places

    return as_one_and_each


def described(
    told: Finder | Witness, node: ast.AST, function: str = "minimax"
) -> Misconception:
    """Return a slip in words, with its place in the file."""
    line, code = shown_place(node)
    key = f"misconceptions.{told.__name__}"
    return Misconception(
        told.__name__,
        function,
        Said(f"{key}.title"),
        Said(f"{key}.explanation", line=line, shown=code),
        Said(f"{key}.hint", line=line, shown=code),
        line=line,
        code=code,
    )


def shown_place(node: ast.AST) -> tuple[int, str]:
    """Return the line of a node and how its text begins, as a student reads it."""
    return getattr(node, "lineno", 0), ast.unparse(node).split("\n")[0][:LONGEST]


def changed(tree: ast.Module, change: Change) -> str:
    """Return the source with some nodes replaced, one character for each byte."""
    return rewritten(tree, change).encode("utf-8").decode("latin-1")
