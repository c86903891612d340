"""Tic-Tac-Toe, with a player that cannot be beaten."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Return the empty board: three rows of three cells."""
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Return the player who has the next turn: X moves first."""
    raise NotImplementedError


def actions(board):
    """Return the set of all possible actions (i, j): row and column, from 0."""
    raise NotImplementedError


def result(board, action):
    """Return the board after the action; leave the board that is given unchanged."""
    raise NotImplementedError


def winner(board):
    """Return X or O if one of them has three in a line, else None."""
    raise NotImplementedError


def terminal(board):
    """Return True if the game is over, else False."""
    raise NotImplementedError


def utility(board):
    """Return 1 if X has won, -1 if O has won, else 0."""
    raise NotImplementedError


def minimax(board):
    """Return the best action for the player to move; None if the game is over."""
    raise NotImplementedError
