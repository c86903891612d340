"""File descriptors that cannot be written to."""

import os

import pytest


def unread():
    """Return the writing end of a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def full():
    """Return a descriptor of a full disk."""
    if not os.path.exists("/dev/full"):
        pytest.skip("has no /dev/full")
    return os.open("/dev/full", os.O_WRONLY)
