"""A search of the solver, on the screen: what is found, and how far it has come."""

import sys
from textwrap import wrap
from time import monotonic

from noughts.cli.screen import columns
from noughts.look.ansi import COLOUR, clear_lines, draws, pen_for
from noughts.solver import report
from noughts.solver.prover import Prover
from noughts.words import Words

REDRAW = 0.2  # seconds


class SearchDisplay:
    """Prints what is found; and while the search goes on, if somebody is looking."""

    def __init__(self, say: Words) -> None:
        self.words, self.pen = say, pen_for(sys.stdout)
        self.start = self.drawn_at = monotonic()
        self.live = draws(sys.stdout)
        self.lines = 0  # that are on the screen now, and will be drawn over
        self.text = ""
        self.interrupted = False  # by Ctrl-C

    def say(self, name: str, **given: object) -> None:
        """Print a sentence; one with a path, which may be copied, as it is."""
        sentence = self.words(f"solve.{name}", **given)
        if "path" in given:
            print(sentence)
        else:
            self.print(sentence)

    def print(self, text: str) -> int:
        """Print a text in the columns that there are; return how many lines it took."""
        lines = self.wrapped(text)
        print("\n".join(lines), flush=True)
        return len(lines)

    def wrapped(self, text: str) -> list[str]:
        """Return the lines of a text; colours take no room, and end with the text."""
        room = max(columns() - 1, 20)
        lines = list[str]()
        for line in text.splitlines():
            fits = len(COLOUR.sub("", line)) <= room
            parts = [line] if fits else wrap(line, room, break_long_words=False)
            lines += parts
        return lines

    def watch(self, prover: Prover) -> None:
        """Show what is known, and how deep the search is, a few times a second."""
        now = monotonic()
        if self.live and now - self.drawn_at > REDRAW:
            self.drawn_at = now
            took = report.effort(prover.visited, self.seconds, self.words)
            depth = self.words("solve.depth", depth=prover.depth)
            self.clear()
            self.lines = self.print(f"{self.text}\n{took}\n{depth}")

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return monotonic() - self.start

    def clear(self) -> None:
        """Wipe out what was drawn."""
        if self.lines:
            print(clear_lines(self.lines), end="")
            self.lines = 0
