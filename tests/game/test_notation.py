"""Boards and squares as text, and back."""

import tomllib

import pytest
from conftest import ROOT
from helpers.refusals import refused

from noughts.game.notation import board_text, parse_board, parse_square, square
from noughts.texts import Refused

CASES = tomllib.loads((ROOT / "tests/game/notation.toml").read_text("utf-8"))
LONG = ["." * 100_000, "cells", {"n": 100_000, "expected": 9}]
BOARD = [["X", "O", None], [None, "X", None], [None, None, None]]


def test_board_text_and_parse_board_are_inverse(positions):
    for board in positions:
        assert parse_board(board_text(board)) == board


@pytest.mark.parametrize("text", CASES["same"])
def test_a_board_is_read_in_many_ways(text):
    assert parse_board(text) == BOARD


@pytest.mark.parametrize(("text", "key", "parts"), [*CASES["wrong"], LONG])
def test_a_text_that_is_not_a_board_is_refused(text, key, parts):
    with refused(f"refusal.board_{key}", Refused, text=f"'{text[:58]}'", **parts):
        parse_board(text)


def test_squares_are_numbered_row_by_row():
    cells = [parse_square(str(n)) for n in range(1, 10)]
    assert cells == [(i, j) for i in range(3) for j in range(3)]
    assert [square(cell) for cell in cells] == list(range(1, 10))
    assert parse_square(" 5\n") == (1, 1)


@pytest.mark.parametrize("text", ["0", "10", "", "five", "1.0", "-1", "٣", "²", "1 2"])
def test_a_text_that_is_not_a_square_is_refused(text):
    with pytest.raises(Refused) as error:
        parse_square(text)
    assert error.value.parts == {"text": repr(text), "last": 9}


@pytest.mark.parametrize(
    ("text", "rows", "columns", "board"),
    [
        ("X", 1, 1, [["X"]]),
        ("XO ..", 2, 2, [["X", "O"], [None, None]]),
        ("XO. ..X", 2, 3, [["X", "O", None], [None, None, "X"]]),
        ("XO .. .X", 3, 2, [["X", "O"], [None, None], [None, "X"]]),
    ],
)
def test_a_board_of_another_size_is_read_row_by_row(text, rows, columns, board):
    assert parse_board(text, rows, columns) == board
    last = rows * columns
    assert parse_square(str(last), rows, columns) == (rows - 1, columns - 1)
    assert square((rows - 1, columns - 1), columns) == last
    with refused("refusal.square", last=last):
        parse_square(str(last + 1), rows, columns)
    for cells in {0, 1, last - 1, last + 1} - {last}:
        with refused("refusal.board_cells", n=cells, expected=last):
            parse_board("." * cells, rows, columns)


@pytest.mark.parametrize("given", [None, 5, ["X"] * 9, b"X........"])
def test_a_value_that_is_not_text_is_refused(given):
    with refused("refusal.board_text"):
        parse_board(given)
