"""
A cache of answers that an alteration cannot change.

A function depends on the statements of its file that its names lead to. If these are
unaltered, its answers to the same questions, with the same setup, are reused.
"""

import ast
from collections import defaultdict
from collections.abc import Collection
from functools import cache, lru_cache

from alterations import STYLES, read

from noughts.checker.asking import Answers, Ask, Driver
from noughts.contract import PARAMETERS

Key = tuple[str, str, str]  # the statements, what is added to them, the questions


class Replayed:
    """A driver that asks another one only what an alteration may have changed."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.known = dict[Key, Answers]()

    def __call__(self, asked: Ask) -> Answers:
        """Return the answers; those that are known need not be asked for."""
        key = self.key_of(asked)
        if key in self.known:
            return self.known[key]
        answers = self.driver(asked)
        if key and None not in answers and not any(a.absent for a in answers):
            self.known[key] = answers
        return answers

    def key_of(self, asked: Ask) -> Key | None:
        """Return by what answers are remembered; None if they may be altered."""
        function = asked.function if asked.function in PARAMETERS else "minimax"
        if asked.function == "survey":
            return None
        right = frozenset(asked.setup.get("right", ()))
        leads_to = statements(asked.source, function, right)
        if leads_to not in originals(function, right):
            return None
        return leads_to, repr(asked.setup), repr((asked.function, asked.questions))


def is_unaltered(source: str, function: str) -> bool:
    """Return whether everything that a function depends on is unaltered."""
    return statements(source, function, frozenset()) in originals(function, frozenset())


@cache
def originals(function: str, without: frozenset[str]) -> frozenset[str]:
    """Return what a function depends on in each of the engines."""
    return frozenset(statements(read(style), function, without) for style in STYLES)


@lru_cache(maxsize=200)
def statements(source: str, function: str, without: Collection[str]) -> str:
    """Return the top-level statements that a function depends on, as text."""
    used = set[int]()
    binds, names, texts = _file(source)
    todo, seen = [function], set(without)
    while todo:
        if (name := todo.pop()) in seen:
            continue
        seen.add(name)
        for place in binds.get(name, ()):
            if place not in used:
                used.add(place)
                todo += names[place]
    return "\n".join(texts[place] for place in sorted(used))


@lru_cache(maxsize=4)
def _file(source: str) -> tuple[dict[str, set[int]], list[set[str]], list[str]]:
    """Return which statements belong to a name, their names, and their texts."""
    body = ast.parse(source).body
    names = [
        {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        for statement in body
    ]
    binds = defaultdict[str, set[int]](set)
    for place, statement in enumerate(body):
        if isinstance(statement, ast.FunctionDef):
            binds[statement.name].add(place)
            continue
        for name in names[place]:
            binds[name].add(place)
    # What can be changed belongs to all who know its name: they may change it.
    for statement in body:
        if isinstance(statement, ast.Assign) and not _is_plain(statement.value):
            for target in statement.targets:
                for name in {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}:
                    binds[name] |= {p for p, used in enumerate(names) if name in used}
    return binds, names, [ast.dump(statement) for statement in body]


def _is_plain(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant | ast.Name)
