"""AIMA's minimax_decision."""

from aima import COUNTED, game, initial_state, state_of
from aima3.games import minimax_decision

__all__ = ["COUNTED", "initial_state", "minimax"]


def minimax(board):
    """Return the action that AIMA's Minimax takes."""
    i, j = minimax_decision(state_of(board), game)
    return i - 1, j - 1
