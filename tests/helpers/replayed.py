"""
A cache of answers that a change of the file cannot have changed.

A function depends on the statements of its file that its names lead to. If these are
the same, its answers to the same questions, with the same setup, are reused.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache

from noughts.checker.asking import Answers, Ask, Driver
from noughts.game.contract import PARAMETERS
from noughts.texts.safe_text import NOT_PYTHON

Key = tuple[str, str, str]  # the statements, what is added to them, the questions
MOST = 60  # requests whose answers are kept
# Files with these names may depend on more than names show.
TRICKS = {
    "global",
    "globals",
    "vars",
    "setattr",
    "exec",
    "eval",
    "sys",
    "gc",
    "inspect",
}


class Replayed:
    """A driver that asks another one only for answers that are not known."""

    def __init__(
        self, driver: Driver, keeps: Callable[[str, str, frozenset[str]], bool]
    ) -> None:
        self.driver, self.keeps = driver, keeps
        self.known = dict[Key, Answers]()

    def __call__(self, asked: Ask) -> Answers:
        """Return the answers, from the cache if possible."""
        key = self.key_of(asked)
        if key in self.known:
            return [*self.known[key]]
        answers = self.driver(asked)
        # A traceback contains line numbers, and the key does not.
        if key and all(a and not a.no_answer and not a.traceback for a in answers):
            self.known[key] = answers
            if len(self.known) > MOST:
                del self.known[next(iter(self.known))]
        return answers

    def key_of(self, asked: Ask) -> Key | None:
        """Return the key of these answers; None if they are not cached."""
        function, right = asked.function, frozenset(asked.setup.get("right", ()))
        if function not in PARAMETERS or asked.fresh:
            return None
        try:
            leads_to = statements(asked.source, function, right)
        except NOT_PYTHON:
            return None
        if not leads_to or not self.keeps(leads_to, function, right):
            return None
        return leads_to, repr(asked.setup), repr((function, asked.questions))


@lru_cache(maxsize=200)
def statements(source: str, function: str, without: Collection[str]) -> str:
    """Return the statements that a function depends on; empty if unsure."""
    used = set[int]()
    binds, names, texts = _file(source)
    if TRICKS & set[str]().union(*names):
        return ""
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
    names = [set(_names(statement)) for statement in body]
    binds = defaultdict[str, set[int]](set)
    for place, statement in enumerate(body):
        if isinstance(statement, ast.FunctionDef):
            binds[statement.name].add(place)
            continue
        for name in names[place]:
            binds[name].add(place)
    # Every statement that uses the name of a mutable value may change it.
    for statement in body:
        if isinstance(statement, ast.Assign) and not _is_plain(statement.value):
            for target in statement.targets:
                for name in {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}:
                    binds[name] |= {p for p, used in enumerate(names) if name in used}
    return binds, names, [ast.dump(statement) for statement in body]


def _names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement uses; "global" if it declares one."""
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]
            case ast.Global():
                yield "global"


def _is_plain(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant | ast.Name)
