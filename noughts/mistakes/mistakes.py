"""The rows of the catalogue: where a mistake may be in a file, and how to repair it."""

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import islice, product
from typing import Any, NamedTuple

from noughts.contract import PARAMETERS
from noughts.mistakes import patterns
from noughts.mistakes.patterns import Bindings, parse, text
from noughts.mistakes.scope import CHOICES, KINDS, Match, Scope, position

RULES = tuple(PARAMETERS)[1:-1]  # player to utility
FUNCTIONS = {"any": (*RULES, "minimax"), "rules": RULES, "search": ("minimax",)}
MOST_PLACES = 40  # places changed by one repair
MOST_MATCHES = 60  # matches of one pattern
LONGEST = 60  # characters of code in a message

Pair = tuple[str, str]


@dataclass(frozen=True)
class Mistake:
    """A row of the catalogue; `mistakes.toml` explains the fields."""

    name: str
    of: tuple[str, ...]
    pairs: Sequence[Pair] = ()
    answers: str = ""
    seen: Sequence[str] = ()
    make: Sequence[Pair] | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, str] = field(default_factory=dict)
    also: Sequence[str] = ()
    without: Sequence[str] = ()
    inside: str = ""
    places: str = "each"
    show: str = ""
    symptom: bool = False
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@cache
def catalogue() -> dict[str, Mistake]:
    """Return every row by its name, in the order of trial."""
    source = (files("noughts.mistakes") / "mistakes.toml").read_text("utf-8")
    return {name: read_row(name, row) for name, row in tomllib.loads(source).items()}


def read_row(name: str, row: Mapping[str, Any]) -> Mistake:
    """Return a row of the table as a mistake."""
    languages = {key: row[key] for key in row if key in ("en", "pt-BR")}
    fields = {key: row[key] for key in row if key not in languages}
    of = fields.pop("of").split()
    functions = [each for word in of for each in FUNCTIONS.get(word, (word,))]
    return Mistake(name, tuple(functions), texts=languages, **fields)


# --- Repairs ----------------------------------------------------------------


class Place(NamedTuple):
    """Where a mistake is, and what to write there."""

    shown: ast.AST
    bindings: Bindings
    change: patterns.Change


class Repair(NamedTuple):
    """A file with one mistake repaired, in one place or in several."""

    mistake: Mistake
    tree: ast.Module
    places: tuple[Place, ...]

    @property
    def source(self) -> str:
        """The repaired file."""
        return repaired([self])

    @property
    def changes(self) -> patterns.Change:
        """The nodes that are replaced, and what replaces each."""
        found = dict[ast.AST, Any]()
        for place in self.places:
            found |= {k: v for k, v in place.change.items() if k not in found}
        return found

    @property
    def lines(self) -> list[int]:
        """The lines that are changed."""
        return sorted({position(place.shown)[0] for place in self.places})

    @property
    def parts(self) -> dict[str, Any]:
        """The values for the placeholders in the row's texts."""
        place = self.places[0]
        value = first_line(place.bindings.get("v", ""))
        return {"shown": first_line(place.shown), "lines": self.lines, "v": value}

    def without(self, place: Place) -> "Repair":
        """Return the repair with one of its places left as it is."""
        return self._replace(places=tuple(p for p in self.places if p is not place))


def repaired(several: Sequence[Repair]) -> str:
    """Return a file with several repairs."""
    change = dict[ast.AST, Any]()
    for repair in reversed(several):
        change |= repair.changes
    return patterns.rewrite(several[0].tree, change)


def first_line(code: Any) -> str:
    """Return the first line of code, shortened for a message."""
    return text(code).split("\n")[0][:LONGEST]


def repairs(tree: ast.Module, function: str) -> Iterator[Repair]:
    """Yield the possible repairs of a function, in the order of trial."""
    scope = Scope(tree, function)
    for mistake in catalogue().values():
        if function in mistake.of and scope.functions:
            found = [*find_places(mistake, scope, mistake.pairs)]
            for some in group_places(mistake, found):
                if len(some) <= MOST_PLACES:
                    yield Repair(mistake, tree, some)


def group_places(
    mistake: Mistake, found: Sequence[Place]
) -> Iterator[tuple[Place, ...]]:
    """Yield the groups of places to change together."""
    if "all" in mistake.places and found:
        yield tuple(found)
    if "each" in mistake.places and not ("all" in mistake.places and len(found) == 1):
        yield from ((place,) for place in found)


def find_places(
    mistake: Mistake, scope: Scope, pairs: Sequence[Pair]
) -> Iterator[Place]:
    """Yield where the first pattern of a pair matches, with what the second writes."""
    for wrong, right in pairs:
        template = parse(right)
        whole = template.is_statement
        for nodes, known in find_matches(mistake, scope, wrong):
            choices = [CHOICES[kind](scope, nodes[0]) for kind in mistake.each.values()]
            for chosen in product(*choices):
                bindings = {**known, **dict(zip(mistake.each, chosen, strict=True))}
                old: Any = nodes if whole else nodes[0]
                try:
                    new = patterns.write(
                        template.nodes if whole else template.nodes[0], bindings
                    )
                except KeyError:  # a placeholder is unbound: the row does not fit here
                    continue
                if text(new) != text(old):
                    shown = bindings.get(mistake.show, nodes[0])
                    change = {nodes[0]: (new, len(nodes)) if whole else new}
                    yield Place(shown, bindings, change)


def find_matches(mistake: Mistake, scope: Scope, pattern: str) -> Iterator[Match]:
    """Yield the matches of a pattern that meet all conditions of its row."""
    inside = KINDS.get(mistake.inside)
    matches = (
        (nodes, known)
        for nodes, known in scope.find(parse(pattern))
        if all(KINDS[mistake.where[n]](known.get(n), scope) for n in mistake.where)
        and (not inside or any(inside(n, scope) for n in scope.ancestors(nodes[0])))
    )
    for nodes, known in islice(matches, MOST_MATCHES):
        also = [scope.contains(each, known) for each in mistake.also]
        without = [scope.contains(each, known) for each in mistake.without]
        if (any(also) or not also) and not any(without):
            yield nodes, known


def sightings(tree: ast.Module, function: str) -> Iterator[Repair]:
    """Yield the mistakes that are seen in the source and cannot be repaired there."""
    scope = Scope(tree, function)
    for mistake in catalogue().values():
        for pattern in mistake.seen if function in mistake.of else ():
            for nodes, known in find_matches(mistake, scope, pattern):
                shown = known.get(mistake.show, nodes[0])
                yield Repair(mistake, tree, (Place(shown, known, {}),))
