"""Negamax: a value is always that of the player to move."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    board = []
    for _ in range(3):
        board.append([EMPTY, EMPTY, EMPTY])
    return board


def player(board):
    xs = sum(cell == X for row in board for cell in row)
    os = sum(cell == O for row in board for cell in row)
    return X if xs == os else O


def actions(board):
    free = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell is None:
                free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise ValueError("that cell is not free")
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for mark in (X, O):
        for k in range(3):
            if all(board[k][n] == mark for n in range(3)):
                return mark
            if all(board[n][k] == mark for n in range(3)):
                return mark
        if all(board[n][n] == mark for n in range(3)):
            return mark
        if all(board[n][2 - n] == mark for n in range(3)):
            return mark
    return None


def terminal(board):
    if winner(board):
        return True
    return all(cell is not None for row in board for cell in row)


def utility(board):
    who = winner(board)
    return 1 if who == X else -1 if who == O else 0


def negamax(board):
    if terminal(board):
        return utility(board) if player(board) == X else -utility(board)
    best = -2
    for action in actions(board):
        best = max(best, -negamax(result(board, action)))
    return best


def minimax(board):
    if terminal(board):
        return None
    best, chosen = -2, None
    for action in actions(board):
        value = -negamax(result(board, action))
        if value > best:
            best, chosen = value, action
    return chosen
