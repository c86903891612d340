"""Escape codes for terminals."""

import io

import pytest

from noughts.look.ansi import COLOUR, PLAIN, STYLES, Pen, pen_for


@pytest.mark.parametrize("style", STYLES)
def test_a_pen_adds_styles_and_a_plain_one_does_not(style):
    assert Pen()("word", style) == f"\033[{STYLES[style]}mword\033[0m"
    assert Pen()("word", "bold", style) == f"\033[1;{STYLES[style]}mword\033[0m"
    assert PLAIN("word", style) == "word"
    assert COLOUR.sub("", Pen()("word", "bold", style)) == "word"


class Terminal(io.StringIO):
    """A terminal that shows nothing."""

    def isatty(self):
        return True


def test_the_pen_has_colours_on_a_colour_terminal():
    assert pen_for(Terminal(), {"TERM": "xterm"}).colour
    assert not pen_for(Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}).colour
