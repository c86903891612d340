"""A table says for each player what to choose by."""

X = "X"
O = "O"
EMPTY = None

CHOOSE = {X: max, O: min}
SCORE = {X: 1, O: -1}
OTHER = {X: O, O: X}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for i in range(3)]


def player(board):
    counts = {X: 0, O: 0}
    for row in board:
        for cell in row:
            if cell in counts:
                counts[cell] += 1
    return O if counts[X] > counts[O] else X


def actions(board):
    cells = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                cells.add((i, j))
    return cells


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"not possible: {action}")
    rows = [list(row) for row in board]
    i, j = action
    rows[i][j] = player(board)
    return rows


def winner(board):
    checks = [
        lambda k: {board[k][0], board[k][1], board[k][2]},
        lambda k: {board[0][k], board[1][k], board[2][k]},
    ]
    for check in checks:
        for k in range(3):
            for mark in (X, O):
                if check(k) == {mark}:
                    return mark
    for mark in (X, O):
        if {board[0][0], board[1][1], board[2][2]} == {mark}:
            return mark
        if {board[0][2], board[1][1], board[2][0]} == {mark}:
            return mark
    return None


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    return SCORE.get(winner(board), 0)


def value(board, side):
    if terminal(board):
        return utility(board)
    return CHOOSE[side](value(result(board, action), OTHER[side]) for action in actions(board))


def minimax(board):
    if terminal(board):
        return None
    side = player(board)
    return CHOOSE[side](actions(board), key=lambda action: value(result(board, action), OTHER[side]))
