"""What the solver found, as text."""

import pytest

from noughts.look.ansi import Pen
from noughts.notation import parse_board
from noughts.solver import report
from noughts.solver.mnk import Rules
from noughts.solver.narrowing import promise
from noughts.words import words

PORTUGUESE = words("pt-BR")
say = words()
GAME = Rules(2, 3, 3)
NOW = GAME.read(parse_board("XO. ...", 2, 3))


@pytest.mark.parametrize(
    ("bounds", "key"),
    [
        ((0, 0), "draw"),
        ((2, 2), "decided"),
        ((-3, -3), "decided"),
        ((2, 4), "decided"),
        ((0, 4), "part_known"),
        ((-4, 4), "nothing_known"),
    ],
)
def test_bounds_as_a_sentence(bounds, key):
    sentence = say(f"solve.{key}", mark="X", promise=promise(bounds, NOW.left))
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
    known = {"mark": "X", "promise": PORTUGUESE.verdict(1, 2)}
    assert won == pen(PORTUGUESE("solve.decided", **known), "win")
    known = {0b000100: (0, 0), 0b001000: (-3, -3), 0b010000: (0, 4)}
    signs = report.moves_map(GAME, NOW, known, pen)
    assert pen("=", "draw") in signs
    assert pen("-1", "loss") in signs
    assert " ? " in signs
    assert pen("X", "x") in signs
    told = report.legend(known.values(), NOW.left, PORTUGUESE, pen)
    lost = PORTUGUESE("solve.move", promise=PORTUGUESE.verdict(-1, 1))
    assert told[-1] == pen(f"   -1  {lost}", "loss")


def test_a_label_of_several_moves_promises_what_all_of_them_do():
    [told] = report.legend([(7, 9), (1, 4), (4, 6)], 9)
    assert told.endswith(say("solve.move", promise=promise((1, 9), 9)))


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ((0, 0), say.verdict(0, 9)),
        ((7, 7), say.verdict(1, 2)),
        ((-6, -6), say.verdict(-1, 2)),
        ((3, 7), say("solve.promise.range", verdict=say.verdict(1, 2), most=4)),
        ((-6, -4), say("solve.promise.range", verdict=say.verdict(-1, 2), most=3)),
        ((0, 9), say("solve.promise.holds")),
        ((-9, 0), say("solve.promise.wins_not")),
        ((-6, 7), say("solve.promise.unknown")),
        ((-9, 9), say("solve.promise.unknown")),
    ],
)
def test_bounds_in_words_with_nine_cells_left(bounds, text):
    assert promise(bounds, 9) == text
