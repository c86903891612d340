"""Nothing is written yet."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Return the empty board."""
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    """Return who is to move."""
    raise NotImplementedError


def actions(board):
    """Return the empty cells."""
    raise NotImplementedError


def result(board, action):
    """Return the board after the action."""
    raise NotImplementedError


def winner(board):
    """Return who has three in a line."""
    raise NotImplementedError


def terminal(board):
    """Return whether the game is over."""
    raise NotImplementedError


def utility(board):
    """Return 1, -1 or 0."""
    raise NotImplementedError


def minimax(board):
    """Return the best action."""
    raise NotImplementedError
