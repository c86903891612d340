"""Whose fault it is: a wrong function makes those wrong that call it."""

from collections.abc import Iterable
from dataclasses import replace

from noughts.checker.record import FAULTS, Check


def failing(checks: Iterable[Check]) -> bool:
    """Return whether one of the checks has failed."""
    return any(check.status in FAULTS for check in checks)


def merged(
    alone: Iterable[Check], healed: Iterable[Check], causes: Iterable[str]
) -> list[Check]:
    """
    Return the verdicts on a function, without the faults of others.

    `alone` are those on the file as it is, `healed` those with right functions in the
    place of wrong ones. A check that fails only in the first is excused: the fault is
    charged to its causes.
    """
    names = listed(causes)
    return [
        _merged(one, other, names) for one, other in zip(alone, healed, strict=True)
    ]


def _merged(alone: Check, healed: Check, causes: str) -> Check:
    nothing_new = healed.status == "unfinished" or not healed.asked
    if alone.status not in FAULTS or nothing_new:
        return alone
    if healed.status == "failed":
        return replace(healed, note=f"Seen with a right {causes} in place of yours.")
    note = f"Your `{alone.function}` is right here; the cause is {causes}."
    return replace(alone, status="excused", note=note)


def listed(names: Iterable[str]) -> str:
    """Return names as a list in a sentence."""
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last
