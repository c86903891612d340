"""
A driver that asks in this very process: for files that one trusts, such as our tests'.

It has no limits and no sandbox, and gives the same replies as the other.
"""

import sys
from collections.abc import Iterator
from types import ModuleType

from noughts.checker.batches import in_order
from noughts.checker.rounds import END, Reply, Round
from noughts.contract import CONSTANTS, PARAMETERS
from noughts.sandbox import inside, protocol
from noughts.sandbox.messages import read_extended, read_survey  # noqa: F401

SIZE = 1 << 20


def ask_here(asked: Round) -> Iterator[Reply]:
    """Yield the replies to a round, from the file loaded in this process."""
    module, source = ModuleType(inside.NAME), asked.source.encode("latin-1")
    settings = {"constants": list(CONSTANTS), "functions": list(PARAMETERS)}
    before, arguments = sys.modules.get(inside.NAME), sys.argv[:]
    extra: inside.Functions = {}
    try:
        status, found = inside.load(module, source, settings)
        if status == "ok":
            status, found = inside.extend(module, asked.extension, source, extra)
        if status != "ok":
            yield Reply(END, "refused", _refusal(status, found))
            return
        for n in (n for lot in in_order(asked.calls, 1) for n in lot):
            call = asked.calls[n]
            given = protocol.decode(protocol.encode(call.arguments))
            status, _, _, said = inside.answer(
                vars(module), extra, source, SIZE, call.function, given
            )
            yield Reply(n, status, protocol.decode(said))
        yield Reply(END, "done")
    finally:
        sys.argv[:] = arguments
        if before is None:
            sys.modules.pop(inside.NAME, None)
        else:
            sys.modules[inside.NAME] = before


def _refusal(status: str, found: list[object]) -> str:
    if status == "syntax":
        line, text = found
        return f"line {line}: does not compile: {text}"
    kind, text, _ = found
    return f"fails when it is imported: {kind}: {text}"
