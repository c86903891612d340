"""Which functions a program has by which names, as its text says: nothing is run."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from noughts.checker.source_text import is_placeholder
from noughts.contract import PARAMETERS
from noughts.notebooks.notebook import DEFINITION
from noughts.sandbox.own_modules import (
    BLOCK,
    blocks,
    import_stems,
    last_name,
    statements,
)

FUNCTIONS = frozenset(PARAMETERS)
GIVEN = "initial_state"  # which everybody is given, written
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
TAKEN = re.compile(
    r"^[ \t]*from[ \t]+\S+[ \t]+import\b[ \t]*(\([^()]*\)|.*)", re.MULTILINE
)


class ProgramPart(NamedTuple):
    """A file, or a cell of a notebook."""

    text: str
    body: list[ast.stmt] | None = None  # None: Python cannot read it, or not in time


def part_of(source: bytes) -> ProgramPart:
    """Return a file as Python reads it, if it can."""
    lines = re.split(r"\r\n?|\n", source.decode("latin-1"))
    return ProgramPart("\n".join(lines), statements(source))


@dataclass(frozen=True)
class Bindings:
    """
    What a program, or a module of some name, binds at its top level.

    A name is a function's where it is defined, as a class too, or is only another name
    of what is defined somewhere: `player = X` and `winner = play()` are none. What is
    made of functions may be one, as `minimax = cache(search)`, or what came of a game:
    it is there, and not defined.
    """

    module: str = ""
    defined: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)  # defined anywhere: methods, too
    equal: set[tuple[str, str]] = field(default_factory=set)  # `minimax = engine.best`
    made: set[tuple[str, str]] = field(default_factory=set)  # `= cache(search)`
    taken: set[str] = field(default_factory=set)  # from modules, by name
    stars: set[str] = field(default_factory=set)  # modules from which all is taken
    written: set[str] = field(default_factory=set)  # functions that do something
    idle: set[str] = field(default_factory=set)  # those as everybody is given them

    @property
    def own(self) -> frozenset[str]:
        """Return the functions of the assignment that it defines."""
        return FUNCTIONS & (self.defined | called_like(self.equal, self.inside))

    def joined(self, modules: "Mapping[str, Bindings]") -> frozenset[str]:
        """Return the functions of the assignment that it has with these modules."""
        inside = {n for each in (self, *modules.values()) for n in each.inside}
        found, seen, todo = set[str](), set[str](), [self]
        while todo:
            each = todo.pop()
            found |= each.own | each.taken
            found |= called_like(each.equal | each.made, inside)
            new = each.stars & modules.keys() - seen
            seen |= new
            todo += [modules[name] for name in new]
        return FUNCTIONS & found

    def add(self, part: ProgramPart) -> None:
        """Enter what a part of the program binds."""
        if part.body is None:
            self.defined.update(DEFINITION.findall(part.text))
            taken = " ".join(TAKEN.findall(part.text))
            self.taken.update(re.findall(r"\w+", taken))
            self.written.update(FUNCTIONS)  # for all we know
            return
        for node in blocks(part.body):
            if isinstance(node, FUNCTION | ast.ClassDef):
                self.inside.add(node.name)
                (self.idle if _is_idle(node) else self.written).add(node.name)
        for node in _top_level(part.body):
            self._enter(node)

    def _enter(self, node: ast.AST) -> None:
        if isinstance(node, FUNCTION | ast.ClassDef):
            self.defined.add(node.name)
        if isinstance(node, ast.ImportFrom):
            names = {each.asname or each.name for each in node.names}
            self.taken.update(names)
            self.stars.update(import_stems(node, self.module) if "*" in names else ())
        for name, value in _assigned(node):
            if isinstance(value, ast.Lambda):
                self.defined.add(name)
                self.inside.add(name)
                self.written.add(name)
            pairs = self.equal if last_name(value) else self.made
            pairs.update((name, last_name(each)) for each in _stood_for(value))


def called_like(pairs: set[tuple[str, str]], names: set[str]) -> set[str]:
    """Return what is only another name of one of these."""
    return {name for name, other in pairs if other in names}


def bindings(parts: Iterable[ProgramPart], module: str = "") -> Bindings:
    """Return what a program binds."""
    found = Bindings(module)
    for part in parts:
        found.add(part)
    return found


def bindings_of(modules: Mapping[str, str | None]) -> dict[str, Bindings]:
    """Return what each of the student's own modules binds."""
    return {
        name: bindings([part_of(source.encode("latin-1"))], name)
        for name, source in modules.items()
        if source is not None
    }


def _is_idle(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Return whether it is given, or does no more than to say it is not written."""
    return isinstance(node, FUNCTION) and (
        node.name == GIVEN or all(map(is_placeholder, node.body))
    )


def _top_level(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield what is run when a module is imported."""
    todo: list[ast.AST] = [*body]
    while todo:
        yield (node := todo.pop())
        if not isinstance(node, FUNCTION | ast.ClassDef) and not _is_main(node):
            todo += [n for n in ast.iter_child_nodes(node) if isinstance(n, BLOCK)]


def _is_main(node: ast.AST) -> bool:
    """Return whether it is `if __name__ == "__main__":`."""
    asked = ast.walk(node.test) if isinstance(node, ast.If) else ()
    return any(last_name(each) == "__name__" for each in asked)


def _stood_for(value: ast.expr) -> Iterator[ast.expr]:
    """Yield what a value may be another name of: as it is, by choice or wrapped."""
    todo = [value]
    while todo:
        match todo.pop():
            case ast.IfExp(body=one, orelse=other):
                todo += [one, other]
            case ast.Call(args=given):
                todo += given
            case other:
                yield other


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that an assignment binds, each with its value."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case ast.AnnAssign(target=only, value=ast.expr() as value):
            targets = [only]
        case _:
            return
    for target in targets:
        match target, value:
            case ast.Name(id=name), _:
                yield name, value
            case ast.Tuple(elts=names), ast.Tuple(elts=values):
                for each, its in zip(names, values, strict=False):
                    if isinstance(each, ast.Name):
                        yield each.id, its
