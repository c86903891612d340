"""
The ladder: from textbook Minimax upwards, one idea per rung, each step recorded.

Every rung is a class in its own short file. `AlphaBeta(engine)` searches with the rules
of any engine, and its `.value(board)` returns the value of a board.
"""

from noughts.game import contract
from noughts.search.alphabeta import AlphaBeta
from noughts.search.memory import Memory
from noughts.search.minimax import Minimax, Order
from noughts.search.stop_at_win import StopAtWin
from noughts.search.strong_first import StrongFirst
from noughts.search.symmetry import Symmetry
from noughts.search.win_at_once import WinAtOnce

LADDER: dict[str, type[Minimax]] = {
    "minimax": Minimax,
    "stop-at-win": StopAtWin,
    "alphabeta": AlphaBeta,
    "strong-first": StrongFirst,
    "win-at-once": WinAtOnce,
    "memory": Memory,
    "symmetry": Symmetry,
}


def rung(name: str, order: Order | None = None) -> Minimax:
    """Return a search of the ladder by our rules, in its usual order or another."""
    rules = contract.default()
    return LADDER[name](rules, order) if order else LADDER[name](rules)
