"""A call of a sandboxed engine: its value, or its error."""

from typing import Any, NamedTuple

from noughts.sandbox import EngineError

# The keys of the errors of a call.
RAISED, SLOW, DIED, ODD = (
    f"refusal.call_{name}" for name in ("raised", "slow", "ended", "with")
)


class Called(NamedTuple):
    """What came of a call."""

    value: Any = None
    error: EngineError | None = None

    @property
    def key(self) -> str:
        return self.error.key if self.error else ""


def called(engine, function, *arguments):
    """Return what comes of a call of an engine, whatever it is."""
    try:
        return Called(engine.call(function, *arguments))
    except EngineError as error:
        return Called(error=error)
