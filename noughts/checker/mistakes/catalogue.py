"""The rows of the catalogue: where a mistake may be in a file, and how to repair it."""

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import islice, product
from typing import Any, NamedTuple

from noughts.checker.mistakes import patterns
from noughts.checker.mistakes.conditions import CONDITIONS, Place
from noughts.checker.mistakes.finders import FINDERS
from noughts.checker.mistakes.patterns import parse, text
from noughts.checker.mistakes.scope import CHOICES, Match, Scope, is_kind, position
from noughts.game.contract import RULES

GROUPS = {"any": (*RULES, "minimax"), "rules": RULES, "search": ("minimax",)}
MOST_MATCHES = 60  # matches of one pattern
LONGEST = 60  # characters of code in a message
MOST_SHOWN = 2  # different pieces of code in a message

Pair = tuple[str, str]


@dataclass(frozen=True)
class Mistake:
    """A row of the catalogue; `mistakes.toml` explains the fields."""

    name: str
    of: tuple[str, ...]
    pairs: Sequence[Pair] = ()
    answers: str = ""
    seen: Sequence[str] = ()
    finder: str = ""
    make: Sequence[Pair] | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    also: Sequence[str] = ()
    without: Sequence[str] = ()
    inside: str = ""
    holds: str = ""
    places: str = "each"
    show: str = ""
    symptom: bool = False


@cache
def catalogue() -> dict[str, Mistake]:
    """Return every row by its name, in the order of trial."""
    source = (files("noughts.checker.mistakes") / "mistakes.toml").read_text("utf-8")
    return {name: read_row(name, row) for name, row in tomllib.loads(source).items()}


def read_row(name: str, row: Mapping[str, Any]) -> Mistake:
    """Return a row of the table as a mistake; `noughts.texts` has its texts."""
    texts = {key for key, each in row.items() if type(each) is dict and "title" in each}
    fields = {key: row[key] for key in row if key not in texts}
    of = fields.pop("of").split()
    functions = [each for word in of for each in GROUPS.get(word, (word,))]
    return Mistake(name, tuple(functions), **fields)


# --- Repairs ----------------------------------------------------------------


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
    def changes(self) -> patterns.Rewriting:
        """The nodes that are replaced, and what replaces each."""
        return {place.node: place.new for place in reversed(self.places)}

    @property
    def lines(self) -> list[int]:
        """The lines that are changed."""
        return sorted({position(place.shown)[0] for place in self.places})

    @property
    def parts(self) -> dict[str, Any]:
        """The values for the placeholders in the row's texts."""
        value = first_line(self.places[0].bindings.get("v", ""))
        return {"shown": self.shown, "lines": self.lines, "v": value}

    @property
    def shown(self) -> str:
        """The code at fault; where it differs from place to place, some of each."""
        places = sorted(self.places, key=lambda place: position(place.shown))
        codes = [*dict.fromkeys(first_line(place.shown) for place in places)]
        more = ["..."] if len(codes) > MOST_SHOWN else []
        return "; ".join(codes[:MOST_SHOWN] + more)


def repaired(several: Sequence[Repair]) -> str:
    """Return a file with several repairs."""
    change = dict[ast.AST, Any]()
    for repair in reversed(several):
        change |= repair.changes
    return patterns.rewrite(several[0].tree, change)


def first_line(code: Any) -> str:
    """Return the first line of code, shortened for a message."""
    lines = text(code).split("\n")
    if isinstance(code, ast.FunctionDef):
        lines = lines[len(code.decorator_list) :]
    return lines[0][:LONGEST]


def repairs(tree: ast.Module, function: str) -> Iterator[Repair]:
    """Yield the possible repairs of a function, in the order of trial."""
    scope = Scope(tree, function)
    for mistake in catalogue().values():
        if function in mistake.of and scope.functions:
            found = [*find_places(mistake, scope, mistake.pairs)]
            if mistake.finder:
                found = [*islice(FINDERS[mistake.finder](scope), MOST_MATCHES)]
            if "each" in mistake.places:
                yield from (Repair(mistake, tree, (place,)) for place in found)
            if "function" in mistake.places:
                groups = places_by_function(scope, found)
                yield from (Repair(mistake, tree, group) for group in groups)
            if "all" in mistake.places and len(found) > ("each" in mistake.places):
                yield Repair(mistake, tree, tuple(found))


def places_by_function(
    scope: Scope, places: Sequence[Place]
) -> Iterator[tuple[Place, ...]]:
    """Yield the places of each function that has several."""
    groups = dict[ast.FunctionDef, list[Place]]()
    for place in places:
        groups.setdefault(scope.function_of(place.node), []).append(place)
    yield from (tuple(group) for group in groups.values() if len(group) > 1)


def find_places(
    mistake: Mistake, scope: Scope, pairs: Sequence[Pair]
) -> Iterator[Place]:
    """Yield the places of wrong code, each with the right code to write there."""
    for wrong, right in pairs:
        template = parse(right)
        for node, known in find_matches(mistake, scope, wrong):
            unbound = [name for name in mistake.where if name not in known]
            choices = [CHOICES[mistake.where[name]](scope, node) for name in unbound]
            for chosen in product(*choices):
                codes = (parse(name).nodes[0] for name in chosen)
                bindings = {**known, **dict(zip(unbound, codes, strict=True))}
                new: Any = patterns.write(template.nodes, bindings)
                if not template.is_statement:
                    (new,) = new
                place = Place(node, new, bindings.get(mistake.show, node), bindings)
                if text(new) != text(node) and meets_condition(mistake, scope, place):
                    yield place


def meets_condition(mistake: Mistake, scope: Scope, place: Place) -> bool:
    """Return whether what the row says is true of this place."""
    return not mistake.holds or CONDITIONS[mistake.holds](scope, place)


def find_matches(mistake: Mistake, scope: Scope, pattern: str) -> Iterator[Match]:
    """Yield the matches of a pattern that meet all conditions of its row."""
    where, inside = mistake.where, mistake.inside
    matches = (
        (node, known)
        for node, known in scope.find(pattern)
        if all(is_kind(where[n], known[n], scope, node) for n in where if n in known)
        and (
            not inside
            or any(is_kind(inside, n, scope, n) for n in scope.ancestors(node))
        )
    )
    for node, known in islice(matches, MOST_MATCHES):
        also = [any(scope.find(each, known)) for each in mistake.also]
        without = [any(scope.find(each, known)) for each in mistake.without]
        if (any(also) or not also) and not any(without):
            yield node, known


def sightings(tree: ast.Module, function: str) -> Iterator[Repair]:
    """Yield mistakes that the source shows but no pattern can repair."""
    scope = Scope(tree, function)
    for mistake in catalogue().values():
        for pattern in mistake.seen if function in mistake.of else ():
            for node, known in find_matches(mistake, scope, pattern):
                place = Place(node, node, known.get(mistake.show, node), known)
                if meets_condition(mistake, scope, place):
                    yield Repair(mistake, tree, (place,))
