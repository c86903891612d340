"""
How the engine's process locks itself in, before it loads the student's file.

Nothing of this can be undone from inside, and none of it needs to be root.
"""

import os
import sys

from noughts.sandbox import landlock, seccomp


def confine(memory: int, cpu: int) -> list[str]:
    """Lock this process in; return the protections that are now in force."""
    steps = {
        "Landlock": landlock.close_files(),
        "rlimits": bound(memory, cpu),
        # The last: it refuses the calls that the others need.
        "seccomp": seccomp.refuse_calls(),
    }
    if not os.access(os.__file__, os.R_OK):
        # Root without its privileges cannot read a Python in somebody's home: to go on
        # would be to blame the student for it.
        raise PermissionError(f"{os.__file__} cannot be read")
    return [name for name, in_force in steps.items() if in_force]


def bound(memory: int, cpu: int) -> bool:
    """Bound memory and computing; let no file grow, and leave no dump of a crash."""
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
        bounds["RLIMIT_NPROC"] = 0  # where no seccomp refuses new processes
    all_set = True
    for name, value in bounds.items():
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (ValueError, OSError):
            all_set = False
    return all_set
