"""Outputs that take nothing."""

import os

import pytest


def unread():
    """Return a descriptor whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def full():
    """Return a descriptor on a disk that is full."""
    if not os.path.exists("/dev/full"):
        pytest.skip("has no /dev/full")
    return os.open("/dev/full", os.O_WRONLY)
