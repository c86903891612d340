"""
The exact teacher of tictactoe-policy.

The package trains a neural network, for which it needs PyTorch; its exact search does
not, so an empty stand-in for PyTorch is enough to import it.
"""

import sys
from unittest.mock import MagicMock

sys.modules.setdefault("torch", MagicMock())
from tictactoe_policy.minimax import ExactMinimax  # noqa: E402 - after the stand-in

teacher = ExactMinimax()
COUNTED = teacher.game, "apply_move", 1  # once per position but the first


def initial_state():
    """Return the empty board."""
    return [[None] * 3 for _ in range(3)]


def minimax(board):
    """Return the first of the teacher's best moves."""
    cells = [{None: 0, "X": 1, "O": -1}[cell] for row in board for cell in row]
    return divmod(min(teacher.best_moves(cells)), 3)
