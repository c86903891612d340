"""Terminal output: wrapped sentences and progress."""

import shutil
import sys
from textwrap import fill
from time import monotonic
from typing import Self

from noughts.theme.ansi import CLEAR_LINE

BAR = 24  # characters of a progress bar
PAUSE = 0.1  # seconds between two updates
LEAST = 60  # columns: a narrower terminal wraps lines itself


class Progress:
    """A progress line on stderr, if that is a terminal."""

    def __init__(self, quiet: bool = False) -> None:
        self.live = sys.stderr.isatty() and not quiet
        self.next = 0.0  # when the line may be replaced

    def show(self, text: str) -> None:
        """Replace the line, but not too often."""
        if self.live and monotonic() >= self.next:
            fitting = text[: shutil.get_terminal_size().columns - 1]
            print(f"{CLEAR_LINE}{fitting}", end="", file=sys.stderr, flush=True)
            self.next = monotonic() + PAUSE

    def clear(self) -> None:
        """Remove the line."""
        self.next = 0.0
        self.show("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


def columns() -> int:
    """Return the width of the terminal."""
    return max(shutil.get_terminal_size().columns, LEAST)


def filled(text: str) -> str:
    """Return a sentence wrapped to the terminal's width."""
    return fill(text, columns(), break_long_words=False)


def bar(done: int, total: int) -> str:
    """Return a progress bar."""
    full = BAR * done // total
    return "\N{BOX DRAWINGS HEAVY HORIZONTAL}" * full + (
        "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (BAR - full)
    )
