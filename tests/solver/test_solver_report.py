"""What the solver found, as text."""

import pytest

from noughts.look.ansi import Pen
from noughts.notation import parse_board
from noughts.solver import report
from noughts.solver.ladder import Measure
from noughts.solver.mnk import Rules
from noughts.solver.searcher import RUNGS
from noughts.words import LANGUAGES, words

PORTUGUESE = words("pt-BR")

GAME = Rules(2, 3, 3)
NOW = GAME.read(parse_board("XO. ...", 2, 3))


def test_the_mark_of_the_player_to_move():
    assert report.mover(GAME, NOW) == "X"
    assert report.mover(GAME, NOW.play(4)) == "O"


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
    ("bounds", "style"),
    [
        ((1, 1), "win"),
        ((1, 4), "win"),
        ((0, 0), "draw"),
        ((-1, -1), "loss"),
        ((-4, -1), "loss"),
        ((0, 1), ""),
        ((-1, 0), ""),
        ((-1, 1), ""),
    ],
)
def test_what_is_decided_has_the_colour_of_its_outcome(bounds, style):
    assert report.style_of(bounds) == style


def test_what_a_search_has_taken_is_told_to_a_tenth_of_a_second():
    assert report.effort(1234, 2.34) == "Solving: 1,234 positions, 2.3 s."
    assert report.effort(1, 0.06) == "Solving: 1 position, 0.1 s."


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
        "Best move: square 5 (row 2, column 2). A line of best play:",
        "   X  O O2\n   . X1  .",
    )
    assert report.line(GAME, NOW, [0b1000, 0b10000, 0b100, 0b100000])[1] == (
        "   X  O X3\n  X1 O2 O4"
    )
    assert report.line(GAME, NOW, [0b100000], PORTUGUESE) == (
        "Melhor jogada: casa 6 (linha 2, coluna 3).",
        "   X  O  .\n   .  . X1",
    )


def test_of_a_move_that_nobody_has_looked_at_nothing_is_known():
    assert report.legend([(-4, 4)], 4) == ["    ?  nothing is known of the move yet"]
    assert report.legend([(-4, 4)], 4, PORTUGUESE) == [
        "    ?  da jogada ainda não se sabe nada"
    ]


def test_the_signs_of_a_map_are_explained_the_best_first_each_once():
    known = [(-3, -3), (0, 4), (4, 4), (0, 0), (4, 4), (-1, -1)]
    assert report.legend(known, 4) == [
        "   +1  the move wins in 1",
        "   =+  the move does not lose",
        "    =  the move draws",
        "   -2  the move loses in 2",
        "   -1  the move loses in 1",
    ]
    assert report.legend([(0, 0)], 4, PORTUGUESE) == ["    =  a jogada empata"]


def test_a_sentence_and_a_map_have_the_colours_of_their_outcomes():
    pen = Pen()
    won = report.summary(GAME, NOW, (2, 2), PORTUGUESE, pen)
    assert won == pen("X vence em 2, se ambos jogarem da melhor forma.", "win")
    known = {0b000100: (0, 0), 0b001000: (-3, -3), 0b010000: (0, 4)}
    signs = report.moves_map(GAME, NOW, known, pen)
    assert pen("=", "draw") in signs
    assert pen("-1", "loss") in signs
    assert " =+ " in signs
    assert pen("X", "x") in signs
    told = report.legend(known.values(), NOW.left, PORTUGUESE, pen)
    assert told[-1] == pen("   -1  a jogada perde em 1", "loss")


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
    assert report.ladder_row(measure, below) == [row + "skip what cannot matter"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 40, 20])
def test_the_table_fits_the_columns_in_every_language(language, width):
    say = words(language)
    slow = Measure("forced moves", 99_999_999, 999.99, finished=False)
    for name in RUNGS:
        rows = report.ladder_row(slow._replace(rung=name), None, say, width)
        assert max(map(len, rows)) <= width
        ideas = " ".join(" ".join(rows).split())
        assert ideas.endswith(say(f"solve.rung.{name}"))
    head = report.ladder_head(say, width)
    assert len(head) <= width
    assert head.startswith(say("solve.table.rung"))


@pytest.mark.parametrize(
    ("width", "taken"),
    [(46, 46), (45, 36), (36, 36), (35, 25), (25, 25), (24, 13), (13, 13), (12, 13)],
)
def test_the_table_has_the_columns_that_fit_one_at_least(width, taken):
    assert len(report.ladder_head(width=width)) == taken


def test_an_idea_stands_beside_its_figures_or_below_them():
    figures = "alpha-beta          1,000     0.50 s"
    beside = f"{figures}            skip what cannot matter"
    assert report.ladder_row(ROW, None, width=80) == [beside]
    below = [figures, "  skip what cannot matter"]
    assert report.ladder_row(ROW, None, width=79) == below
    assert report.ladder_row(ROW, None, width=25) == [figures[:25], below[1]]
    broken = ["alpha-beta", "  skip what", "  cannot", "  matter"]
    assert report.ladder_row(ROW, None, width=14) == broken
    assert report.ladder_row(ROW, None, width=1) == broken


@pytest.mark.parametrize(
    ("visited", "times"),
    [(99_949, "99.9 x"), (100_000, "100 x"), (500, "0.5 x")],
)
def test_up_to_a_hundred_times_a_digit_more_is_told(visited, times):
    assert report.ratio(ROW, ROW._replace(visited=visited)) == times


def test_numbers_of_the_table_are_those_of_the_country():
    below = Measure("minimax", 1_234_500, 1, finished=True)
    [row] = report.ladder_row(ROW, below, PORTUGUESE)
    assert row == (
        "alpha-beta          1.000     0,50 s   1.234 x  pular o que não importa"
    )
