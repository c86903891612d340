"""What the screen shows: the board, its colours, and lines that fit."""

import io
import re
from random import Random

import pytest

import tictactoe
from noughts.board import free_cells
from noughts.games import Game
from noughts.look.ansi import OUTCOMES
from noughts.notation import parse_square
from noughts.oracle import Verdict
from noughts.solver.game import MnkGame
from noughts.solver.mnk import Rules
from noughts.terminal.paint import board_lines, paint, screen, wrapped
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


@pytest.mark.parametrize(("room", "width"), [(28, 23), (27, 19)])
def test_a_board_is_drawn_wide_where_it_fits_between_the_margins(room, width):
    """Cells of four columns, five with the thin line; of three and four where not."""

    class Long(Game):
        board = [[None] * 4 for _ in range(25)]  # noqa: RUF012 - a stand-in

    lines = bare("\n".join(board_lines(Long(), {}, room))).splitlines()
    assert {len(line) for line in lines} == {width}


def test_a_board_of_one_row_is_a_board():
    class Flat(Game):
        board = [[None, "X", None]]  # noqa: RUF012 - a stand-in

    assert bare("\n".join(board_lines(Flat(), {}))) == " 1 │ X │ 3 "


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three four", 80, ["one two three four"]),
        ("one two three four", 22, ["one two three four"]),
        ("one two three four", 21, ["one two three", "four"]),
        ("eight 89 nine", 12, ["eight 89", "nine"]),
        ("eight 89 nine", 11, ["eight 89", "nine"]),  # less is no terminal
        ("nine 6789", 12, ["nine", "6789"]),
        ("h\ta good move", 21, ["h     a good move"]),
        ("h\ta good move", 20, ["h     a good", "      move"]),
        ("h\ta good move", 17, ["h     a good", "      move"]),
        ("h\ta good move", 16, ["h     a good", "move"]),
        ("no tab, no indent", 17, ["no tab, no", "indent"]),
    ],
)
def test_texts_are_wrapped_between_the_margins_and_indented_by_a_tab(
    text, width, lines
):
    assert wrapped([text], width) == lines
    assert wrapped([text, "x"], width, "soft") == [
        paint(line, "soft") for line in [*lines, "x"]
    ]


def test_squares_of_one_worth_take_as_many_lines_as_they_need():
    worth = [(Verdict(1, 3), [*range(10, 22)]), (Verdict(-1, 2), [1, 2])]
    shown = screen(session_after(""), [], worth, width=30)
    assert [line.rstrip() for line in bare(shown).split("\n")[-9:-4]] == [
        "  + wins in 3   10 11 12 13",
        "                14 15 16 17",
        "                18 19 20 21",
        "  \u2212 loses in 2  1 2",
        "",
    ]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (51, ["u undo  h hint  v values  n new  q quit  ? help"]),
        (50, ["u undo  h hint  v values  n new  q quit", "? help"]),
        (19, ["u undo  h hint", "v values  n new", "q quit  ? help"]),
    ],
)
def test_what_can_be_typed_takes_as_few_lines_as_it_can(width, lines):
    shown = bare(screen(session_after("5"), [], [], width))
    below = shown[shown.index("Draws 0") :].split("\n")[1:-1]
    assert [line.strip() for line in below] == lines


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


@pytest.mark.ci
@pytest.mark.parametrize("games", [40, pytest.param(120, marks=pytest.mark.slow)])
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
    game = MnkGame(rules=Rules(8, 8, 5))
    lines = bare("\n".join(board_lines(game, {}, 40))).splitlines()
    assert max(map(len, lines)) == 31
    assert lines[-1].split("\N{BOX DRAWINGS LIGHT VERTICAL}")[-1].strip() == "64"
    assert max(map(len, bare("\n".join(board_lines(game, {}, 80))).splitlines())) == 39


@pytest.mark.parametrize("size", [3, 8])
@pytest.mark.parametrize("height", [*range(3, 24), 99])
def test_the_board_is_seen_however_low_the_terminal_or_it_is_said_why_not(height, size):
    session = Session(None, Opponent("I never lose."), "X")
    session.game = MnkGame(rules=Rules(size, size, 3))
    shown = bare(screen(session, [], [], width=80, height=height))
    low = f"too low for the board: it has {height} lines, and {size + 1} are needed."
    if height < size + 1:
        assert low in shown
    else:
        assert "too low" not in shown
        assert shown.count("\n") + 2 <= height
        ends = {line.split("│")[-1].strip() for line in shown.split("\n")}
        assert ends.issuperset(str(size * (i + 1)) for i in range(size))
    assert ("─" in shown) is (height >= 2 * size + 2)


@pytest.mark.parametrize("height", range(9, 30))
def test_a_low_terminal_shows_a_board_that_is_longer_than_what_is_told(height):
    session = Session(None, Opponent("I never lose."), "X")
    session.game = MnkGame(rules=Rules(8, 8, 5))
    notes = [f"note {n}" for n in range(5)]
    shown = bare(screen(session, notes, [], width=40, height=height)).split("\n")
    assert len(shown) < height
    ends = {line.split("│")[-1].strip() for line in shown}
    assert ends.issuperset(str(8 * (i + 1)) for i in range(8))
    told = [line.strip() for line in shown if "note" in line]
    assert told == notes[: height - 9]


@pytest.mark.parametrize("height", range(5, 30))
def test_a_low_terminal_shows_what_was_asked_for(height):
    """What is known makes room: the hints first, then head, score and board."""
    session = Session(None, Opponent("I never lose."), "X")
    notes = [f"note {n}" for n in range(3)]
    shown = bare(screen(session, notes, [], width=40, height=height)).split("\n")
    assert [line.strip() for line in shown if "note" in line] == notes
    assert len(shown) < height
    assert any("│" in line for line in shown) is (height >= 3 + len(notes) + 1)
