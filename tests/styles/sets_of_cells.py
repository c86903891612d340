"""Sets of cells: a player has won whose cells include a line."""

X = "X"
O = "O"
EMPTY = None

ROWS = [{(i, j) for j in range(3)} for i in range(3)]
COLUMNS = [{(i, j) for i in range(3)} for j in range(3)]
DIAGONALS = [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def cells_of(board, mark):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == mark}


def player(board):
    return O if len(cells_of(board, X)) > len(cells_of(board, O)) else X


def actions(board):
    return cells_of(board, EMPTY)


def result(board, action):
    if action not in cells_of(board, EMPTY):
        raise ValueError("the cell is not empty")
    new = [list(row) for row in board]
    i, j = action
    new[i][j] = player(board)
    return new


def winner(board):
    for mark in (X, O):
        own = cells_of(board, mark)
        for line in ROWS + COLUMNS + DIAGONALS:
            if line <= own:
                return mark
    return None


def terminal(board):
    if winner(board):
        return True
    return len(actions(board)) == 0


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return utility(board)
    turn = player(board)
    best = None
    for action in actions(board):
        new = value(result(board, action))
        if best is None or (turn == X and new > best) or (turn == O and new < best):
            best = new
    return best


def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    wanted = value(board)
    good = [action for action in actions(board) if value(result(board, action)) == wanted]
    return good[0]
