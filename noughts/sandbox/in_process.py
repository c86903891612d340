"""
A file loaded in this very process, and asked there.

No limits, and no protection: for files that one trusts, or where the process itself is
the guard, as a worker in a browser is. It gives the same answers as the sandbox, and
like what runs in there it imports little.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache

from noughts.sandbox import inside, protocol

SIZE = 1 << 20  # characters of one answer
compiled = lru_cache(maxsize=20)(inside.compiled)  # the same for many files
UNASKED = {"constants": (), "functions": ()}  # the extension tells what is there


def as_fact(status: str, found: object) -> str:
    """Return why a file cannot be loaded, as a fact in JSON."""
    name, line, why = protocol.refusal(status, found)
    if line is None:
        return json.dumps([f"refused.{name}", {"why": why}])
    return json.dumps([f"refused.{name}_at", {"line": line, "why": why}])


class LoadedFile:
    """A file that was run, with what was added to it; `refusal` says why not."""

    def __init__(self, source: bytes, extension: str) -> None:
        self.source = source
        self.extra: inside.Functions = {}
        self.module = type(sys)(inside.NAME)
        status, found = inside.load(self.module, source, UNASKED)
        if status == "ok":
            code = compiled(extension)
            status, found = inside.extend(self.module, code, source, self.extra)
        self.refusal = "" if status == "ok" else as_fact(status, found)

    def answer(self, function: str, arguments: str) -> tuple[str, str]:
        """Return what a call came to, and its value or the exception, as text."""
        given = protocol.decode(arguments)
        names = vars(self.module)
        return inside.answer(names, self.extra, self.source, SIZE, function, given)
