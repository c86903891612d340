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
    """Return who has three in a line."""
    lines = [list(row) for row in board]
    lines += [[row[j] for row in board] for j in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    """Return True if the game is over, else False."""
    raise NotImplementedError


def utility(board):
    """Return 1 if X has won, -1 if O has won, else 0."""
    raise NotImplementedError


def minimax(board):
    """Return the best action for the player to move; None if the game is over."""
    raise NotImplementedError
