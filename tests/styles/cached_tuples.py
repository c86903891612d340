"""functools.lru_cache with boards as tuples."""

from functools import lru_cache

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for j in range(3)] for i in range(3)]


def player(board):
    cells = sum(board, [])
    if cells.count(X) == cells.count(O):
        return X
    return O


def actions(board):
    moves = []
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.append((i, j))
    return set(moves)


def result(board, action):
    if action not in actions(board):
        raise RuntimeError("this cell cannot be taken")
    i, j = action
    return [
        [player(board) if (r, c) == (i, j) else board[r][c] for c in range(3)]
        for r in range(3)
    ]


def winner(board):
    rows = [tuple(row) for row in board]
    columns = list(zip(*board))
    diagonals = [
        tuple(board[i][i] for i in range(3)),
        tuple(board[i][2 - i] for i in range(3)),
    ]
    for line in rows + columns + diagonals:
        if line == (X, X, X):
            return X
        if line == (O, O, O):
            return O
    return None


def terminal(board):
    return winner(board) is not None or actions(board) == set()


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


@lru_cache(maxsize=None)
def search(frozen):
    board = [list(row) for row in frozen]
    if terminal(board):
        return utility(board)
    after = [search(freeze(result(board, action))) for action in actions(board)]
    if player(board) == X:
        return max(after)
    return min(after)


def freeze(board):
    return tuple(tuple(row) for row in board)


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        target = 1
        good = max
    else:
        target = -1
        good = min
    ranked = {action: search(freeze(result(board, action))) for action in actions(board)}
    for action in ranked:
        if ranked[action] == target:
            return action
    return good(ranked, key=lambda action: ranked[action])
