"""Alpha-beta in two functions that leave their loops."""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    x_number = 0
    o_number = 0
    for row in board:
        for field in row:
            if field == X:
                x_number += 1
            elif field == O:
                o_number += 1
    if x_number == o_number:
        return X
    else:
        return O


def actions(board):
    choices = set()
    for row in range(3):
        for column in range(3):
            if board[row][column] == EMPTY:
                choices.add((row, column))
    return choices


def result(board, action):
    if action not in actions(board):
        raise Exception("invalid action")
    copied = copy.deepcopy(board)
    copied[action[0]][action[1]] = player(board)
    return copied


def winner(board):
    for mark in [X, O]:
        for n in range(3):
            if board[n][0] == mark and board[n][1] == mark and board[n][2] == mark:
                return mark
            if board[0][n] == mark and board[1][n] == mark and board[2][n] == mark:
                return mark
        if board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
            return mark
        if board[0][2] == mark and board[1][1] == mark and board[2][0] == mark:
            return mark
    return None


def terminal(board):
    if winner(board) != None:
        return True
    for row in board:
        for field in row:
            if field == EMPTY:
                return False
    return True


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    elif won == O:
        return -1
    else:
        return 0


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def minimax(board):
    if terminal(board):
        return None
    best_move = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            v = min_value(result(board, action), -math.inf, math.inf)
            if v > best:
                best = v
                best_move = action
    else:
        best = math.inf
        for action in actions(board):
            v = max_value(result(board, action), -math.inf, math.inf)
            if v < best:
                best = v
                best_move = action
    return best_move
