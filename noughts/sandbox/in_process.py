"""
A file loaded in this very process, and asked there.

No limits, and no protection: for files that one trusts, or where the process itself is
the guard, as a worker in a browser is. It gives the same answers as the sandbox, and
like what runs in there it imports little.
"""

from __future__ import annotations

import sys

from noughts.sandbox import inside, protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SIZE = 1 << 20  # characters of one answer
CONSTANTS = ("X", "O", "EMPTY")
FUNCTIONS = (
    *("initial_state", "player", "actions", "result"),
    *("winner", "terminal", "utility", "minimax"),
)


class LoadedFile:
    """A file that was run, with what was added to it; `refusal` says why not."""

    def __init__(self, source: bytes, extension: str) -> None:
        self.source = source
        self.extra: inside.Functions = {}
        self.module = type(sys)(inside.NAME)
        settings = {"constants": CONSTANTS, "functions": FUNCTIONS}
        status, found = inside.load(self.module, source, settings)
        if status == "ok":
            status, found = inside.extend(self.module, extension, source, self.extra)
        self.refusal = "" if status == "ok" else _refusal(status, found)

    def answer(self, function: str, arguments: str) -> tuple[str, str]:
        """Return what a call came to, and its value or the exception, as text."""
        given = protocol.decode(arguments)
        names = vars(self.module)
        return inside.answer(names, self.extra, self.source, SIZE, function, given)


def _refusal(status: str, found: list[Any]) -> str:
    """Return why a file cannot be asked, in the words of the sandbox."""
    if status == "syntax":
        line, text = found
        place = f", line {line}" if type(line) is int else ""
        return f"{inside.FILE}{place}: does not compile: {text}"
    kind, text, traceback = found
    said, place = f"{kind}: {text}".rstrip(": "), protocol.place_of(traceback)
    return f"{inside.FILE}{place}: fails when it is imported: {said}"
