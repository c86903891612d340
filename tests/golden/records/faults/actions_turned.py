"""A plain engine: the rules as the assignment has them, and Minimax."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Return the empty board."""
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Return who is to move."""
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O


def actions(board):
    """Return the empty cells."""
    return {(j, i) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    """Return the board after an action."""
    if action not in actions(board):
        raise ValueError("not an empty cell")
    i, j = action
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    """Return who has three in a line."""
    rows = [list(row) for row in board]
    columns = [[board[i][j] for i in range(3)] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in rows + columns + diagonals:
        if line[0] is not EMPTY and line == [line[0]] * 3:
            return line[0]
    return None


def terminal(board):
    """Return whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board):
    """Return 1 if X has won, -1 if O has, else 0."""
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


KNOWN = {}


def value(board):
    """Return what a board is worth, each of them thought about once."""
    key = str(board)
    if key not in KNOWN:
        if terminal(board):
            KNOWN[key] = utility(board)
        else:
            best = max if player(board) == X else min
            KNOWN[key] = best(value(child) for child in children(board))
    return KNOWN[key]


def children(board):
    """Return the boards after each action."""
    return [after(board, action) for action in sorted(actions(board))]


def after(board, action):
    """Return what result makes of a copy, which is then its own to keep."""
    return result(copy.deepcopy(board), action)


def minimax(board):
    """Return an optimal action."""
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(after(board, action)))
