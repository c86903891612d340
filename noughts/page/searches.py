"""
Recorded searches for the page, with up to 55,000 events.

The events are four strings of equal length, with one letter per event in each, which
compress well. `kind` is the kind of event; `Node.letters` explains `a`, `b` and `c`.
"""

from noughts.game import oracle
from noughts.game.board import key_of
from noughts.game.contract import Board
from noughts.game.notation import board_text
from noughts.page.data import MINIMAX_FREE, Json
from noughts.search import rung
from noughts.search.recording import Recorder, minimax_positions
from noughts.texts import Refused
from noughts.texts.safe_text import quoted

METHODS = ("minimax", "alphabeta", "strong-first")
COLUMNS = ("kind", "a", "b", "c")


def search(method: str, board: Board, recorder: Recorder | None = None) -> Json:
    """Return the recorded search of a position; raise if the game is over."""
    key = key_of(board)
    if oracle.truth_of(board).turn is None:
        raise Refused("refusal.finished", board=board_text(board))
    if method not in METHODS:
        parts = {"value": quoted(method), "choices": ", ".join(METHODS)}
        raise Refused("cli.one_of", **parts)
    if not is_recorded(method, key):
        parts = {"board": board_text(board), "most": str(MINIMAX_FREE)}
        raise Refused("refusal.many_steps", n=minimax_positions(key), **parts)
    root = (recorder or record_by(method)).record(board)
    letters = root.enter_letters()
    return {
        "board": key,
        "method": method,
        "value": root.value,
        "positions": root.positions,
        **{name: letters[n :: len(COLUMNS)] for n, name in enumerate(COLUMNS)},
    }


def is_recorded(method: str, key: str) -> bool:
    """Return whether a search is short enough to step through."""
    return method != "minimax" or key.count(".") <= MINIMAX_FREE


def record_by(method: str) -> Recorder:
    """Return a recorder for one method."""
    return Recorder(rung(method))
