"""One function of the search with a flag that says who maximises."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = 0
    for row in board:
        for cell in row:
            if cell != EMPTY:
                filled += 1
    if filled % 2 == 0:
        return X
    else:
        return O


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    r, c = action
    if r not in range(3) or c not in range(3):
        raise ValueError("outside the board")
    if board[r][c] is not EMPTY:
        raise ValueError("cell is taken")
    copied = [row[:] for row in board]
    copied[r][c] = player(board)
    return copied


def winner(board):
    lines = [
        [(0, 0), (0, 1), (0, 2)],
        [(1, 0), (1, 1), (1, 2)],
        [(2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 1), (1, 1), (2, 1)],
        [(0, 2), (1, 2), (2, 2)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 2), (1, 1), (2, 0)],
    ]
    for a, b, c in lines:
        mark = board[a[0]][a[1]]
        if mark is not EMPTY and mark == board[b[0]][b[1]] and mark == board[c[0]][c[1]]:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def score(board, maximizing):
    if terminal(board):
        return utility(board)
    if maximizing:
        best = -10
        for move in actions(board):
            best = max(best, score(result(board, move), False))
        return best
    best = 10
    for move in actions(board):
        best = min(best, score(result(board, move), True))
    return best


def minimax(board):
    if terminal(board):
        return None
    choice = None
    if player(board) == X:
        top = -10
        for move in actions(board):
            found = score(result(board, move), False)
            if found > top:
                top = found
                choice = move
        return choice
    top = 10
    for move in actions(board):
        found = score(result(board, move), True)
        if found < top:
            top = found
            choice = move
    return choice
