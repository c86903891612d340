"""
Record the calls of `result` that an engine's `minimax` makes.

This module runs in the engine's process next to untrusted code, so it imports only the
standard library and returns plain data; `watch` interprets it.
"""

from _thread import get_ident
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import wraps
from io import TextIOBase
from typing import Any

LIMIT = 100_000  # recorded calls; plain Minimax makes 63,904 after the first move
UNREADABLE = "?" * 10


def install(engine: Any, register: Callable[[str, Any], None]) -> None:
    """Register `listen` with the sandbox."""
    register("listen", lambda board: listen(engine, board))


class LineCounter(TextIOBase):
    """An output that only counts lines."""

    lines = 0

    def write(self, text: str) -> int:
        """Count the lines of a text."""
        self.lines += text.count("\n")
        return len(text)


def listen(engine: Any, board: Any, limit: int = LIMIT) -> list[Any]:
    """
    Return the calls of `result` during `minimax`, their number and the printed lines.

    Each call has ten characters, nine marks and a square, such as `X...O....9`. Only
    calls through the module's name `result` are recorded. Calls in other threads have
    no fixed order, so they are unreadable.
    """
    result, notes = engine.result, list[str]()
    total, here, output = 0, get_ident(), LineCounter()

    @wraps(result)
    def noted(*args: Any, **kwargs: Any) -> Any:
        nonlocal total
        total += 1
        if total <= limit:
            is_here = get_ident() == here
            notes.append(_note(*args, **kwargs) if is_here else UNREADABLE)
        return result(*args, **kwargs)

    engine.result = noted
    try:
        with redirect_stdout(output):
            engine.minimax(board)
    finally:
        engine.result = result
    return ["".join(notes), total, output.lines]


def _note(board: Any = None, action: Any = None, *_: Any, **__: Any) -> str:
    try:
        marks = "".join("." if mark is None else mark for row in board for mark in row)
        i, j = action
        note = f"{marks}{3 * i + j + 1}"
    except (TypeError, ValueError):
        return UNREADABLE
    return note if len(note) == len(UNREADABLE) else UNREADABLE
