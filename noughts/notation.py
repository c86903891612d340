"""Boards and squares as text, and back: `XO. .X. ...`, squares 1 to 9."""

import re

from noughts.arguments import told, whole_number
from noughts.contract import Action, Board

SIZE = 3
MOST = 1000  # rows, or columns
BYTE = re.compile(r"\\udc([89a-f][0-9a-f])")  # of a name that is no text
BLANKS = "._-"
GAPS = " /|,\t\r\n"


class NotationError(ValueError):
    """The text is not a board, or not a square; the message names it and says why."""


def parse_board(text: str, rows: int = SIZE, columns: int = SIZE) -> Board:
    """
    Return the board that the text shows: nine marks, row by row, or as many as it has.

    X and O in either case; `.`, `_` or `-` for an empty cell; spaces, slashes, bars
    and line ends between marks do not matter.
    """
    if not isinstance(text, str):
        raise NotationError(f"{told(text)} is not a board: it is not text")
    for name, size in (("rows", rows), ("columns", columns)):
        whole_number(name, size, 1, MOST)
    given = [mark for mark in text if mark not in GAPS]
    for mark in given:
        if mark not in "XOxo" + BLANKS:
            raise NotationError(
                f"{shown(text)} is not a board: {mark!r} is not X, O or one of {BLANKS}"
            )
    marks = [mark.upper() for mark in given]
    if len(marks) == 1 < rows * columns:
        raise NotationError(
            f"{shown(text)} is not a board: it has 1 cell instead of {rows * columns}"
        )
    if len(marks) != rows * columns:
        raise NotationError(
            f"{shown(text)} is not a board: it has {len(marks)} cells instead of "
            f"{rows * columns}"
        )
    xs, os = marks.count("X"), marks.count("O")
    if xs - os not in (0, 1):
        raise NotationError(
            f"{shown(text)} is not a board: X moves first and the players alternate, "
            f"so {xs} X and {os} O cannot occur"
        )
    cells = [None if mark in BLANKS else mark for mark in marks]
    return [cells[i : i + columns] for i in range(0, rows * columns, columns)]


def board_text(board: Board) -> str:
    """Return the board as text: `XO. .X. ...`."""
    return " ".join("".join(mark or "." for mark in row) for row in board)


def parse_square(text: str, rows: int = SIZE, columns: int = SIZE) -> Action:
    """Return the cell of a square, numbered from 1 row by row."""
    stripped = text.strip()
    last = rows * columns
    if stripped not in map(str, range(1, last + 1)):
        raise NotationError(f"{shown(text)} is not a square: a number from 1 to {last}")
    return divmod(int(stripped) - 1, columns)


def square(action: Action, columns: int = SIZE) -> int:
    """Return the number of a cell's square, from 1 row by row."""
    i, j = action
    return columns * i + j + 1


def shown(text: str, limit: int = 40) -> str:
    """Return the text quoted, and cut if it is long, for an error message."""
    quoted = repr(text if len(text) <= limit else text[: limit - 3] + "...")
    return BYTE.sub(r"\\x\1", quoted)
