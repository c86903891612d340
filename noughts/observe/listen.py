"""
Listen to an engine's search: the calls of `result` that its `minimax` makes.

This file runs in the engine's own process, beside code that nobody trusts. So it
stands alone, needs only the standard library, and gives plain data; what they mean is
found out elsewhere, in `watch`.
"""

from collections.abc import Callable
from typing import Any

LIMIT = 100_000  # calls noted: plain Minimax makes 63,904 at most after the first move
UNREADABLE = "?" * 10


def install(engine: Any, register: Callable[[str, Any], None]) -> None:
    """Make `listen` known to the sandbox, beside the engine's own functions."""
    register("listen", lambda board: listen(engine, board))


def listen(engine: Any, board: Any, limit: int = LIMIT) -> tuple[Any, str, int]:
    """
    Return the answer of the engine's `minimax`, what it asked `result`, and how often.

    The calls are one text of ten characters each: nine marks and a square, such as
    `X...O....9`. Only calls of the name `result` in the engine's module are heard.
    """
    result, notes, total = engine.result, [], 0

    def heard(*args: Any, **kwargs: Any) -> Any:
        nonlocal total
        total += 1
        if total <= limit:
            notes.append(_note(*args, **kwargs))
        return result(*args, **kwargs)

    engine.result = heard
    try:
        answer = engine.minimax(board)
    finally:
        engine.result = result
    return answer, "".join(notes), total


def _note(board: Any = None, action: Any = None, *_: Any, **__: Any) -> str:
    try:
        marks = "".join("." if mark is None else mark for row in board for mark in row)
        i, j = action
        note = f"{marks}{3 * i + j + 1}"
    except (TypeError, ValueError):
        return UNREADABLE
    return note if len(note) == len(UNREADABLE) else UNREADABLE
