"""
Confines the engine's process before it loads the student's file.

This cannot be undone from inside, and does not need root.
"""

import os
import sys

from noughts.sandbox import landlock, seccomp


def confine(memory: int, cpu: int) -> list[str]:
    """Confine this process; return the protections that are now in force."""
    steps = {
        "Landlock": landlock.close_files(),
        "rlimits": bound(memory, cpu),
        # Last, because it refuses system calls that the others need.
        "seccomp": seccomp.refuse_calls(),
    }
    if not os.access(os.__file__, os.R_OK):
        # Root without privileges cannot read a Python in another user's home folder,
        # which is not the student's fault.
        raise PermissionError(f"{os.__file__} cannot be read")
    return [name for name, in_force in steps.items() if in_force]


def bound(memory: int, cpu: int) -> bool:
    """Limit memory, CPU time and open files; forbid writing and core dumps."""
    try:
        import resource
    except ImportError:
        return False
    bounds = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": cpu,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 64,
    }
    if not sys.platform.startswith("linux"):
        bounds["RLIMIT_NPROC"] = 0  # seccomp does this on Linux
    all_set = True
    for name, value in bounds.items():
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (ValueError, OSError):
            all_set = False
    return all_set
