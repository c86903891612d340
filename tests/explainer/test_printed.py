"""Explanations in a terminal."""

import re

import pytest
from helpers.golden import HERE, compare

from noughts.board import key_of
from noughts.explainer import explain
from noughts.explainer.phrases import ending, reason
from noughts.explainer.printed import (
    COLUMN,
    WIDTH,
    board_text,
    explanation_text,
    line_text,
)
from noughts.look.ansi import Pen
from noughts.notation import parse_board
from noughts.search.symmetry import images
from noughts.words import LANGUAGES, words


@pytest.mark.parametrize(("width", "abreast"), [(27, 1), (28, 2), (40, 2), (41, 3)])
def test_as_many_boards_as_fit_are_side_by_side(width, abreast):
    explanation = explain(parse_board("X.. .O. ..X"))
    shown = line_text(explanation.key, explanation.move(2), width=width)
    bands = shown.split("\n\n")
    heads = [band.splitlines()[0].split() for band in bands]
    assert [len(head) // 2 for head in heads] == [abreast] * (6 // abreast)
    assert " ".join(" ".join(head) for head in heads) == "O 2 X 8 O 7 X 3 O 6 X 4"
    assert {len(band.splitlines()) for band in bands} == {5}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_fits_eighty_columns(positions, language, share):
    """One of each eight images: what is turned or mirrored is as wide."""
    once = [b for b in positions if key_of(b) == min(images(key_of(b)))]
    for board in once[::share]:
        shown = explanation_text(explain(board), language)
        assert max(len(line) for line in shown.splitlines()) <= WIDTH
        assert all(line == line.rstrip() for line in shown.splitlines())
        assert not re.search(r"\b[XO]\n {20}\d", shown), "a move stays on one line"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_label_below_a_board_fits_its_column(language):
    table = words(language).table
    labels = [said for name, said in table.items() if name.startswith("explain.label.")]
    assert labels
    assert max(map(len, labels)) < COLUMN - 1


def test_the_best_moves_come_first():
    shown = explanation_text(explain(parse_board("XX. OO. ..X")))
    moves = [line[4] for line in shown.splitlines() if " in " in line[7:18]]
    assert moves == ["6", "3", "7", "8"]


def test_colours_change_nothing_but_the_colour():
    explanation, pen = explain(parse_board("X.. .O. ..X")), Pen(colour=True)
    painted = board_text(explanation, pen)
    assert painted.count(pen("X", "bold", "x")) == 2
    assert painted.count(pen("O", "bold", "o")) == 1
    assert re.sub(r"\033\[[\d;]*m", "", painted) == board_text(explanation)


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
            lines += ["", f"{text} {ending(found.ending, language)}".rstrip()]
            lines += [f"  {m.square}  {reason(m, language)}" for m in found.moves]
    text = "\n".join(lines[1:]) + "\n"
    compare(HERE / "transcripts" / "reasons.txt", text, update_golden)
