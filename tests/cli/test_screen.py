"""Wrapped sentences and the progress line."""

import io
import sys

import pytest

from noughts.cli import screen
from noughts.cli.screen import Progress, filled
from noughts.theme.ansi import CLEAR_LINE


class Terminal(io.StringIO):
    """A terminal that keeps what was shown at once."""

    shown = ""

    def isatty(self):
        return True

    def flush(self):
        self.shown = self.getvalue()


@pytest.mark.parametrize("quiet", [[], [True]])
def test_a_progress_line_is_replaced_at_intervals_and_removed(monkeypatch, quiet):
    terminal, times = Terminal(), iter([5, 5, 5.25, 5.5, 6, 6, 6])
    monkeypatch.setenv("COLUMNS", "10")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(screen, "monotonic", lambda: next(times))
    monkeypatch.setattr(screen, "PAUSE", 0.5)
    with Progress(*quiet) as line:
        for text in ("123456789012", "too early", "b"):
            line.show(text)
    shown = "".join(CLEAR_LINE + text for text in ("123456789", "b", ""))
    assert terminal.shown == ("" if quiet else shown)


def test_sentences_are_wrapped_but_never_words(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert filled("ab " * 21 + "c" * 90) == "ab " * 19 + "ab\nab\n" + "c" * 90
