"""Whose fault it is: a wrong function makes those wrong that call it."""

from collections.abc import Iterable
from dataclasses import replace

from noughts.checker.record import FAULTS, Check

# What fails here harms nobody who calls the function with sense.
HARMLESS = frozenset(
    {
        "result.occupied",
        "result.range",
        "result.negative",
        "result.shape",
    }
)


def failing(checks: Iterable[Check]) -> bool:
    """Return whether one of the checks has failed."""
    return any(check.status in FAULTS for check in checks)


def harmful(checks: Iterable[Check]) -> bool:
    """Return whether a function is wrong in what others build on."""
    return any(c.status in FAULTS and c.name not in HARMLESS for c in checks)


def excused(
    alone: Iterable[Check], healed: Iterable[Check], causes: Iterable[str]
) -> list[Check]:
    """
    Return the verdicts on a function, without the faults of others.

    `alone` are those on the file as it is, `healed` those with right functions in the
    place of its causes, and of nothing else. A check that fails only in the first is
    excused: its causes are charged. One that fails in both is charged as the file
    itself shows it.
    """
    named = tuple(causes)
    return [
        _excused(one, other, named) for one, other in zip(alone, healed, strict=True)
    ]


def _excused(alone: Check, healed: Check, causes: tuple[str, ...]) -> Check:
    if alone.status not in FAULTS:
        return alone
    if healed.status != "passed" or not healed.asked:
        return replace(alone, causes=causes)
    note = f"Your `{alone.function}` is right here; the cause is {listed(causes)}."
    return replace(alone, status="excused", note=note, causes=causes)


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence."""
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last
