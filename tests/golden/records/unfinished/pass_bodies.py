"""Tic-Tac-Toe, with a player that cannot be beaten."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Return the empty board."""
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    """Return who is to move."""
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O


def actions(board):
    """Return the empty cells."""
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """Return the board after the action; leave the board that is given unchanged."""
    pass


def winner(board):
    """Return X or O if one of them has three in a line, else None."""
    pass


def terminal(board):
    """Return True if the game is over, else False."""
    pass


def utility(board):
    """Return 1 if X has won, -1 if O has won, else 0."""
    pass


def minimax(board):
    """Return the best action for the player to move; None if the game is over."""
    pass
