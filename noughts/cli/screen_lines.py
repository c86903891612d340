"""Lines that fit the terminal: how far something has come, sentences, tables."""

import shutil
import sys
from textwrap import fill, wrap
from typing import Self

from noughts.look.ansi import CLEAR_LINE

BAR = 24  # characters of a progress bar
LEAST = 20  # columns: a narrower terminal breaks lines by itself
ROOM = 12  # columns that a text beside a name has at least
NARROW = 60  # columns: in less than that, a usage names no options


class Teller:
    """Prints; where there is work to save, it goes on though nobody hears of it."""

    def __init__(self, saves: bool = True, aside: bool = False) -> None:
        self.saves = saves
        self.aside = aside  # on stderr
        self.trouble: OSError | None = None  # of the output, since when all is silent

    def tell(self, text: str, end: str = "\n") -> None:
        """Print a text, if it can be heard."""
        if self.trouble is None:
            try:
                stream = sys.stderr if self.aside else sys.stdout
                print(text, end=end, file=stream, flush=True)
            except OSError as error:
                if not self.saves:
                    raise
                self.trouble = error

    def finish(self) -> None:
        """Raise what befell the output, now that all is saved."""
        if self.trouble and not isinstance(self.trouble, BrokenPipeError):
            raise self.trouble


class Progress:
    """One line on stderr that says how far it has come, if somebody is looking."""

    def __init__(self, quiet: bool = False) -> None:
        self.live = sys.stderr.isatty() and not quiet

    def show(self, text: str) -> None:
        """Put this in the place of what the line said before."""
        if self.live:
            fitting = text[: shutil.get_terminal_size().columns - 1]
            try:
                print(f"{CLEAR_LINE}{fitting}", end="", file=sys.stderr, flush=True)
            except OSError:
                self.live = False  # the terminal has gone: nobody is looking

    def clear(self) -> None:
        """Take the line away."""
        self.show("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away, whatever has happened."""
        self.clear()


def columns() -> int:
    """Return how wide the terminal is, or what is the least of use."""
    return max(shutil.get_terminal_size().columns, LEAST)


def filled(text: str) -> str:
    """Return a sentence in as many columns as the terminal has."""
    return fill(text, columns(), break_long_words=False)


def bar(done: int, total: int) -> str:
    """Return how much of a whole is done, as a bar."""
    full = BAR * done // total
    return "\N{BOX DRAWINGS HEAVY HORIZONTAL}" * full + (
        "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (BAR - full)
    )


def table(rows: dict[str, str], width: int) -> str:
    """Return names and what each is, side by side or below, in this many columns."""
    indent = max(map(len, rows)) + 4
    lines = list[str]()
    for name, text in rows.items():
        if width - indent >= ROOM:
            lines += _hanging(f"  {name}".ljust(indent), text, width)
        else:
            lines += [f"  {name}", *_hanging("    ", text, width)]
    return "\n".join(lines)


def _hanging(head: str, text: str, width: int) -> list[str]:
    room = max(width - len(head), ROOM)
    first, *rest = wrap(text, room) or [""]
    return [head + first, *(" " * len(head) + line for line in rest)]
