"""What a command reads and writes: nothing that it reads is lost to what it writes."""

import argparse
import os
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from noughts import disk
from noughts.cli.options import Parser

# How a file begins that we have written for an option, and few others do.
OURS = {
    "proof": r'\{"rows": ',
    "html": r'<!doctype html>\n(<.*>\n){,9}<meta name="generator" content="noughts">',
    "junit": r'<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuite(s>| name=)',
    "gradescope": r'\{\n  "score": .*\n  "output": ',
}
BEGINNING = 1000  # characters


class GivenPath(NamedTuple):
    """A file, or a folder with all below, and what the person called it."""

    path: Path
    called: str

    def holds(self, other: "GivenPath") -> bool:
        """Return whether another place is this one, or below it."""
        with suppress(OSError):  # what is not there, or cannot be looked at
            if os.path.samefile(self.path, other.path):
                return True
        mine, theirs = (Path(os.path.realpath(each.path)) for each in (self, other))
        return mine in (theirs, *theirs.parents)


def given_to(given: argparse.Namespace, *options: str) -> Iterator[GivenPath]:
    """Yield the places that some options name."""
    for name in options:
        value = getattr(given, name)
        for path in value if isinstance(value, list) else filter(None, [value]):
            yield GivenPath(Path(path), f"--{name} {path}")


def rubric_place(
    given: argparse.Namespace, shipped: Collection[str]
) -> list[GivenPath]:
    """Return where the rubric is, if it is a file and none of those shipped."""
    return [] if given.rubric in shipped else list(given_to(given, "rubric"))


def refuse_overwriting(
    parser: Parser, reads: Iterable[GivenPath], writes: Iterable[GivenPath]
) -> None:
    """Refuse to write where something is read, or where something else is written."""
    outputs = [each for each in writes if not _is_device(each.path)]
    for source, output in product(reads, outputs):
        both = {"output": output.called, "input": source.called}
        if os.path.isdir(source.path) and source.holds(output):
            parser.error(parser.say("cli.inside", **both))
        if output.holds(source):
            parser.error(parser.say("cli.overwriting", **both))
    for one, other in combinations(outputs, 2):
        if one.holds(other) or other.holds(one):
            both = {"one": one.called, "other": other.called}
            parser.error(parser.say("cli.both_write", **both))


def refuse_unwritable(parser: Parser, files: Iterable[GivenPath]) -> None:
    """Refuse, before the work, a file that could not be written after it."""
    for path, output in files:
        try:
            disk.expect_room(path)
        except OSError as error:
            why = error.strerror
            parser.error(parser.say("cli.unwritable", output=output, why=why))


def refuse_replacing(parser: Parser, given: argparse.Namespace, *options: str) -> None:
    """Refuse to replace a file that none of our own runs has written."""
    for name in options:
        for path, _ in given_to(given, name):
            if disk.holds_anything(path):
                with path.open(encoding="utf-8", errors="replace") as file:
                    if not re.match(OURS[name], file.read(BEGINNING)):
                        parser.error(str(disk.ForeignError(path)))


def _is_device(path: Path) -> bool:
    """Return whether something keeps nothing of what is written: a pipe, a terminal."""
    kept = os.path.isfile(path) or os.path.isdir(path)
    return os.path.exists(path) and not kept
