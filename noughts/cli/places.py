"""What a command reads and writes: no output may destroy an input."""

import argparse
import errno
import os
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from noughts.words import Refused


class GivenPath(NamedTuple):
    """A path, and what the user called it."""

    path: Path
    called: str

    def holds(self, other: "GivenPath") -> bool:
        """Return whether the other path is this one, or below it."""
        mine, theirs = (Path(os.path.realpath(each.path)) for each in (self, other))
        return mine in (theirs, *theirs.parents)


def given_to(given: argparse.Namespace, *options: str) -> Iterator[GivenPath]:
    """Yield the paths that some options name."""
    for name in options:
        value = getattr(given, name)
        for path in value if isinstance(value, list) else filter(None, [value]):
            yield GivenPath(Path(path), f"--{name} {path}")


def rubric_place(
    given: argparse.Namespace, shipped: Collection[str]
) -> list[GivenPath]:
    """Return where the rubric is, if it is a file and not one of ours."""
    return [] if given.rubric in shipped else list(given_to(given, "rubric"))


def refuse_overwriting(reads: Iterable[GivenPath], writes: Iterable[GivenPath]) -> None:
    """Refuse to write over an input, among submissions, or over another output."""
    outputs = list(writes)
    for source, output in product(reads, outputs):
        parts = {"output": output.called, "input": source.called}
        if source.path.is_dir() and source.holds(output):
            raise Refused("cli.inside", **parts)
        if output.holds(source):
            raise Refused("cli.overwriting", **parts)
    for one, other in combinations(outputs, 2):
        if one.holds(other) or other.holds(one):
            raise Refused("cli.both_write", one=one.called, other=other.called)


def refuse_unwritable(files: Iterable[GivenPath]) -> None:
    """Refuse, before the work, a file that could not be written after it."""
    for path, output in files:
        reason = errno.EISDIR if path.is_dir() else errno.ENOENT
        if path.is_dir() or not path.parent.is_dir():
            raise Refused("cli.unwritable", output=output, why=os.strerror(reason))
