"""Questions about a board: as text, what it is worth, what to play."""

from noughts import oracle
from noughts.contract import Action, Board
from noughts.notation import board_text as text_of
from noughts.oracle import Verdict
from noughts.text import quoted
from noughts.words import Refused


def board_text(board: Board) -> str:
    """Return a board of any size as text: `XO. .X. ...`."""
    rows = board if type(board) is list else []
    widths = {len(row) if type(row) is list else 0 for row in rows}
    if (
        len(widths) != 1
        or 0 in widths
        or any(mark not in ("X", "O", None) for row in rows for mark in row)
    ):
        raise Refused("refusal.not_rows", value=quoted(board))
    return text_of(board)


def value(board: Board) -> Verdict:
    """Return what the position promises the player to move: `wins in 2`."""
    return oracle.verdict(board)


def best(board: Board) -> set[Action]:
    """Return the best actions: those that win soonest, draw, or lose latest."""
    oracle.verdict(board)  # refuses what is not a game in progress
    return set(oracle.look(board).best)
