"""The search returns a value and an action together."""

from copy import deepcopy
from math import inf

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for row in range(3)]


def player(board):
    total = 0
    for row in board:
        total += row.count(X) - row.count(O)
    return O if total > 0 else X


def actions(board):
    result_set = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                result_set.add((i, j))
    return result_set


def result(board, action):
    if action not in actions(board):
        raise NameError("invalid action")
    i = action[0]
    j = action[1]
    board_copy = deepcopy(board)
    board_copy[i][j] = player(board)
    return board_copy


def winner(board):
    if board[0][0] == board[0][1] == board[0][2] and board[0][0] != EMPTY:
        return board[0][0]
    if board[1][0] == board[1][1] == board[1][2] and board[1][0] != EMPTY:
        return board[1][0]
    if board[2][0] == board[2][1] == board[2][2] and board[2][0] != EMPTY:
        return board[2][0]
    if board[0][0] == board[1][0] == board[2][0] and board[0][0] != EMPTY:
        return board[0][0]
    if board[0][1] == board[1][1] == board[2][1] and board[0][1] != EMPTY:
        return board[0][1]
    if board[0][2] == board[1][2] == board[2][2] and board[0][2] != EMPTY:
        return board[0][2]
    if board[0][0] == board[1][1] == board[2][2] and board[0][0] != EMPTY:
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] and board[0][2] != EMPTY:
        return board[0][2]
    return None


def terminal(board):
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    return 0


def max_player(board):
    if terminal(board):
        return utility(board), None
    value, move = -inf, None
    for action in actions(board):
        new_value, _ = min_player(result(board, action))
        if new_value > value:
            value, move = new_value, action
    return value, move


def min_player(board):
    if terminal(board):
        return utility(board), None
    value, move = inf, None
    for action in actions(board):
        new_value, _ = max_player(result(board, action))
        if new_value < value:
            value, move = new_value, action
    return value, move


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max_player(board)[1]
    return min_player(board)[1]
