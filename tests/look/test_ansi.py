"""Escape codes for terminals."""

import pytest

from noughts.look.ansi import COLOUR, PLAIN, STYLES, Pen


@pytest.mark.parametrize("style", STYLES)
def test_a_pen_adds_styles_and_a_plain_one_does_not(style):
    assert Pen()("word", style) == f"\033[{STYLES[style]}mword\033[0m"
    assert Pen()("word", "bold", style) == f"\033[1;{STYLES[style]}mword\033[0m"
    assert PLAIN("word", style) == "word"
    assert COLOUR.sub("", Pen()("word", "bold", style)) == "word"
