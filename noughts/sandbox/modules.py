"""The student's own modules: `name.py` or `name/__init__.py` next to the file."""

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from noughts.game.contract import LARGEST_FILE, MODULE_NAME
from noughts.texts.safe_text import NOT_PYTHON, parse

MOST = 20  # modules
ROOM = LARGEST_FILE  # bytes of all modules together
PYTHONS = sys.stdlib_module_names | {"test", MODULE_NAME}

Find = Callable[[str], bytes | None]  # from a module's name to its source


def own_modules(source: bytes, find: Find) -> dict[str, str]:
    """Return the student's own modules that a file imports, also indirectly."""
    found, todo, room = dict[str, str](), [source], ROOM
    while todo:
        for name in imports(todo.pop()):
            if name in found or len(found) == MOST:
                continue
            data = find(name)
            if data is not None and len(data) <= room:
                room -= len(data)
                found[name] = data.decode("latin-1")
                todo.append(data)
    return found


def imports(source: bytes) -> Iterator[str]:
    """Yield the modules that a program imports, without Python's own, each once."""
    try:
        tree = parse(source)
    except NOT_PYTHON:
        return
    seen = {*PYTHONS}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                named = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(module), level=0):
                named = [module]
            case _:
                continue
        for name in (each.partition(".")[0] for each in named):
            if name not in seen:
                seen.add(name)
                yield name


def modules_beside(path: Path, source: bytes) -> dict[str, str]:
    """Return the student's own modules that a file imports, from its folder."""

    def find(name: str) -> bytes | None:
        with suppress(OSError):
            for file in _places(path, name):
                # A link could lead to a file that the student must not read.
                own = file.resolve().is_relative_to(path.resolve().parent)
                if own and file.is_file() and file.stat().st_size <= ROOM:
                    return file.read_bytes()
        return None

    return own_modules(source, find)


def files_beside(path: Path, source: bytes) -> list[Path]:
    """Return the paths of the student's own modules that a file imports."""
    names = modules_beside(path, source)
    places = (file for name in names for file in _places(path, name))
    return [file for file in places if file.is_file()]


def _places(path: Path, name: str) -> list[Path]:
    return [path.parent / f"{name}.py", path.parent / name / "__init__.py"]
