"""Errors of ours, told apart by their keys rather than by their sentences."""

from contextlib import contextmanager

import pytest

from noughts.texts import NoughtsError


@contextmanager
def refused(key, kind=NoughtsError, /, **parts):
    """Expect an error that has, or was caused by one with, this key and these parts."""
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    while isinstance(error.parts.get("why"), NoughtsError):
        error = error.parts["why"]
    assert error.key == key
    assert {name: error.parts.get(name) for name in parts} == parts
