"""seccomp: the kernel refuses every system call that is not in the table."""

import os
import sys
from _collections_abc import Iterator  # loaded already, unlike `collections`
from struct import pack

from noughts.sandbox import kernel

MACHINES = {"x86_64": 0, "aarch64": 1}  # columns of the table
ARCHITECTURES = (0xC000003E, 0xC00000B7)  # the kernel's names for them
SET_SECCOMP, FILTER = 22, 2
# Decisions: allow; fail with EPERM; fail with ENOSYS; kill the process.
ALLOW, REFUSE, ABSENT, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
# Instructions of the filter, and the offsets of a call's data.
LOAD, IF_EQUAL, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16

# Read before Landlock closes the file.
with open(os.path.join(os.path.dirname(__file__), "syscalls.txt")) as file:
    TABLE = [row for line in file if (row := line.partition("#")[0].split())]


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
    for row in TABLE:
        if (number := row[1 + column]) != "-":
            body = list(decide(row[3:], pid))
            yield step(IF_EQUAL, int(number), no=len(body))
            yield from body
    yield step(RETURN, REFUSE)


def decide(condition: list[str], pid: int) -> Iterator[bytes]:
    """Yield the instructions that decide about a call, by its condition."""
    if condition in ([], ["absent"]):
        yield step(RETURN, ABSENT if condition else ALLOW)
        return
    argument, test, *values = condition
    yield step(LOAD, ARGUMENTS + 8 * int(argument))
    match, other = (REFUSE, ALLOW) if test == "lacks" else (ALLOW, REFUSE)
    for value in values:
        code = IF_EQUAL if test == "is" else IF_ANY_BIT
        yield step(code, pid if value == "pid" else int(value, 0), no=1)
        yield step(RETURN, match)
    yield step(RETURN, other)


def step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction: operation, jumps if true and if false, value."""
    return pack("=HBBI", code, yes, no, value)
