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
    """Return the board after the action."""
    if action not in actions(board):
        raise ValueError("not an empty cell")
    i, j = action
    after = [row[:] for row in board]
    after