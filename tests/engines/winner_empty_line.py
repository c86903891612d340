"""Fault: three empty cells are taken for a full line."""

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
    after[i][j] = player(board)
    return after


def winner(board):
    """Return who has three in a line."""
    lines = [list(row) for row in board]
    lines += [[row[j] for row in board] for j in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line.count(line[0]) == 3:
            return line[0]
    return None


def terminal(board):
    """Return whether the game is over."""
    return winner(board) is not None or not actions(board)


def utility(board):
    """Return 1 if X has won, -1 if O has won, else 0."""
    return {X: 1, O: -1, None: 0}[winner(board)]


known = {}


def value(board):
    """Return what the board is worth."""
    key = str(board)
    if key not in known:
        known[key] = search(board)
    return known[key]


def search(board):
    """Return what the board is worth, by looking ahead."""
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    """Return the best action."""
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda a: value(result(board, a)))
