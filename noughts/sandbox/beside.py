"""What lies beside a file on disk: the student's own modules that it imports."""

import os
from contextlib import suppress
from pathlib import Path

from noughts.sandbox.own_modules import ROOM, FilePlace, own_modules, place_of


def modules_beside(path: Path, source: bytes) -> dict[str, str | None]:
    """Return the student's own modules that a file imports, from its folder."""
    folder, place = path.resolve().parent, _place(path, source)

    def find(name: str) -> bytes | None:
        with suppress(OSError):  # what cannot be read, or have that name, is not there
            if file := _module_file(path, place, name):
                # A link may lead to what the student must not read.
                own = file.resolve().is_relative_to(folder)
                fits = file.stat().st_size <= ROOM
                return file.read_bytes() if own and fits else None
        return None

    return own_modules(source, find, place)


def files_beside(path: Path, source: bytes) -> list[Path]:
    """Return where these modules lie."""
    place = _place(path, source)
    found = (_module_file(path, place, name) for name in modules_beside(path, source))
    return list(filter(None, found))


def _module_file(path: Path, place: FilePlace, name: str) -> Path | None:
    """Return where a module of the student's own would be, if it is there."""
    found = (_other_file(path, each) for each in place.paths(name))
    return next(filter(None, found), None)


def _place(path: Path, source: bytes) -> FilePlace:
    where = path.resolve().with_suffix("").as_posix()
    return place_of(source, where, lambda place: _other_file(path, place))


def _other_file(path: Path, place: str) -> Path | None:
    """Return the Python file in a place, unless it is the one that is asked about."""
    here = path.parent / os.path.relpath(place, path.resolve().parent)
    with suppress(OSError):
        for file in (here / "__init__.py", Path(f"{here}.py")):
            if file.is_file() and not file.samefile(path):
                return file
    return None
