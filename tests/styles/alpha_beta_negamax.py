"""Negamax with alpha and beta, and a colour for the side to move."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[None, None, None], [None, None, None], [None, None, None]]


def player(board):
    n = len([cell for row in board for cell in row if cell])
    return (X, O)[n % 2]


def actions(board):
    return {(i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is None}


def result(board, action):
    if action not in actions(board):
        raise ValueError("the action is not allowed")
    grid = [row[:] for row in board]
    grid[action[0]][action[1]] = player(board)
    return grid


def winner(board):
    cells = board[0] + board[1] + board[2]
    for mark in (X, O):
        for start in (0, 3, 6):
            if cells[start] == cells[start + 1] == cells[start + 2] == mark:
                return mark
        for start in (0, 1, 2):
            if cells[start] == cells[start + 3] == cells[start + 6] == mark:
                return mark
        if cells[0] == cells[4] == cells[8] == mark:
            return mark
        if cells[2] == cells[4] == cells[6] == mark:
            return mark
    return None


def terminal(board):
    if winner(board) is None and actions(board):
        return False
    return True


def utility(board):
    champion = winner(board)
    if champion is None:
        return 0
    elif champion == X:
        return 1
    return -1


def negamax(board, alpha, beta, colour):
    if terminal(board):
        return colour * utility(board)
    best = -10
    for action in actions(board):
        value = -negamax(result(board, action), -beta, -alpha, -colour)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    colour = 1 if player(board) == X else -1
    best = -10
    move = None
    for action in actions(board):
        value = -negamax(result(board, action), -10, 10, -colour)
        if value > best:
            best = value
            move = action
    return move
