"""A search of the solver, on the screen: what is found, and how far it has come."""

import sys
from textwrap import wrap
from time import monotonic

from noughts.cli.screen_lines import Teller, columns
from noughts.look.ansi import COLOUR, clear_lines, draws, pen_for
from noughts.solver import report
from noughts.solver.searcher import Searcher
from noughts.words import Words

REDRAW = 0.2  # seconds
LITTLE = 0.02  # of the search at a depth: too little to tell how long the rest takes


class SearchDisplay(Teller):
    """Prints what is found; and while the search goes on, if somebody is looking."""

    def __init__(self, say: Words, saves: bool) -> None:
        super().__init__(saves)
        self.words, self.pen = say, pen_for(sys.stdout)
        self.start = self.drawn_at = monotonic()
        self.live = draws(sys.stdout)
        self.depth: int | None = None  # of the search, since when
        self.deeper_at = self.start
        self.lines = 0  # that are on the screen now, and will be drawn over
        self.text = ""

    def say(self, name: str, **given: object) -> None:
        """Print a sentence; one with a path, which may be copied, as it is."""
        sentence = self.words(f"solve.{name}", **given)
        if "path" in given:
            self.tell(sentence)
        else:
            self.print(sentence)

    def print(self, text: str) -> int:
        """Print a text in the columns that there are; return how many lines it took."""
        lines = self.wrapped(text)
        self.tell("\n".join(lines))
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

    def watch(self, search: Searcher) -> None:
        """Show what is known, and how far the search has come, a few times a second."""
        now = monotonic()
        if self.live and now - self.drawn_at > REDRAW:
            self.drawn_at = now
            took = report.effort(search.visited, self.seconds, self.words)
            self.clear()
            self.lines = self.print(f"{self.text}\n{took}\n{self.estimate(search)}")

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return monotonic() - self.start

    def estimate(self, search: Searcher) -> str:
        """Return how much is done of the search at its depth, and how long is left."""
        prover = search.prover
        assert prover is not None
        if prover.depth != self.depth:
            self.depth, self.deeper_at = prover.depth, monotonic()
        share = prover.share
        figures = {"depth": prover.depth, "share": f"{100 * share:.0f}"}
        depth = self.words("solve.depth", **figures)
        if share < LITTLE:
            return depth
        left = (monotonic() - self.deeper_at) * (1 - share) / share
        return self.words("solve.estimate", depth=depth, n=f"{left:.0f}")

    def clear(self) -> None:
        """Wipe out what was drawn."""
        if self.lines:
            self.tell(clear_lines(self.lines), end="")
            self.lines = 0
