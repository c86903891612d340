"""Landlock: the process can read Python's own files and access no others."""

import os
import sys
from _collections_abc import Iterator  # loaded already, unlike `collections`
from struct import pack

from noughts.sandbox import kernel

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # on every architecture
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3

SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
# Installed packages, perhaps with our own engine, which engines must not see.
INSTALLED = ("site-packages", "dist-packages")


def close_files() -> bool:
    """Allow only reading Python's own files; return whether that is in force."""
    abi = version()
    if abi < 1:
        return False
    rights = handled(abi)
    rules = kernel.call(CREATE_RULESET, rights, len(rights), 0)
    if rules == kernel.FAILED:
        return False
    try:
        for path, access in readable():
            allow(rules, path, access)
        privileges_gone = kernel.renounce_privileges()
        return privileges_gone and kernel.call(RESTRICT_SELF, rules, 0) == 0
    finally:
        os.close(rules)


def version() -> int:
    """Return the kernel's Landlock version, 0 or less if it has none."""
    return kernel.call(CREATE_RULESET, None, 0, 1)


def handled(abi: int) -> bytes:
    """Return the record of all rights that a Landlock version can restrict."""
    files = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16)) - 1
    tcp = 0b11  # bind, connect
    scopes = 0b11  # abstract sockets and signals outside
    if abi < 4:
        return pack("Q", files)
    if abi < 6:
        return pack("QQ", files, tcp)
    return pack("QQQ", files, tcp, scopes)


def allow(rules: int, path: str, access: int) -> None:
    """Allow this access to a file, or to everything in a folder."""
    if not os.path.isdir(path):
        access &= ~READ_DIR
    try:
        place = os.open(path, os.O_PATH)
    except OSError:
        return
    kernel.call(ADD_RULE, rules, 1, pack("=Qi", access, place), 0)
    os.close(place)


def readable() -> Iterator[tuple[str, int]]:
    """Yield the files and folders that Python itself needs, each with its access."""
    for folder in sys.path:
        yield folder, READ_DIR
        for name in names_in(folder):
            if name not in INSTALLED:
                yield os.path.join(folder, name), READ_FILE
    for folder in SYSTEM_LIBRARIES:
        yield folder, READ_FILE | READ_DIR
    libraries = os.path.join(sys.base_prefix, "lib")
    for name in names_in(libraries):
        if ".so" in name:
            yield os.path.join(libraries, name), READ_FILE
    yield "/etc/ld.so.cache", READ_FILE
    yield "/dev/urandom", READ_FILE
    yield "/dev/null", READ_FILE | WRITE_FILE


def names_in(folder: str) -> list[str]:
    """Return the names in a folder; none if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
