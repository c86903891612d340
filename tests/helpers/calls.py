"""A call of a sandboxed engine: its value, or its error."""

from typing import Any, NamedTuple

from noughts.sandbox import EngineError


class Called(NamedTuple):
    """What came of a call."""

    value: Any = None
    error: EngineError | None = None


def called(engine, function, *arguments):
    """Return what comes of a call of an engine, whatever it is."""
    try:
        return Called(engine.call(function, *arguments))
    except EngineError as error:
        return Called(error=error)
