"""
A driver of the judge that asks in this very process: for files that are ours.

It has no limits and no sandbox, and gives the same replies as the guarded one.
"""

import sys
from collections.abc import Iterator

from noughts.checker.batches import in_order
from noughts.checker.rounds import END, Reply, Round
from noughts.sandbox import inside, protocol
from noughts.sandbox.in_process import LoadedFile


def ask_in_process(asked: Round) -> Iterator[Reply]:
    """Yield the replies to a round, from the file loaded in this process."""
    before, arguments = sys.modules.get(inside.NAME), sys.argv[:]
    file: LoadedFile | None = None
    try:
        file = LoadedFile(asked.source.encode("latin-1"), asked.extension)
        if file.refusal:
            yield Reply(END, "refused", file.refusal)
            return
        for n in (n for lot in in_order(asked.calls, 1) for n in lot):
            call = asked.calls[n]
            given = protocol.encode(call.arguments)
            status, said = file.answer(call.function, given)
            yield Reply(n, status, protocol.decode(said))
        yield Reply(END, "done")
    finally:
        if file:
            file.close()
        sys.argv[:] = arguments
        if before is None:
            sys.modules.pop(inside.NAME, None)
        else:
            sys.modules[inside.NAME] = before
