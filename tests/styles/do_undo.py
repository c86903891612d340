"""Marks are put on one board and taken off again."""

X = "X"
O = "O"
EMPTY = None

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    empty = 0
    for row in board:
        empty += row.count(EMPTY)
    if empty % 2 == 1:
        return X
    return O


def actions(board):
    return set((n // 3, n % 3) for n in range(9) if board[n // 3][n % 3] == EMPTY)


def result(board, action):
    i, j = action
    if i < 0 or i > 2 or j < 0 or j > 2 or board[i][j] != EMPTY:
        raise IndexError("no empty cell there")
    after = [row.copy() for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    cells = [cell for row in board for cell in row]
    for a, b, c in LINES:
        if cells[a] != EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


def terminal(board):
    if winner(board) in (X, O):
        return True
    return player(board) == O and len(actions(board)) == 0 or not actions(board)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def explore(board, turn):
    if winner(board) is not None or not actions(board):
        return utility(board)
    if turn == X:
        best = -5
        for i, j in actions(board):
            board[i][j] = X
            best = max(best, explore(board, O))
            board[i][j] = EMPTY
    else:
        best = 5
        for i, j in actions(board):
            board[i][j] = O
            best = min(best, explore(board, X))
            board[i][j] = EMPTY
    return best


def minimax(board):
    if terminal(board):
        return None
    own = [row.copy() for row in board]
    turn = player(board)
    best = -5 if turn == X else 5
    choice = None
    for i, j in actions(own):
        own[i][j] = turn
        value = explore(own, O if turn == X else X)
        own[i][j] = EMPTY
        if turn == X and value > best:
            best, choice = value, (i, j)
        if turn == O and value < best:
            best, choice = value, (i, j)
    return choice
