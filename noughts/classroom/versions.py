"""What a verdict depends on besides the file: the versions of those who give it."""

import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from noughts import __version__
from noughts.checker import style


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
    return Versions(__version__, python, _ruff())


def _ruff() -> str:
    """Return the version of ruff; empty where the judge cannot run it."""
    if not style.available():
        return ""
    try:
        return version("ruff")
    except PackageNotFoundError:
        return "unknown"
