"""What of a notebook the assignment's functions need, and what that needs in turn."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set

from noughts.contract import NAMES, PARAMETERS
from noughts.notebooks.asking import DEFINITION
from noughts.notebooks.used_names import (
    IMPORT,
    UsedNames,
    bound_by,
    numbers,
    unchanging,
)

MOST_STEPS = 200_000  # from what changes a name to what calls that; most take a hundred
EMPTY = {"list", "dict", "set", "Counter", "OrderedDict", "deque"}  # `list()`


class EntangledError(Exception):
    """Too many functions call each other to follow what they change."""


def needed(
    rows: list[UsedNames],
    stays: Iterable[UsedNames],
    shows: Set[UsedNames],
    asks: dict[UsedNames, bool],
) -> set[UsedNames]:
    """
    Return what stays, and all that binds or changes a name which is needed.

    What stays, and no function of the assignment needs, has the names that it reads: it
    must not fail. What else changes these is not looked for.
    """
    links = NameLinks(rows, shows, asks)
    kept = _with_makers(
        NAMES, lambda name: [*links.makers[name], *links.changing(name)]
    )
    plain = {each for row in stays for each in row.beside}
    read = {name for row in plain - kept for name in row.reads}
    return kept | plain | _with_makers(read, links.makers.__getitem__)


def _with_makers(
    names: Iterable[str], makers: Callable[[str], list[UsedNames]]
) -> set[UsedNames]:
    """Return what makes these names, and all names that it reads in turn."""
    kept, seen, todo = set[UsedNames](), set[str](), [*names]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            for row in makers(name):
                todo.extend(row.later)
                if row not in kept:
                    kept.update(row.beside)
                    todo.extend(name for each in row.beside for name in each.reads)
    return kept


class NameLinks:
    """
    Which statements bind a name, change what it stands for, or call what does.

    Three kinds of statements count for less. One that only shows something, such as a
    call of `print`, binds nothing that is defined or imported, and changes no function,
    module or number that it hands on. One that always asks the user, who is not there,
    counts only for names that nothing else binds. One that asks only sometimes counts
    only for names that are bound to something empty, `[]` or None, and that no function
    of the assignment fills.
    """

    def __init__(
        self, rows: list[UsedNames], shows: Set[UsedNames], asks: dict[UsedNames, bool]
    ) -> None:
        self.asks, unasked = asks, [row for row in rows if row not in asks]
        self.steps = 0
        bound, classes = bound_by(unasked), bound_by(rows, ast.ClassDef)
        self.filled = _filled(rows, unasked, classes)
        self.marks = ({*NAMES} - {*PARAMETERS}) & bound
        self.runs = [_run(rows, name) for name in PARAMETERS]
        self.makers = defaultdict[str, list[UsedNames]](list)
        self.changers = defaultdict[str, list[UsedNames]](list)
        self.callers = defaultdict[UsedNames, list[UsedNames]](list)
        fixed = bound_by((row for row in rows if row not in shows), DEFINITION | IMPORT)
        same = unchanging(rows) - classes  # `Table.fill()`
        defined = defaultdict[str, list[UsedNames]](list)
        for row in rows:
            for name in row.binds | row.methods if row.defines else ():
                defined[name].append(row)
        for row in rows:
            known = set[str]()
            if row in asks:
                known = bound if asks[row] else self.filled
            again, handed = (fixed, same) if row in shows else (set(), set())
            for name in row.binds if row.defines else row.binds - again - known:
                self.makers[name].append(row)
            for name in row.changes - handed - known:
                self.changers[name].append(row)
            named = row.calls if row in shows else row.calls | row.reads  # `map(fill)`
            for called in (each for name in named for each in defined.get(name, [])):
                self.callers[called].append(row)

    def changing(self, name: str) -> Iterator[UsedNames]:
        """Yield what changes a name, by the functions it calls, too; no definition."""
        todo, seen = [*self.changers[name]], set[UsedNames]()
        while todo:
            row = todo.pop()
            if row in seen:
                continue
            seen.add(row)
            if name not in self.marks and not self._is_filled_by_all(name, row):
                self.steps += len(self.callers[row])
                if self.steps > MOST_STEPS:
                    raise EntangledError
                todo += (each for each in self.callers[row] if self._may(each, name))
            if not row.defines:
                yield row

    def _may(self, row: UsedNames, name: str) -> bool:
        """Return whether a call counts that changes a name: it need not ask for it."""
        return row not in self.asks or not (self.asks[row] or name in self.filled)

    def _is_filled_by_all(self, name: str, row: UsedNames) -> bool:
        """Return whether each function that reads a name calls what fills it."""
        fillers = row.binds | row.methods
        readers = [calls for reads, calls in self.runs if name in reads]
        is_memory = fillers & {*PARAMETERS} or name in row.looks_into
        return bool(is_memory and readers) and all(calls & fillers for calls in readers)


def _filled(
    rows: list[UsedNames], unasked: list[UsedNames], classes: set[str]
) -> set[str]:
    """Return the names that are bound to more than nothing, or that functions fill."""
    fresh = classes | {"defaultdict"}
    full = (row for row in unasked if not _is_fresh(row.assigned, fresh))
    anew = [r for r in unasked if r.binds & {*PARAMETERS} and not r.defines]
    return (
        bound_by(full)
        | numbers(rows)
        | {name for row in _used(rows, PARAMETERS) for name in row.changes}
        | {name for row in anew for name in row.reads}
    )


def _is_fresh(value: ast.expr | None, classes: set[str]) -> bool:
    """Return whether something is to be filled: `[]`, `{}`, `None`, `[[]] * 3`."""
    match value:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            return all(_is_fresh(each, classes) for each in parts)
        case (
            ast.ListComp(elt=part)
            | ast.DictComp(value=part)
            | ast.BinOp(left=ast.List() as part, op=ast.Mult())
        ):
            return _is_fresh(part, classes)
        case ast.Call(func=ast.Name(id=name), args=parts):
            return name in classes or (name in EMPTY and not parts)
    return isinstance(value, ast.Constant) and value.value is None


def _run(rows: list[UsedNames], function: str) -> tuple[set[str], set[str]]:
    """Return what a function reads and what it calls, through others, too; itself."""
    used = _used(rows, [function])
    reads = {name for row in used for name in row.later}
    return reads, {function, *(name for row in used for name in row.calls)}


def _used(rows: list[UsedNames], roots: Iterable[str]) -> set[UsedNames]:
    """Return the definitions of these functions, and those that they use."""
    made = {name: row for row in rows if row.defines for name in row.binds}
    used, todo = set[UsedNames](), [*roots]
    while todo:
        row = made.get(todo.pop())
        if row and row not in used:
            used.add(row)
            todo.extend(row.later)
    return used
