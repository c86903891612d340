"""Boards and squares as text, and back: `XO. .X. ...`, squares 1 to 9."""

from noughts.game.contract import Action, Board
from noughts.texts import Refused
from noughts.texts.safe_text import quoted

SIZE = 3
BLANKS = "._-"
GAPS = " /|,\t\r\n"


def parse_board(text: str, rows: int = SIZE, columns: int = SIZE) -> Board:
    """
    Return the board that the text shows: nine marks, row by row, or as many as it has.

    X and O in either case; `.`, `_` or `-` for an empty cell; spaces, slashes, bars
    and line ends between marks do not matter.
    """
    if not isinstance(text, str):
        raise Refused("refusal.board_text", text=quoted(text))
    given = [mark for mark in text if mark not in GAPS]
    for mark in given:
        if mark not in "XOxo" + BLANKS:
            raise Refused(
                "refusal.board_mark",
                text=quoted(text),
                mark=repr(mark),
                blanks=", ".join(BLANKS),
            )
    marks = [mark.upper() for mark in given]
    if not marks and rows * columns == SIZE * SIZE:
        raise Refused("refusal.board_empty", text=quoted(text))
    if len(marks) != rows * columns:
        n, expected = len(marks), rows * columns
        raise Refused("refusal.board_cells", text=quoted(text), n=n, expected=expected)
    xs, os = marks.count("X"), marks.count("O")
    if xs - os not in (0, 1):
        raise Refused("refusal.board_turns", text=quoted(text), xs=xs, os=os)
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
        raise Refused("refusal.square", text=quoted(text), last=last)
    return divmod(int(stripped) - 1, columns)


def square(action: Action, columns: int = SIZE) -> int:
    """Return the number of a cell's square, from 1 row by row."""
    i, j = action
    return columns * i + j + 1
