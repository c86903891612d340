"""Explanations in a terminal."""

import re

import pytest

from noughts.board import key_of
from noughts.explainer import explain
from noughts.explainer.printed import (
    COLUMN,
    WIDTH,
    board_text,
    explanation_text,
    line_text,
)
from noughts.look import SIGNS
from noughts.look.ansi import Pen
from noughts.notation import parse_board
from noughts.search.symmetry import images
from noughts.words import LANGUAGES, words

SHOWN = """\
O to move: draw

    X  │ 2 = │ 3 ~
  ─────┼─────┼─────
   4 = │  O  │ 6 =
  ─────┼─────┼─────
   7 ~ │ 8 = │  X

  = 2  draw         forces X to 8; stops X from making two threats with 3 or 7
  = 4  draw         forces X to 6; stops X from making two threats with 3 or 7
  = 6  draw         forces X to 4; stops X from making two threats with 3 or 7
  = 8  draw         forces X to 2; stops X from making two threats with 3 or 7
  ~ 3  loses in 2   is a mistake: it gives up the draw; X answers 7, blocks O on
                    3-5-7 and makes two threats, on 4 and 8
  ~ 7  loses in 2   is a mistake: it gives up the draw; X answers 3, blocks O on
                    3-5-7 and makes two threats, on 2 and 6

Best play: a draw

   O 2          X 8          O 7          X 3          O 6          X 4
   X [O] .      X  O  .      X  O  .      X  O [X]     X  O  X      X  O  X
   .  O  .      .  O  .      .  O  .      .  O  .      .  O [O]    [X] O  O
   .  .  X      . [X] X     [O] X  X      O  X  X      O  X  X      O  X  X
   threatens    blocks       blocks       blocks       blocks       blocks""".replace(
    "~", SIGNS["loss"]
)


def test_a_position_is_shown_with_its_moves_and_best_play():
    assert explanation_text(explain(parse_board("X.. .O. ..X"))) == SHOWN


@pytest.mark.parametrize(("width", "abreast"), [(27, 1), (28, 2), (40, 2), (41, 3)])
def test_as_many_boards_stand_beside_each_other_as_fit(width, abreast):
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


def test_in_portuguese_nothing_is_left_in_english():
    shown = explanation_text(explain(parse_board("X.. ... .O.")), "pt-BR")
    assert shown.startswith("Vez de X: vence em 3 jogadas\n")
    assert "+ 3  vence em 3   obriga O a jogar em 2; depois X em 5 faz" in shown
    assert "Melhor sequência: X vence" in shown
    assert "   ameaça       bloqueia     2 ameaças    bloqueia     vence" in shown


def test_the_best_moves_come_first():
    shown = explanation_text(explain(parse_board("XX. OO. ..X")))
    moves = [line[4] for line in shown.splitlines() if " in " in line[7:18]]
    assert moves == ["6", "3", "7", "8"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("XXX OO. ...", "X has won: 1-2-3"),
        ("XXO OOX XOX", "a draw: the board is full"),
    ],
)
def test_a_finished_board_is_shown_with_its_end(text, last):
    shown = explanation_text(explain(parse_board(text)))
    assert shown.splitlines()[-1] == last
    assert "Best play" not in shown


def test_in_colours_each_mark_has_its_own_and_the_text_is_the_same():
    explanation, pen = explain(parse_board("X.. .O. ..X")), Pen(colour=True)
    painted = board_text(explanation, pen)
    assert painted.count(pen("X", "bold", "x")) == 2
    assert painted.count(pen("O", "bold", "o")) == 1
    assert re.sub(r"\033\[[\d;]*m", "", painted) == board_text(explanation)
