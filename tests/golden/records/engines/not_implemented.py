"""Every function is still to be written."""

X, O, EMPTY = "X", "O", None


def initial_state():
    raise NotImplementedError


def player(board):
    raise NotImplementedError


def actions(board):
    raise NotImplementedError


def result(board, action):
    raise NotImplementedError


def winner(board):
    raise NotImplementedError


def terminal(board):
    raise NotImplementedError


def utility(board):
    raise NotImplementedError


def minimax(board):
    raise NotImplementedError
