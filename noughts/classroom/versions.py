"""What a verdict depends on besides the file: the versions of those who give it."""

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

import noughts
from noughts.checker import style

SOURCES = (".py", ".toml")  # code; rubrics and words
HAND_IN = "hand_in"  # a folder that only an installed noughts has


class Versions(NamedTuple):
    """Whose verdicts are the same: judges of the same versions."""

    noughts: str
    python: str
    ruff: str  # empty where it is not installed, and style not judged

    def __str__(self) -> str:
        ruff = f"ruff {self.ruff}" if self.ruff else "no ruff"
        return f"noughts {self.noughts}, Python {self.python} and {ruff}"


@cache
def here() -> Versions:
    """Return the versions where this is run."""
    python = ".".join(map(str, sys.version_info[:2]))
    ours = f"{noughts.__version__} ({digest(Path(noughts.__file__).parent)})"
    return Versions(ours, python, _ruff())


def digest(folder: Path) -> str:
    """
    Return what stands for all our code and tables: any change to them is seen.

    The version alone is not enough, for a copy of the repository has the same one
    from one release to the next. Our own engine judges nobody, and lies elsewhere in
    a copy of the repository than where noughts is installed: it is left out.
    """
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        where = path.relative_to(folder)
        if path.suffix in SOURCES and where.parts[0] != HAND_IN and path.is_file():
            data = path.read_bytes()
            whole.update(f"{where.as_posix()}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()[:8]


def _ruff() -> str:
    """Return the version of ruff; empty where the judge cannot run it."""
    if not style.available():
        return ""
    try:
        return version("ruff")
    except PackageNotFoundError:
        return "unknown"
