"""
A driver of the judge that asks in this very process: for files that are ours.

It has no limits and no sandbox, and gives the same replies as the guarded one. Where a
round has little time of its own, and who is late is not blamed, an unpruned search is
not waited for; that is told by the board, and not by the clock.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import factorial

from noughts.checker.batches import in_order
from noughts.checker.rounds import END, Reply, Round
from noughts.sandbox import inside, protocol
from noughts.sandbox.in_process import LoadedFile

LONG = factorial(8)  # the work of a search from eight empty cells


@contextmanager
def loaded(asked: Round) -> Iterator[LoadedFile]:
    """Load the file of a round in this process, and leave nothing of it behind."""
    before, arguments = sys.modules.get(inside.NAME), sys.argv[:]
    file: LoadedFile | None = None
    try:
        file = LoadedFile(asked.source.encode("latin-1"), asked.extension)
        yield file
    finally:
        if file:  # let go of what it made: memory in code is a circle nobody sees
            vars(file.module).clear()
            file.extra.clear()
        sys.argv[:] = arguments
        if before is None:
            sys.modules.pop(inside.NAME, None)
        else:
            sys.modules[inside.NAME] = before


def ask_in_process(asked: Round) -> Iterator[Reply]:
    """Yield the replies to a round, from the file loaded in this process."""
    with loaded(asked) as file:
        if file.refusal:
            yield Reply(END, "refused", file.refusal)
            return
        for n in (n for lot in in_order(asked.calls, 1) for n in lot):
            call = asked.calls[n]
            if asked.seconds and call.work >= LONG:
                yield Reply(n, "late", asked.seconds)
                continue
            given = protocol.encode(call.arguments)
            status, said = file.answer(call.function, given)
            yield Reply(n, status, protocol.decode(said))
        yield Reply(END, "done")
