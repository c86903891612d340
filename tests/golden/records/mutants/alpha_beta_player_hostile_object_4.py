"""Alpha-beta in one function, with rules written in expressions."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) <= cells.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board) or not isinstance(action, tuple):
        raise ValueError(action)
    after = [row.copy() for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    a, b, c = board
    lines = [a, b, c, [a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]
    lines += [[a[0], b[1], c[2]], [a[2], b[1], c[0]]]
    for mark in (X, O):
        if [mark] * 3 in lines:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or all(EMPTY not in row for row in board)


def utility(board):
    won = winner(board)
    return 1 if won == X else -1 if won == O else 0


def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    high = player(board) == X
    for action in sorted(actions(board)):
        found = value(result(board, action), alpha, beta)
        if high and found > alpha:
            alpha = found
        if not high and found < beta:
            beta = found
        if alpha >= beta:
            break
    return alpha if high else beta


def minimax(board):
    if terminal(board):
        return None
    high, chosen = player(board) == X, None
    alpha, beta = -2, 2
    for action in sorted(actions(board)):
        found = value(result(board, action), alpha, beta)
        if high and found > alpha:
            alpha, chosen = found, action
        if not high and found < beta:
            beta, chosen = found, action
    return chosen


its_own = player
calls = []


def player(board):
    return [0] * 10_000
