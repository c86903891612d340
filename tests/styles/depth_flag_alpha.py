"""One recursive function with a depth, a flag, and bounds with defaults."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None
INFINITY = 1000


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    x_count = 0
    o_count = 0
    for row in board:
        x_count += row.count("X")
        o_count += row.count("O")
    if x_count == o_count:
        return "X"
    return "O"


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("wrong move")
    new_board = deepcopy(board)
    new_board[action[0]][action[1]] = player(board)
    return new_board


def winner(board):
    for mark in [X, O]:
        if any([board[i][0] == board[i][1] == board[i][2] == mark for i in range(3)]):
            return mark
        if any([board[0][i] == board[1][i] == board[2][i] == mark for i in range(3)]):
            return mark
        if board[0][0] == board[1][1] == board[2][2] == mark:
            return mark
        if board[0][2] == board[1][1] == board[2][0] == mark:
            return mark
    return None


def terminal(board):
    if winner(board) or not actions(board):
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    return 0


def search(board, depth, maximizing, alpha=-INFINITY, beta=INFINITY):
    if terminal(board):
        return utility(board) * (10 - depth)
    if maximizing:
        value = -INFINITY
        for action in actions(board):
            value = max(value, search(result(board, action), depth + 1, False, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    else:
        value = INFINITY
        for action in actions(board):
            value = min(value, search(result(board, action), depth + 1, True, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
        return value


def minimax(board):
    if terminal(board):
        return None
    maximizing = player(board) == X
    best_action = None
    best_value = -INFINITY if maximizing else INFINITY
    for action in actions(board):
        value = search(result(board, action), 1, not maximizing)
        if (maximizing and value > best_value) or (not maximizing and value < best_value):
            best_value = value
            best_action = action
    return best_action
