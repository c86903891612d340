"""AIMA's alphabeta_search."""

from aima import COUNTED, game, initial_state, state_of
from aima3.games import alphabeta_search

__all__ = ["COUNTED", "initial_state", "minimax"]


def minimax(board):
    """Return the action that AIMA's alpha-beta takes."""
    i, j = alphabeta_search(state_of(board), game)
    return i - 1, j - 1
