"""Explanations in a terminal."""

import re

import pytest
from helpers.golden import HERE, compare

from noughts.explainer import explain
from noughts.explainer.phrases import describe, reason
from noughts.explainer.printed import WIDTH, board_text, explanation_text
from noughts.game.board import key_of
from noughts.game.notation import parse_board
from noughts.search.symmetry import images
from noughts.texts import LANGUAGES
from noughts.theme.ansi import Pen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_fits_eighty_columns(positions, language, share):
    """One of each eight images: what is turned or mirrored is as wide."""
    once = [b for b in positions if key_of(b) == min(images(key_of(b)))]
    for board in once[::share]:
        shown = explanation_text(explain(board), language)
        assert max(len(line) for line in shown.splitlines()) <= WIDTH
        assert all(line == line.rstrip() for line in shown.splitlines())


def test_colours_change_nothing_but_the_colour():
    explanation, pen = explain(parse_board("X.. .O. ..X")), Pen(colour=True)
    painted = board_text(explanation, pen)
    assert painted.count(pen(" X ", "bold", "x")) == 2
    assert painted.count(pen(" O ", "bold", "o")) == 1
    plain = re.sub(r"\033\[[\d;]*m", "", painted)
    assert re.sub(" +$", "", plain, flags=re.MULTILINE) == board_text(explanation)


# Boards whose moves together show every kind of reason.
REASONS = [
    *("... ... ...", "... ... .OX", "X.. .O. ..X", "XX. OO. ...", "XX. OO. ..X"),
    *(".XX ..O .XO", "... X.. OOX", ".X. O.X ...", "XOX .OX .XO", "X.. .OX .XO"),
    *("..X ... ...", "XXX OO. ...", "XXO OOX XOX", "XXX XOO XOO"),
]


def test_reasons_read_as_they_did(update_golden):
    lines = list[str]()
    for text in REASONS:
        found = explain(parse_board(text))
        for language in LANGUAGES:
            lines += ["", f"{text} {describe(found.ending, language)}".rstrip()]
            lines += [f"  {m.square}  {reason(m, language)}" for m in found.moves]
    text = "\n".join(lines[1:]) + "\n"
    compare(HERE / "transcripts" / "reasons.txt", text, update_golden)
