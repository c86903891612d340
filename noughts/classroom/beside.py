"""What a file needs beside it: the student's own modules, stand-ins for others'."""

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping

MOST = 20  # modules of one student
LARGEST = 100_000  # bytes of a module that are read for its imports

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


def own_modules(
    source: bytes, files: Mapping[str, Callable[[], bytes]]
) -> dict[str, str]:
    """Return the files that a file imports, and those that they import in turn."""
    found = dict[str, str]()
    todo = [source]
    while todo and len(found) < MOST:
        for name in imports(todo.pop()):
            if name in files and name not in found:
                text = files[name]()
                found[name] = text.decode("latin-1")
                todo.append(text)
    return found


def imports(source: bytes) -> Iterator[str]:
    """Yield the modules that a file imports, but Python's own."""
    try:
        tree = ast.parse(source if len(source) <= LARGEST else b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        names = list[str]()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if name.partition(".")[0] not in sys.stdlib_module_names:
                yield name.partition(".")[0]


def stand_ins(names: Iterable[str]) -> dict[str, str]:
    """Return modules in the place of those that are allowed and not there."""
    return {each: STAND_IN for name in names for each in (name, f"{name}.*")}
