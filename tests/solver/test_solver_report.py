"""What the solver found, as text."""

import pytest

from noughts.game.notation import parse_board
from noughts.solver import report
from noughts.solver.mnk import Rules
from noughts.solver.narrowing import promise
from noughts.texts import words
from noughts.theme.ansi import Pen

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
        ((-4, 0), "part_known"),
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
        ((-4, 0), "?"),
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
    assert report.moves_map(GAME, NOW, known) == "   X  O  =\n  -1  ?  ?"
    assert [pen("=", "draw") in signs, pen("-1", "loss") in signs] == [True, True]
    assert [pen("X", "x") in signs, pen("O", "o") in signs] == [True, True]
    told = report.legend(known.values(), NOW.left, PORTUGUESE, pen)
    lost = PORTUGUESE("solve.move", promise=PORTUGUESE.verdict(-1, 1))
    assert told[-1] == pen(f"   -1  {lost}", "loss")


@pytest.mark.parametrize(
    ("marks", "squares", "picture"),
    [
        ("XO. ...", [6], "   X  O  .\n   .  . X1"),
        ("XO. ...", [3, 4, 5], "   X  O X1\n  O2 X3  ."),
        ("XO. ..X", [5, 4], "   X  O  .\n  X2 O1  X"),
    ],
)
def test_a_line_of_play_is_numbered_on_the_board(marks, squares, picture):
    state = GAME.read(parse_board(marks, 2, 3))
    row, column = divmod(squares[0] - 1, 3)
    first = say("solve.best", square=squares[0], row=row + 1, column=column + 1)
    head, board = report.line(GAME, state, [1 << n - 1 for n in squares])
    assert head.removeprefix(first).strip() in {"", say("solve.best_line")}
    assert (head == first, board) == (len(squares) == 1, picture)


def test_the_cost_of_a_search_has_one_decimal():
    known = {"number": "1,234", "seconds": "2.3"}
    assert report.effort(1234, 2.345) == say("solve.effort", n=1234, **known)


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
