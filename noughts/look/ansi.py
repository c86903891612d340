"""Terminal escape codes for the palette."""

import os
import re
from collections.abc import Mapping
from typing import TextIO

from noughts.look import TERMINAL

STYLES = {
    "bold": "1",
    "reversed": "7",
    **{name: f"38;5;{number}" for name, number in TERMINAL.items()},
}
CLEAR_LINE = "\r\033[K"
COLOUR = re.compile(r"\033\[[\d;]*m")  # has no width
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


class Pen:
    """Styles text with the palette, or returns it unchanged."""

    def __init__(self, colour: bool = True) -> None:
        self.colour = colour

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in these styles: bold, reversed, or a colour's name."""
        if not self.colour:
            return text
        codes = ";".join(STYLES[style] for style in styles)
        return f"\033[{codes}m{text}\033[0m"


PLAIN = Pen(colour=False)


def pen_for(sink: TextIO, environ: Mapping[str, str] = os.environ) -> Pen:
    """Return a pen that uses colours if this is a terminal that can show them."""
    # Windows sets no TERM; Windows Terminal sets WT_SESSION.
    term = environ.get("TERM") or ("windows" if "WT_SESSION" in environ else "dumb")
    return Pen(sink.isatty() and term != "dumb" and not environ.get("NO_COLOR"))
