"""The few calls to Linux that Python's own library does not offer."""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

NO_NEW_PRIVILEGES = 38

Argument = int | bytes | None


@cache
def _library() -> Any:
    """Return the C library, None where this is no Linux or Python lacks ctypes."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        import ctypes
    except ImportError:
        return None
    return ctypes.CDLL(None)


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
    library = _library()
    if library is None:
        return -1
    from ctypes import c_long

    function: Callable[..., int] = getattr(library, name)
    return function(*(c_long(a) if isinstance(a, int) else a for a in arguments))
