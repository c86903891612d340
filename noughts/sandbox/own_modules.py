"""What a file imports of the student's own, and where that lies."""

import ast
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from noughts.contract import LARGEST_FILE, MODULE_NAME
from noughts.text import NOT_PYTHON, can_be_parsed

TRY = ast.Try | ast.TryStar
IMPORT = ast.Import | ast.ImportFrom
BLOCK = ast.stmt | ast.ExceptHandler | ast.match_case
MOST = 20  # modules of one student
MOST_NAMES = 1000  # that a file can import, and that are looked for, there or not
PYTHONS = sys.stdlib_module_names | {"test"}  # which is there, and not in the list
ROOM = LARGEST_FILE  # bytes of them all
LONGEST = 100  # characters of a module's name, with those of its packages

Find = Callable[[str], bytes | None]  # the source of a module, if there is one


class FilePlace(NamedTuple):
    """Where a file lies, and what it is called there; "" for `tictactoe` alone."""

    folder: str = ""
    package: str = ""  # that it is in, as its imports say; "" if in none
    name: str = ""

    def paths(self, module: str) -> Iterator[str]:
        """Yield where a module that it imports may lie, the nearest first."""
        names, package = module.split("."), self.package.split(".")
        shared = max(n for n in range(len(package) + 1) if names[:n] == package[:n])
        above = self.folder.rsplit("/", len(package) - shared)[0]
        if shared:
            yield "/".join([above, *names[shared:]])
            return
        yield "/".join([self.folder, *names])
        if self.package:
            yield "/".join([above, *names])


def own_modules(
    source: bytes, find: Find, place: FilePlace | None = None
) -> dict[str, str | None]:
    """
    Return what a file imports of the student's own, and what that imports in turn.

    Packages too: a folder is one with or without an `__init__.py`. Of more than MOST
    modules the rest are not read, nor is what has more than MOST_NAMES names before
    it, and what is more than ROOM bytes in all is left out. The file's own name goes
    with them, and None in place of its source.
    """
    _, package, itself = place or FilePlace()
    found, asked, count = dict[str, str | None](), set[str](), 0
    todo, room, find = [(itself, source)], ROOM, cache(find)

    def is_module(name: str) -> bool:
        """Return whether it is no package: nothing lies below it."""
        if name == itself and find(name) is None:
            return name != package
        return name in found and find(f"{name}.__init__") is None

    while todo:
        for name in imports(*todo.pop()):
            if count >= MOST or len(asked) >= MOST_NAMES:
                break
            if name in asked or any(map(is_module, parents(name))):
                continue
            asked.add(name)
            if (data := find(name)) is None:
                continue
            count += 1
            if len(data) <= room:
                room -= len(data)
                found[name] = data.decode("latin-1")
                todo.append((name, data))
    for name in list(found):
        for parent in parents(name):
            found.setdefault(parent, "")
    if itself and (found or itself in asked) and find(itself) is None:
        found[itself] = None
    return found


def place_of(source: bytes, path: str, there: Callable[[str], object]) -> FilePlace:
    """
    Return the place of a file.

    It is in a package if it cannot do without what it imports by dots, or imports what
    lies in its folder by the name of that folder.
    """
    folder, _, stem = path.rpartition("/")
    home = _fit(folder.rpartition("/")[2], MODULE_NAME)
    needed = (node for node, tried in _imports_in(source) if not tried)
    dots = (node.level for node in needed if isinstance(node, ast.ImportFrom))
    up, otherwise = max(dots, default=0), f"{MODULE_NAME}_"
    if not there(f"{folder}/{home}"):
        asked = (name.partition(".") for name in imports("", source))
        inside = (below.replace(".", "/") for top, _, below in asked if top == home)
        if any(there(f"{folder}/{each}") for each in inside if each):
            up, otherwise = up or 1, MODULE_NAME
    package = ".".join(_fit(n, otherwise) for n in folder.split("/")[-up:] if up)
    own = "" if stem == "__init__" else _fit(stem, f"{MODULE_NAME}_")
    name = ".".join(filter(None, [package, own]))
    return FilePlace(folder, package, name if package or name != MODULE_NAME else "")


def _fit(name: str, otherwise: str) -> str:
    """Return a name if a module can have it, and none of Python's own has."""
    pythons = name in PYTHONS or name.startswith("__")
    return name if name.isidentifier() and not pythons else otherwise


def imports(module: str, source: bytes) -> Iterator[str]:
    """
    Yield what a module may import, but Python's own, each name once.

    Modules are before what is taken from them, which may be one as well: of more than
    MOST_NAMES names, those are left out that are the least likely to be modules.
    """
    return islice(_all_imports(module, source), MOST_NAMES)


def _all_imports(module: str, source: bytes) -> Iterator[str]:
    seen = set[str]()
    nodes = [node for node, _ in _imports_in(source)]
    named = (modules_named(node, module) for node in nodes)
    taken = (names_taken(node, module) for node in nodes)
    for name in chain.from_iterable(chain(named, taken)):
        top = name.partition(".")[0]
        if name in seen or len(name) > LONGEST or top in PYTHONS:
            continue
        for each in (*parents(name), name):
            if each not in seen:
                seen.add(each)
                yield each


@lru_cache(maxsize=MOST)  # for each of a student's files that may be meant
def _imports_in(source: bytes) -> list[tuple[ast.stmt, bool]]:
    """Return the imports in a module, each with whether a `try` is around it."""
    body = statements(source) or []
    tries = (node for node in blocks(body) if isinstance(node, TRY))
    tried = {node for each in tries for node in blocks([each])}
    found = (node for node in blocks(body) if isinstance(node, IMPORT))
    return [(node, node in tried) for node in found]


def blocks(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and those inside them, the outermost first."""
    todo = deque(body)
    while todo:
        yield (node := todo.popleft())
        todo += [n for n in ast.iter_child_nodes(node) if isinstance(n, BLOCK)]


@lru_cache(maxsize=1)  # one is asked for several times, one after the other
def statements(source: bytes) -> list[ast.stmt] | None:
    """Return what a module consists of; None if Python cannot read it, or in time."""
    try:
        return ast.parse(source).body if can_be_parsed(source) else None
    except NOT_PYTHON:
        return None


def modules_named(node: ast.AST, module: str) -> Iterator[str]:
    """Yield the modules in an import; one with dots counts from where it stands."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        yield from filter(None, import_stems(node, module))


def names_taken(node: ast.AST, module: str) -> Iterator[str]:
    """Yield what an import takes from a package: it may be a module of it."""
    if isinstance(node, ast.ImportFrom):
        for stem in import_stems(node, module):
            if len(stem) <= LONGEST:
                yield from (".".join(filter(None, [stem, n.name])) for n in node.names)


def import_stems(node: ast.ImportFrom, module: str) -> Iterator[str]:
    """Yield from which modules an import in a module may take names."""
    for base in _bases(module, node.level) if node.level else [""]:
        yield ".".join(filter(None, [base, node.module]))


def _bases(module: str, level: int) -> list[str]:
    """Return the packages that these dots can mean: `module` may be one itself."""
    above = [module, *reversed(list(parents(module)))]
    return above[level - 1 : level + 1]


def parents(name: str) -> Iterator[str]:
    """Yield the packages that a module is in, the outermost first."""
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts)))


def last_name(node: ast.AST) -> str:
    """Return the last part of a name with dots, or of one without."""
    return str(getattr(node, "attr", getattr(node, "id", "")))
