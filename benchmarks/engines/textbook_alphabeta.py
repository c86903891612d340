"""Alpha-beta as the textbook has it, over the rules of `plain_minimax`."""

from math import inf

from plain_minimax import (
    O,
    X,
    actions,
    initial_state,
    player,
    result,
    terminal,
    utility,
)

__all__ = ["O", "X", "initial_state", "minimax"]


def minimax(board):
    """Return the best action, the first one in the order of the cells."""
    best_action = None
    if player(board) == X:
        best = -inf
        for action in sorted(actions(board)):
            value = min_value(result(board, action), best, inf)
            if value > best:
                best, best_action = value, action
    else:
        best = inf
        for action in sorted(actions(board)):
            value = max_value(result(board, action), -inf, best)
            if value < best:
                best, best_action = value, action
    return best_action


def max_value(board, alpha, beta):
    """Return the value of a board on which X moves."""
    if terminal(board):
        return utility(board)
    value = -inf
    for action in sorted(actions(board)):
        value = max(value, min_value(result(board, action), alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(board, alpha, beta):
    """Return the value of a board on which O moves."""
    if terminal(board):
        return utility(board)
    value = inf
    for action in sorted(actions(board)):
        value = min(value, max_value(result(board, action), alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
