"""Engines with exactly one mistake, for trying out tests, checkers and players."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from noughts.checker.mistakes.catalogue import Mistake, Repair, catalogue, find_places
from noughts.checker.mistakes.scope import Scope

scope_of = lru_cache(maxsize=8)(Scope)


class FaultyEngine(NamedTuple):
    """The source of an engine with one mistake in one function."""

    mistake: Mistake
    function: str
    source: str

    @property
    def name(self) -> str:
        return self.mistake.name


def correct_engine() -> str:
    """Return the source of an engine without a mistake."""
    return (files("noughts.checker.mistakes") / "engine.txt").read_text("utf-8")


@cache
def faulty_engines() -> tuple[FaultyEngine, ...]:
    """Return one faulty engine for each mistake that can be made."""
    tree = ast.parse(correct_engine())
    first = (next(make_mistakes(tree, each), None) for each in catalogue().values())
    return tuple(engine for engine in first if engine)


def faulty_engine(name: str) -> FaultyEngine:
    """Return an engine with the named mistake; StopIteration if it cannot be made."""
    return next(make_mistakes(ast.parse(correct_engine()), catalogue()[name]))


def make_mistakes(tree: ast.Module, mistake: Mistake) -> Iterator[FaultyEngine]:
    """Yield an engine with a mistake for every place that allows it."""
    pairs, row = mistake.make, Mistake(mistake.name, mistake.of)
    if pairs is None:
        pairs = [(right, wrong) for wrong, right in mistake.pairs]
        row = replace(mistake, holds="")  # which is true only of the mistake
    for function in mistake.of:
        for place in find_places(row, scope_of(tree, function), pairs):
            source = Repair(mistake, tree, (place,)).source
            yield FaultyEngine(mistake, function, f"{source}\n")
