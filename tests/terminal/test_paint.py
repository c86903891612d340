"""What the screen shows: the board, its colours, and lines that fit."""

import io
import re
from random import Random

import pytest

import tictactoe
from noughts.board import free_cells
from noughts.look.ansi import OUTCOMES
from noughts.match import Game
from noughts.notation import parse_square
from noughts.solver.contest import Contest
from noughts.solver.mnk import Rules
from noughts.terminal.paint import board_lines, paint, screen
from noughts.terminal.review import review
from noughts.terminal.session import Opponent, Session
from noughts.terminal.views import Plain
from noughts.words import LANGUAGES, words


def bare(text):
    """Return the text without its colours."""
    return re.sub(r"\033\[[\d;]*m", "", text)


def session_after(squares, side="O"):
    opponent = Opponent("I never lose.", tictactoe.minimax)
    session = Session(Plain(io.StringIO(), io.StringIO()), opponent, side)
    for number in squares.split():
        session.game = session.game.play(parse_square(number))
    return session


def test_the_board_has_thin_lines_and_numbers_on_free_squares():
    board = bare("\n".join(board_lines(session_after("5 1").game, {})))
    assert board.splitlines() == [
        " O │ 2 │ 3 ",
        "───┼───┼───",
        " 4 │ X │ 6 ",
        "───┼───┼───",
        " 7 │ 8 │ 9 ",
    ]


def test_numbers_are_dim_marks_bold_and_the_winning_line_reversed():
    board = "\n".join(board_lines(session_after("5 1 6 2 4").game, {}))
    assert paint(" 3 ", "soft") in board
    assert paint(" O ", "bold", "o") in board
    assert board.count(paint(" X ", "bold", "x", "reversed")) == 3


def test_a_board_of_another_size_has_room_for_its_numbers():
    class Wide(Game):
        board = [[None] * 4 for _ in range(3)]  # noqa: RUF012 - a stand-in

    lines = bare("\n".join(board_lines(Wide(), {}))).splitlines()
    assert lines[0] == " 1  │ 2  │ 3  │ 4  "
    assert lines[-1] == " 9  │ 10 │ 11 │ 12 "
    assert {len(line) for line in lines} == {19}


WHOLE = """\

  Welcome to TTT!
  You are O. I never lose.

   1 │ 2 │ 3
  ───┼───┼───
   4 │ X │ 6
  ───┼───┼───
   7 │ 8 │ 9

  My move is 5.

  You 0 · Me 0 · Draws 0
  u undo  h hint  v values  n new  q quit  ? help

"""


def test_nothing_makes_room_where_there_is_just_room_enough():
    session, notes = session_after("5"), ["My move is 5."]
    whole = screen(session, notes, [], width=80)
    lines = whole.count("\n") + 2  # the question's, and the one after Enter
    assert screen(session, notes, [], width=80, height=lines) == whole
    lower = screen(session, notes, [], width=80, height=lines - 1)
    assert lower != whole
    assert lower.count("\n") + 2 < lines


def test_the_whole_screen():
    shown = bare(screen(session_after("5"), ["My move is 5."], [], width=80))
    assert [line.rstrip() for line in shown.split("\n")] == WHOLE[:-1].split("\n")


def test_what_squares_are_worth_has_a_sign_words_and_a_colour():
    session = session_after("5 1 6")
    worth = []
    session.view.worth = lambda session, groups: worth.extend(groups)
    session.values()
    shown = screen(session, [], worth, width=80)
    for outcome, said, squares in (
        (0, "= draw", "4"),
        (-1, "\u2212 loses in 1", "2 3 7 8 9"),
    ):
        colour = OUTCOMES[outcome]
        assert f"{paint(f'{said:<14}', colour)}{squares}" in shown
        assert all(paint(f" {n} ", colour) in shown for n in squares.split())


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("squares", ["", "5", "5 1", "5 1 6 2 4"])
def test_nothing_runs_over_the_edge(width, squares):
    session = session_after(squares)
    notes = ["5 is taken; free: 1, 2, 3, 4, 6, 7, 8, 9", "x" * 100]
    for line in bare(screen(session, notes, [], width)).splitlines():
        assert len(line) <= width, line


@pytest.mark.parametrize("games", [40, pytest.param(120, marks=pytest.mark.ci)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_analysis_fits_a_terminal_of_40_by_24(language, games):
    say, rng = words(language), Random(1)
    motto = say("play.motto.casual")
    heights = set()
    for _ in range(games):
        session = session_after("", side="X")
        session.say, session.opponent = say, Opponent(motto, tictactoe.minimax)
        while not session.game.over:
            cell = rng.choice(free_cells(session.game.board))
            session.game = session.game.play(cell)
        told = review(session.game.moves, say)
        shown = bare(screen(session, told, [], width=40, height=24)).split("\n")
        assert all(len(line) <= 40 for line in shown)
        heights.add(len(shown) + 1)  # the question
    assert 20 < max(heights) <= 24


def test_the_largest_board_fits_forty_columns():
    game = Contest(rules=Rules(8, 8, 5))
    lines = bare("\n".join(board_lines(game, {}, 40))).splitlines()
    assert max(map(len, lines)) == 31
    assert lines[-1].split("\N{BOX DRAWINGS LIGHT VERTICAL}")[-1].strip() == "64"
    assert max(map(len, bare("\n".join(board_lines(game, {}, 80))).splitlines())) == 39


@pytest.mark.parametrize("height", range(5, 30))
def test_a_low_terminal_shows_what_was_asked_for(height):
    """What is known makes room: the hints first, then head, score and board."""
    session = Session(None, Opponent("I never lose."), "X")
    notes = [f"note {n}" for n in range(3)]
    shown = bare(screen(session, notes, [], width=40, height=height)).split("\n")
    assert [line.strip() for line in shown if "note" in line] == notes
    assert len(shown) < height or height < 7
