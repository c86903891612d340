"""What the solver found, as text."""

import pytest

from noughts.notation import parse_board
from noughts.solver import report
from noughts.solver.ladder import Measure
from noughts.solver.mnk import Rules

GAME = Rules(2, 3, 3)
NOW = GAME.read(parse_board("XO. ...", 2, 3))


def test_the_mark_of_the_player_to_move():
    assert report.mover(GAME, NOW) == "X"
    assert report.mover(GAME, NOW.play(4)) == "O"
    assert report.other("X") == "O"
    assert report.other("O") == "X"


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
def test_what_is_known_as_a_sentence(bounds, sentence):
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
        ((0, 4), "=+"),
        ((-4, 0), "=-"),
        ((-4, 4), "?"),
    ],
)
def test_what_is_known_of_a_move_in_signs(bounds, sign):
    assert report.symbol(bounds, 4) == sign


def test_the_map_of_the_moves():
    known = {0b000100: (0, 0), 0b001000: (-3, -3), 0b010000: (0, 4)}
    assert report.moves_map(GAME, NOW, known) == "   X  O  =\n  -1 =+  ?"


def test_a_line_of_play_is_a_board_with_numbers():
    assert report.line(GAME, NOW, [0b010000, 0b000100]) == (
        "Best move: square 5 (row 2, column 2). A line of best play:\n"
        "   X  O O2\n"
        "   . X1  ."
    )
    assert report.line(GAME, NOW, [0b100000]) == (
        "Best move: square 6 (row 2, column 3).\n   X  O  .\n   .  . X1"
    )


ROW = Measure("alpha-beta", 1000, 0.5, finished=True)


@pytest.mark.parametrize(
    ("measure", "below", "row"),
    [
        (ROW, None, "alpha-beta          1,000     0.50 s            "),
        (
            ROW,
            Measure("minimax", 3500, 1, finished=True),
            "alpha-beta          1,000     0.50 s     3.5 x  ",
        ),
        (
            ROW,
            Measure("minimax", 350_000, 1, finished=False),
            "alpha-beta          1,000     0.50 s   > 350 x  ",
        ),
        (
            ROW._replace(finished=False),
            Measure("minimax", 2000, 1, finished=False),
            "alpha-beta        > 1,000   > 0.50 s            ",
        ),
    ],
)
def test_a_rung_of_the_ladder_is_a_line_of_a_table(measure, below, row):
    assert report.ladder_row(measure, below) == row + "skip what cannot matter"


def test_the_table_fits_eighty_columns():
    slow = Measure("forced moves", 99_999_999, 999.99, finished=False)
    for name in report.RUNGS:
        assert len(report.ladder_row(slow._replace(rung=name), None)) <= 80
    assert report.ladder_head().endswith("fewer by")
