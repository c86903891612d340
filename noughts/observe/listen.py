"""
Record the calls of `result` that an engine's `minimax` makes.

This module runs in the engine's process next to untrusted code, so it imports only the
standard library and returns plain data; `watch` interprets them.
"""

import sys
from _thread import get_ident
from collections.abc import Callable
from functools import wraps
from typing import Any

LIMIT = 100_000  # calls; plain Minimax makes 63,904 at most after the first move
UNREADABLE = "?" * 10


def install(engine: Any, register: Callable[[str, Any], None]) -> None:
    """Register these functions with the sandbox."""
    register("listen", lambda board: listen(engine, board))
    register("heard", lambda board: heard(engine, board))


def listen(engine: Any, board: Any, limit: int = LIMIT) -> tuple[Any, str, int]:
    """
    Return the answer of `minimax`, its calls of `result` and their number.

    Each call has ten characters, nine marks and a square, such as `X...O....9`. Only
    calls through the module's name `result` are recorded. Calls in other threads have
    no fixed order, so they are reported as one unreadable call.
    """
    result, notes = engine.result, list[str]()
    total, here, elsewhere = 0, get_ident(), False

    @wraps(result)
    def noted(*args: Any, **kwargs: Any) -> Any:
        nonlocal total, elsewhere
        elsewhere |= get_ident() != here
        total += 1
        if total <= limit:
            notes.append(_note(*args, **kwargs))
        return result(*args, **kwargs)

    engine.result = noted
    try:
        answer = engine.minimax(board)
    finally:
        engine.result = result
    if elsewhere:
        return answer, UNREADABLE, 1
    return answer, "".join(notes), total


def heard(engine: Any, board: Any) -> list[Any]:
    """Return the calls of `result`, their number, and the number of printed lines."""
    usual, prints = sys.stdout, 0

    class Paper:
        """An output that only counts lines."""

        def write(self, text: str) -> int:
            nonlocal prints
            prints += text.count("\n")
            return len(text)

        def __getattr__(self, name: str) -> Any:
            return getattr(usual, name)

    paper: Any = Paper()
    sys.stdout = paper
    try:
        return [*listen(engine, board)[1:], prints]
    finally:
        sys.stdout = usual


def _note(board: Any = None, action: Any = None, *_: Any, **__: Any) -> str:
    try:
        marks = "".join("." if mark is None else mark for row in board for mark in row)
        i, j = action
        note = f"{marks}{3 * i + j + 1}"
    except (TypeError, ValueError):
        return UNREADABLE
    return note if len(note) == len(UNREADABLE) else UNREADABLE
