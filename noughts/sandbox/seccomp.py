"""seccomp: the kernel refuses every system call that is not in the table."""

from __future__ import annotations

import os
import sys
from struct import pack

from noughts.sandbox import kernel
from noughts.sandbox.syscalls import (
    ALLOWED,
    ARCHITECTURES,
    CLONE3,
    CONDITIONAL,
    MACHINES,
    THIS_PROCESS,
    Condition,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SET_SECCOMP, FILTER = 22, 2
# Decisions: allow; fail with EPERM; fail with ENOSYS; kill the process.
ALLOW, REFUSE, ABSENT, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
# Instructions of the filter, and the offsets of a call's data.
LOAD, IF_EQUAL, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16


def refuse_calls() -> bool:
    """Refuse system calls not in the table; return whether that is in force."""
    column = machine()
    if column is None or not kernel.renounce_privileges():
        return False
    import ctypes

    program = b"".join(program_for(column, os.getpid()))
    code = ctypes.create_string_buffer(program, len(program))
    record = pack("H6xQ", len(program) // 8, ctypes.addressof(code))
    return kernel.control(SET_SECCOMP, FILTER, record)


def machine() -> int | None:
    """Return the table's column for this machine, or None."""
    if not sys.platform.startswith("linux") or sys.maxsize < 2**32:
        return None
    return MACHINES.get(os.uname().machine)


def program_for(column: int, pid: int) -> Iterator[bytes]:
    """Yield the instructions of the filter, one test for each call in the table."""
    yield step(LOAD, ARCHITECTURE)
    yield step(IF_EQUAL, ARCHITECTURES[column], yes=1)
    yield step(RETURN, KILL)
    yield step(LOAD, NUMBER)
    for numbers in ALLOWED.values():
        yield from when(numbers[column], [step(RETURN, ALLOW)])
    for numbers, condition in CONDITIONAL.items():
        yield from when(numbers[column], list(tested(condition, pid)))
    # The flags of clone3 are in memory, which a filter cannot read. With ENOSYS,
    # libraries use clone instead.
    yield from when(CLONE3, [step(RETURN, ABSENT)])
    yield step(RETURN, REFUSE)


def when(number: int | None, body: list[bytes]) -> list[bytes]:
    """Return the instructions that run these for one call only."""
    if number is None:
        return []
    return [step(IF_EQUAL, number, no=len(body)), *body]


def tested(condition: Condition, pid: int) -> Iterator[bytes]:
    """Yield the instructions that allow a call if its argument meets a condition."""
    argument, test, values = condition
    yield step(LOAD, ARGUMENTS + 8 * argument)
    if test == "lacks":
        yield step(IF_ANY_BIT, values[0], no=1)
        yield step(RETURN, REFUSE)
        yield step(RETURN, ALLOW)
        return
    kind = IF_ANY_BIT if test == "has" else IF_EQUAL
    for value in values:
        yield step(kind, pid if value == THIS_PROCESS else value, no=1)
        yield step(RETURN, ALLOW)
    yield step(RETURN, REFUSE)


def step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction: operation, jumps if true and if false, value."""
    return pack("=HBBI", code, yes, no, value)
