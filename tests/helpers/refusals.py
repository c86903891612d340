"""Errors of ours, told apart by their keys rather than by their sentences."""

from contextlib import contextmanager

import pytest

from noughts.words import NoughtsError


@contextmanager
def refused(key, **parts):
    """Expect an error with this key and, among others, these parts."""
    with pytest.raises(NoughtsError) as caught:
        yield caught
    assert caught.value.key == key
    assert {name: caught.value.parts.get(name) for name in parts} == parts
