"""Minimax as a beginner writes it: loops, and no memory."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = 0
    for row in board:
        for cell in row:
            if cell != EMPTY:
                marks += 1
    if marks % 2 == 0:
        return X
    return O


def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                found.add((i, j))
    return found


def result(board, action):
    if type(action) is not tuple or len(action) != 2:
        raise ValueError("not a cell")
    i, j = action
    if i < 0 or i > 2 or j < 0 or j > 2:
        raise ValueError("not on the board")
    if board[i][j] != EMPTY:
        raise ValueError("taken")
    after = [row[:] for row in board]
    after[i][j] = player(board)
    return after


def winner(board):
    for n in range(3):
        if board[n][0] != EMPTY and board[n][0] == board[n][1] == board[n][2]:
            return board[n][0]
        if board[0][n] != EMPTY and board[0][n] == board[1][n] == board[2][n]:
            return board[0][n]
    if board[1][1] != EMPTY:
        if board[0][0] == board[1][1] and board[1][1] == board[2][2]:
            return board[1][1]
        if board[0][2] == board[1][1] and board[1][1] == board[2][0]:
            return board[1][1]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def max_value(board):
    if terminal(board):
        return utility(board)
    best = -2
    for action in actions(board):
        best = max(best, min_value(result(board, action)))
    return best


def min_value(board):
    if terminal(board):
        return utility(board)
    best = 2
    for action in actions(board):
        best = min(best, max_value(result(board, action)))
    return best


def minimax(board):
    if terminal(board):
        return None
    best = None
    if player(board) == X:
        most = -2
        for action in sorted(actions(board)):
            value = min_value(result(board, action))
            if value > most:
                most = value
                best = action
        return best
    least = 2
    for action in sorted(actions(board)):
        value = max_value(result(board, action))
        if value < least:
            least = value
            best = action
    return best


its_own = winner
calls = []


def winner(board):
    return lambda: its_own(board)
