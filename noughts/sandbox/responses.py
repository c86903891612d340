"""What comes back from an engine in the sandbox: an answer, or what went wrong."""

from dataclasses import dataclass
from typing import Any

from noughts.notation import board_text
from noughts.words import NoughtsError

LONGEST = 200  # characters of one argument in a sentence


class EngineError(NoughtsError):
    """The engine misbehaved."""


class EngineRaised(EngineError):
    """It raised an exception."""

    def __init__(self, call: str, kind: str, text: str, traceback: str) -> None:
        self.call, self.kind, self.text, self.traceback = call, kind, text, traceback
        what = f"{kind}: {text.strip().partition(chr(10))[0]}".removesuffix(": ")
        super().__init__("refusal.call_raised", call=call, what=what)


class EngineTimeout(EngineError):
    """It gave no answer in time."""

    def __init__(self, call: str, seconds: float) -> None:
        self.call, self.seconds = call, seconds
        super().__init__("refusal.call_slow", call=call, n=seconds)


class EngineDied(EngineError):
    """Its process is gone."""

    def __init__(self, call: str, how: str) -> None:
        self.call, self.how = call, how
        super().__init__("refusal.call_ended", call=call, why=how)


class EngineMisanswered(EngineError):
    """Its answer is not plain data, or too large, or out of turn."""

    def __init__(self, call: str, why: str) -> None:
        self.call, self.why = call, why
        super().__init__("refusal.call_with", call=call, what=why)


@dataclass(frozen=True)
class Response:
    """What the engine answered to one question."""

    function: str
    arguments: tuple[Any, ...]
    value: Any = None
    error: EngineError | None = None


def call_text(function: str, arguments: tuple[Any, ...]) -> str:
    """Return a call as people write it: `result(XO. .X. ..., (0, 0))`."""
    return f"{function}({', '.join(map(_argument_text, arguments))})"


def _argument_text(value: Any) -> str:
    if _is_board(value):
        return board_text(value)
    text = repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _is_board(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) == 3
        and all(type(row) is list and len(row) == 3 for row in value)
        and all(cell in ("X", "O", None) for row in value for cell in row)
    )
