"""max() and min() with a key, in very few lines."""

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if not board[i][j]}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not free")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for a, b, c in lines:
        if a and a == b == c:
            return a
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))
