"""Calls a sandboxed engine; returns its value or its error."""

from typing import Any, NamedTuple

from noughts.game.contract import EngineError

# The keys of the errors of a call.
RAISED, SLOW, DIED, ODD = (
    f"refusal.call_{name}" for name in ("raised", "slow", "ended", "with")
)


class Called(NamedTuple):
    """The outcome of a call."""

    value: Any = None
    error: EngineError | None = None

    @property
    def key(self) -> str:
        return self.error.key if self.error else ""


def called(engine, function, *arguments):
    """Return the value or the error of a call."""
    try:
        return Called(engine.call(function, *arguments))
    except EngineError as error:
        return Called(error=error)
