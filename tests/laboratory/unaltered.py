"""
What an alteration cannot reach answers as before, and need not be asked again.

A function hangs on the statements of its file that its names lead to. Where these are
those of the engine before it was altered, its replies to the judge are remembered: for
the same question, with the same functions of ours in the process. A thousand mutants
are otherwise asked the same questions about the same functions a thousand times.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache

from alterations import STYLES, read

from noughts.checker.rounds import END, Call, Reply, Round
from noughts.contract import PARAMETERS

Driver = Callable[[Round], Iterator[Reply]]
Key = tuple[str, str, str]  # the statements, what is added to them, the question
KEPT = ("ok", "raised")  # replies that hang on nothing but the file


class Replayed:
    """A driver that asks another one only what an alteration can have changed."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.known = dict[Key, Reply]()

    def __call__(self, asked: Round) -> Iterator[Reply]:
        """Yield the replies to a round, those that are known first."""
        keys = [self.key_of(asked, call) for call in asked.calls]
        todo = list[int]()
        for number, key in enumerate(keys):
            if key in self.known:
                yield self.known[key]._replace(number=number)
            else:
                todo.append(number)
        if not todo and keys:
            yield Reply(END, "done")
            return
        less = asked._replace(calls=[asked.calls[number] for number in todo])
        for reply in self.driver(less):
            if reply.number == END:
                yield reply
                return
            number = todo[reply.number] if reply.number >= 0 else reply.number
            key = keys[number] if number >= 0 else None
            if key and reply.status in KEPT:
                self.known[key] = reply
            yield reply._replace(number=number)

    def key_of(self, asked: Round, call: Call) -> Key | None:
        """Return by what a reply is remembered; None if it may have been altered."""
        function = call.about if call.about in PARAMETERS else "minimax"
        if call.function == "survey":
            return None
        leads_to = statements(asked.source, function, replaced(asked.extension))
        if leads_to not in originals(function, replaced(asked.extension)):
            return None
        return leads_to, asked.extension, repr(call)


def is_unaltered(source: str, function: str) -> bool:
    """Return whether nothing that a function hangs on differs from its engine's."""
    return statements(source, function, frozenset()) in originals(function, frozenset())


@cache
def originals(function: str, without: frozenset[str]) -> frozenset[str]:
    """Return what a function hangs on in each of the engines."""
    return frozenset(statements(read(style), function, without) for style in STYLES)


@lru_cache(maxsize=200)
def replaced(extension: str) -> frozenset[str]:
    """Return the functions that are replaced by right ones in the process."""
    last = extension.rstrip().rpartition("\n")[2]
    if not last.startswith("SETUP.update("):
        return frozenset()
    setup = ast.literal_eval(last.removeprefix("SETUP.update(").removesuffix(")"))
    return frozenset(setup["right"])


@lru_cache(maxsize=200)
def statements(source: str, function: str, without: Collection[str]) -> str:
    """Return the statements at the top of a file that a function hangs on, as text."""
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
