"""Text in a terminal: the palette's escape codes, and the one drawing of a board."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from noughts.theme import TERMINAL

STYLES = {
    "bold": "1",
    "reversed": "7",
    **{name: f"38;5;{number}" for name, number in TERMINAL.items()},
}
CLEAR_LINE = "\r\033[K"
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}
StyledText = tuple[str, str]  # its text, and the names of its styles


class Pen:
    """Styles text with the palette, or returns it unchanged."""

    def __init__(self, colour: bool = True) -> None:
        self.colour = colour

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in these styles: bold, reversed, or a colour's name."""
        if not (self.colour and styles):
            return text
        codes = ";".join(STYLES[style] for style in styles)
        return f"\033[{codes}m{text}\033[0m"


PLAIN = Pen(colour=False)


def pen_for(sink: TextIO, environ: Mapping[str, str] = os.environ) -> Pen:
    """Return a pen that uses colours if this is a terminal that can show them."""
    # Windows sets no TERM; Windows Terminal sets WT_SESSION.
    term = environ.get("TERM") or ("windows" if "WT_SESSION" in environ else "dumb")
    return Pen(sink.isatty() and term != "dumb" and not environ.get("NO_COLOR"))


def draw(
    rows: Iterable[Iterable[StyledText]], pen: Pen = PLAIN, box: bool = False
) -> str:
    """Return the cells in aligned rows; `box` adds lines between them."""
    table = [list(row) for row in rows]
    width = max(len(text) for row in table for text, _ in row)
    lines = [
        [" " * (width - len(text)) + pen(text, *styles.split()) for text, styles in row]
        for row in table
    ]
    if not box:
        return "\n".join(" ".join(line) for line in lines)
    rule = "┼".join(["─" * (width + 2)] * len(table[0]))
    return f"\n{rule}\n".join((" " + " │ ".join(line)).rstrip() for line in lines)


def mark_style(mark: str) -> str:
    """Return the styles of a player's mark."""
    return f"bold {mark.lower()}"


def board_lines(rows: Sequence[Sequence[str | None]]) -> str:
    """Return a board as lines of text, with the numbers of its empty squares."""
    columns = len(rows[0])
    numbered = [
        [(mark or str(columns * i + j + 1), "") for j, mark in enumerate(row)]
        for i, row in enumerate(rows)
    ]
    return draw(numbered, box=True)
