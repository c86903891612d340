"""
Run by Python in the cage before its memory is saved; engine-worker.js calls `answer`.

A page of its own, not a module that noughts imports: the globals stay in the memory.
"""

import sys
from collections.abc import Callable

from noughts.sandbox.inside import LoadedFile

# Seeded for each question if it was imported: Pyodide's own import must not count.
sys.modules.pop("random", None)


def answer(
    loaded: LoadedFile,
    verb: str,
    text: str,
    batch: int,
    quick: int,
    say: Callable[[str], None],
) -> None:
    """Say the answers, several at a time: a message takes longer than an answer."""
    lines, following = list[str](), iter(text.split(" ")[2:])

    def hear(line: str) -> None:
        lines.append(line)
        upcoming = next(following, "")
        if len(lines) == batch or upcoming.count(".") > quick:
            say("\n".join(lines))
            lines.clear()

    loaded.answer(verb, text, hear)
    if lines:
        say("\n".join(lines))
