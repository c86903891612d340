"""any(), all() and generator expressions."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for _ in "012"] for _ in "012"]


def player(board):
    odd = sum(1 for row in board for cell in row if cell is not EMPTY) % 2
    return O if odd else X


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY)


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action")
    return [
        [player(board) if (i, j) == action else cell for j, cell in enumerate(row)]
        for i, row in enumerate(board)
    ]


def has_won(board, mark):
    return (
        any(all(cell == mark for cell in row) for row in board)
        or any(all(row[j] == mark for row in board) for j in range(3))
        or all(board[i][i] == mark for i in range(3))
        or all(board[i][2 - i] == mark for i in range(3))
    )


def winner(board):
    if has_won(board, X):
        return X
    if has_won(board, O):
        return O
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return not any(cell is EMPTY for row in board for cell in row)


def utility(board):
    return int(has_won(board, X)) - int(has_won(board, O))


def value(board):
    if terminal(board):
        return utility(board)
    values = (value(result(board, action)) for action in actions(board))
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda action: value(result(board, action)))
