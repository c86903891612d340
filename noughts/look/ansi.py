"""What a terminal is told: the palette's colours, and what to clear."""

import os
import re
from collections.abc import Mapping
from typing import TextIO

from noughts.look import SIGNS, TERMINAL

STYLES = {
    "bold": "1",
    "reversed": "7",
    **{name: f"38;5;{number}" for name, number in TERMINAL.items()},
}
CLEAR = "\033[H\033[J"  # all that is on the screen
CLEAR_LINE = "\r\033[K"
COLOUR = re.compile(r"\033\[[\d;]*m")  # takes no room
HUE = re.compile(r";?38;5;\d+")
OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


class Pen:
    """Writes text in the styles of the palette, or leaves it as it is."""

    def __init__(self, colour: bool = True) -> None:
        self.colour = colour

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in these styles: bold, reversed, or a colour's name."""
        if not self.colour:
            return text
        codes = ";".join(STYLES[style] for style in styles)
        return f"\033[{codes}m{text}\033[0m"

    def sign(self, outcome: int) -> str:
        """Return the sign of a win, a draw or a loss, in its colour."""
        return self(SIGNS[OUTCOMES[outcome]], OUTCOMES[outcome])


PLAIN = Pen(colour=False)


def clear_lines(number: int) -> str:
    """Return what goes back up this many lines, and clears them."""
    return f"\033[{number}F\033[J"


def pen_for(sink: TextIO, environ: Mapping[str, str] = os.environ) -> Pen:
    """Return a pen that uses colours if this is a terminal that can show them."""
    return Pen(shows_colours(sink, environ))


def uncoloured(text: str) -> str:
    """Return a text without its colours; what is bold or reversed stays so."""
    return COLOUR.sub(lambda code: HUE.sub("", code[0]), text)


def shows_colours(sink: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether what is printed there is seen in colours, and may be."""
    return draws(sink, environ) and not environ.get("NO_COLOR")


def draws(sink: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether this is a terminal that can be drawn on."""
    # Windows sets no TERM; its newer terminal, which knows the codes, says so.
    term = environ.get("TERM") or ("windows" if "WT_SESSION" in environ else "dumb")
    return sink.isatty() and term != "dumb"
