"""What the solver found, as text."""

import pytest

from noughts.look.ansi import Pen
from noughts.notation import parse_board
from noughts.solver import report
from noughts.solver.mnk import Rules
from noughts.solver.narrowing import promise
from noughts.words import words

PORTUGUESE = words("pt-BR")

GAME = Rules(2, 3, 3)
NOW = GAME.read(parse_board("XO. ...", 2, 3))


@pytest.mark.parametrize(
    ("bounds", "sentence"),
    [
        ((0, 0), "A draw: neither player can force a win."),
        ((2, 2), "X wins in 2 with best play."),
        ((-3, -3), "X loses in 1 with best play."),
        ((2, 4), "X wins in 1 to 2 with best play."),
        ((0, 4), "Who wins is not known yet: X does not lose."),
        ((-4, 4), "Who wins is not known yet."),
    ],
)
def test_bounds_as_a_sentence(bounds, sentence):
    assert report.summary(GAME, NOW, bounds) == sentence


@pytest.mark.parametrize(
    ("bounds", "sign"),
    [
        ((4, 4), "+1"),
        ((2, 2), "+2"),
        ((0, 0), "="),
        ((-3, -3), "-1"),
        ((-1, -1), "-2"),
        ((1, 4), "+?"),
        ((-4, -1), "-?"),
        ((0, 4), "?"),
        ((-4, 4), "?"),
    ],
)
def test_bounds_as_a_symbol(bounds, sign):
    assert report.symbol(bounds, 4) == sign


def test_a_sentence_and_a_map_have_the_colours_of_their_outcomes():
    pen = Pen()
    won = report.summary(GAME, NOW, (2, 2), PORTUGUESE, pen)
    assert won == pen("X vence em 2, se ambos jogarem da melhor forma.", "win")
    known = {0b000100: (0, 0), 0b001000: (-3, -3), 0b010000: (0, 4)}
    signs = report.moves_map(GAME, NOW, known, pen)
    assert pen("=", "draw") in signs
    assert pen("-1", "loss") in signs
    assert " ? " in signs
    assert pen("X", "x") in signs
    told = report.legend(known.values(), NOW.left, PORTUGUESE, pen)
    assert told[-1] == pen("   -1  a jogada perde em 1", "loss")


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ((0, 0), "draw"),
        ((7, 7), "wins in 2"),
        ((-6, -6), "loses in 2"),
        ((3, 7), "wins in 2 to 4"),
        ((-6, -4), "loses in 2 to 3"),
        ((0, 9), "does not lose"),
        ((-9, 0), "does not win"),
        ((-6, 7), "not known"),
        ((-9, 9), "not known"),
    ],
)
def test_bounds_in_words_with_nine_cells_left(bounds, text):
    assert promise(bounds, 9) == text
