"""What a file needs beside it: the student's own modules, stand-ins for others'."""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator

from noughts.text import NOT_PYTHON

MOST = 20  # modules of one student
ROOM = 1 << 20  # bytes of them all
LARGEST = 100_000  # bytes of a module that are read for its imports

Find = Callable[[str], bytes | None]  # the source of a module, if there is one

# Whatever is taken from the module can be passed on; only its use fails.
STAND_IN = """
class Absent:
    def __init__(self, name):
        self.__dict__["name"] = name
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.name}.{name}")
    def __call__(self, *_, **__):
        raise ModuleNotFoundError(f"{self.name} is used, which is not there")
    __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = __lt__ = __gt__ = __call__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __call__
    __hash__ = object.__hash__

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent(f"{__name__}.{name}")
"""


def own_modules(source: bytes, find: Find) -> dict[str, str]:
    """
    Return what a file imports of the student's own, and what that imports in turn.

    Packages too: a folder is one with or without an `__init__.py`. More than MOST
    modules, or more than ROOM bytes in all, are left out.
    """
    found = dict[str, str]()
    todo, room = [("", source)], ROOM
    while todo:
        for name in imports(*todo.pop()):
            data = None if name in found or len(found) >= MOST else find(name)
            if data is not None and len(data) <= room:
                room -= len(data)
                found[name] = data.decode("latin-1")
                todo.append((name, data))
    for name in list(found):
        for parent in parents(name):
            found.setdefault(parent, "")
    return found


def imports(module: str, source: bytes) -> Iterator[str]:
    """Yield what a module may import, but Python's own: all that a name can mean."""
    try:
        tree = ast.parse(source if len(source) <= LARGEST else b"")
    except NOT_PYTHON:
        return
    for node in ast.walk(tree):
        for name in _named(node, module):
            if name.partition(".")[0] not in sys.stdlib_module_names:
                yield from parents(name)
                yield name


def _named(node: ast.AST, module: str) -> Iterator[str]:
    """Yield the names in an import; one with dots counts from where it stands."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        for base in _bases(module, node.level) if node.level else [""]:
            stem = ".".join(filter(None, [base, node.module]))
            yield from filter(None, [stem])
            # What is taken from a package may be a module of it.
            yield from (".".join(filter(None, [stem, n.name])) for n in node.names)


def _bases(module: str, level: int) -> list[str]:
    """Return the packages that these dots can mean: `module` may be one itself."""
    above = [module, *reversed(list(parents(module)))]
    return above[level - 1 : level + 1]


def parents(name: str) -> Iterator[str]:
    """Yield the packages that a module is in, the outermost first."""
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts)))


def stand_ins(names: Iterable[str]) -> dict[str, str]:
    """Return modules in the place of those that are allowed and not there."""
    return {each: STAND_IN for name in names for each in (name, f"{name}.*")}
