"""Linux system calls that Python's library does not offer."""

import sys
from struct import pack

Argument = int | bytes | None

PARENT_DEATH_SIGNAL, SIGKILL = 1, 9
ADDR_NO_RANDOMIZE = 0x0040000
DROP_FROM_BOUND, NO_NEW_PRIVILEGES = 24, 38
CAPABILITIES = 64  # more than any kernel has
CAPABILITY_VERSION = 0x20080522
FAILED = -1  # the result of a call that failed or cannot be made


def call(number: int, *arguments: Argument) -> int:
    """Make a system call and return its result, or FAILED."""
    return _invoke("syscall", number, *arguments)


def control(option: int, *arguments: Argument) -> bool:
    """Change how the kernel treats this process; return whether it did."""
    return _invoke("prctl", option, *arguments, 0, 0, 0) == 0


def renounce_privileges() -> bool:
    """
    Give up all privileges, also root's, and the right to gain any.

    The kernel requires this before a process that is not root may confine itself.
    """
    for capability in range(CAPABILITIES):
        control(DROP_FROM_BOUND, capability)  # possible and needed only for root
    none = bytes(24)  # effective, permitted, inheritable: 64 bits each
    dropped = _invoke("capset", pack("=Ii", CAPABILITY_VERSION, 0), none) == 0
    return dropped and control(NO_NEW_PRIVILEGES, 1)


def end_with_parent() -> None:
    """Let the kernel end this process when the thread that started it ends."""
    control(PARENT_DEATH_SIGNAL, SIGKILL)


def fix_addresses() -> None:
    """Disable address randomisation for processes that this thread starts."""
    _invoke("personality", ADDR_NO_RANDOMIZE)


def _invoke(name: str, *arguments: Argument) -> int:
    if not sys.platform.startswith("linux"):
        return FAILED
    try:
        from ctypes import c_long, pythonapi
    except ImportError:
        return FAILED
    given = (c_long(a) if isinstance(a, int) else a for a in arguments)
    return int(getattr(pythonapi, name)(*given))
