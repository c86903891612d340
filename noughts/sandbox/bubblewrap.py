"""bubblewrap: an outer layer, if it is installed and works."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from noughts.sandbox.landlock import INSTALLED, SYSTEM_LIBRARIES

# Removed from answers, so it must not be a name that a file uses itself.
EMPTY_FOLDER = "/noughts-empty"
TRIAL = 10  # seconds


@cache
def prefix(python: str, folder: str) -> tuple[str, ...]:
    """
    Return what to put before a command; empty if bubblewrap does not work here.

    The engine then sees no process but its own, no network, and no file but Python's
    and those of the folder. Whether it works is tried once.
    """
    program = shutil.which("bwrap") if sys.platform.startswith("linux") else None
    if program is None:
        return ()
    words = (program, *options(python, folder), "--")
    try:
        subprocess.run(
            [*words, python, "-I", "-S", "-c", "pass"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TRIAL,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return words


def options(python: str, folder: str) -> Iterator[str]:
    """Yield the options: new namespaces, and read access to Python's files."""
    yield from ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
    yield from ("--dev", "/dev", "--dir", EMPTY_FOLDER, "--chdir", EMPTY_FOLDER)
    for path in python_files(python):
        yield from ("--ro-bind-try", path, path)
    for path in installed():
        yield from ("--tmpfs", path)
    yield from ("--ro-bind", folder, folder)


def python_files(python: str) -> list[str]:
    """Return what this Python needs to run, outermost first."""
    libraries = os.path.join(sys.base_prefix, "lib")
    paths = {*SYSTEM_LIBRARIES, libraries, sysconfig.get_path("stdlib"), python}
    paths |= {sysconfig.get_path("platstdlib"), os.path.realpath(python)}
    return [*sorted(paths), "/etc/ld.so.cache"]


def installed() -> list[str]:
    """Return the folders of installed packages, which engines must not see."""
    stdlib = Path(sysconfig.get_path("stdlib"))
    return [str(stdlib / name) for name in INSTALLED if (stdlib / name).is_dir()]
