"""What a caller hands over: refused by its name where it makes no sense."""

from math import inf
from numbers import Real
from pathlib import Path


def told(value: object) -> str:
    """Return a value as Python shows it, cut if long; or its type, if it cannot."""
    try:
        return f"{value!r:.80}"
    except Exception:  # a number of too many digits, or an object of a student's
        return f"this {type(value).__name__}"


def whole_number(name: str, value: object, least: int, most: float = inf) -> int:
    """Return a whole number within its limits."""
    if type(value) is int and least <= value <= most:
        return value
    limits = f"from {least} up" if most == inf else f"from {least} to {most}"
    raise ValueError(f"{name}: {told(value)} is not a whole number {limits}")


def time_limit(value: object) -> float:
    """Return a number of seconds; one without end, or that no float holds, is inf."""
    number = 0.0
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(max(value, 0))  # type: ignore[arg-type]
        except OverflowError:
            number = inf
    if number > 0:
        return number
    raise ValueError(f"seconds: {told(value)} is not a number above 0")


def given_path(value: object, what: str = "a path") -> Path:
    """Return a path that is given as one, or as text."""
    if isinstance(value, str | Path) and str(value):
        return Path(value)
    raise ValueError(f"{told(value)} is not {what}")
