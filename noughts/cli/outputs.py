"""Checks on output paths, made before the work starts."""

import errno
import os
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from noughts.words import Refused


def refuse_overwriting(reads: Iterable[Path], writes: Iterable[Path]) -> None:
    """Refuse outputs that overwrite an input or a submission."""
    for source, output in product(reads, writes):
        if source.is_dir() and _holds(source, output):
            raise Refused("cli.inside", output=output, input=source)
        if _holds(output, source):
            raise Refused("cli.overwriting", output=output, input=source)


def refuse_unwritable(path: Path) -> None:
    """Refuse a path that cannot be written."""
    if path.is_dir() or not path.parent.is_dir():
        why = os.strerror(errno.EISDIR if path.is_dir() else errno.ENOENT)
        raise Refused("cli.unwritable", output=path, why=why)


def _holds(folder: Path, path: Path) -> bool:
    """Return whether a path is the folder or inside it."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
