"""The few calls to Linux that Python's own library does not offer."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Argument = int | bytes | None

NO_NEW_PRIVILEGES = 38


def call(number: int, *arguments: Argument) -> int:
    """Make a system call and return its result: -1 if it failed or cannot be made."""
    return _invoke("syscall", number, *arguments)


def control(option: int, *arguments: Argument) -> bool:
    """Change how the kernel treats this process; return whether it did."""
    padded = [*arguments, 0, 0, 0, 0][:4]
    return _invoke("prctl", option, *padded) == 0


def renounce_privileges() -> bool:
    """Give up gaining privileges: the condition for locking oneself in unprivileged."""
    return control(NO_NEW_PRIVILEGES, 1)


def _invoke(name: str, *arguments: Argument) -> int:
    if not sys.platform.startswith("linux"):
        return -1
    try:
        from ctypes import c_long, pythonapi
    except ImportError:
        return -1
    function: Callable[..., int] = getattr(pythonapi, name)
    return function(*(c_long(a) if isinstance(a, int) else a for a in arguments))
