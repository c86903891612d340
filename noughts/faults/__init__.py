"""
Engines with one fault each, to try checkers on: ours, and everybody else's.

They are made from one engine that is right: a fault is a row of `faults.toml`, the
lines that it replaces and the lines in their place.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Fault(NamedTuple):
    """An engine that is wrong in one way."""

    name: str
    function: str  # where the fault is
    says: str  # what is wrong, in words
    source: str


def right() -> str:
    """Return the source of the engine without a fault."""
    return _read("engine.txt")


@cache
def faults() -> tuple[Fault, ...]:
    """Return all engines with a fault."""
    return tuple(
        Fault(name, row["function"], row["says"], _changed(name, row["was"], row["is"]))
        for name, row in tomllib.loads(_read("faults.toml")).items()
    )


def _changed(name: str, was: str, now: str) -> str:
    if right().count(was) != 1:
        raise ValueError(
            f"{name}: what it replaces is there {right().count(was)} times"
        )
    return right().replace(was, now)


def _read(name: str) -> str:
    return (files("noughts.faults") / name).read_text("utf-8")
