"""Loops with while, and actions taken from a list."""

import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x_marks = 0
    o_marks = 0
    i = 0
    while i < 3:
        j = 0
        while j < 3:
            if board[i][j] == X:
                x_marks += 1
            elif board[i][j] == O:
                o_marks += 1
            j += 1
        i += 1
    if x_marks == o_marks:
        return X
    return O


def actions(board):
    moves = set()
    i = 0
    while i < 3:
        j = 0
        while j < 3:
            if board[i][j] == EMPTY:
                moves.add((i, j))
            j += 1
        i += 1
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("no")
    copied = [board[0][:], board[1][:], board[2][:]]
    copied[action[0]][action[1]] = player(board)
    return copied


def winner(board):
    players = [X, O]
    while players:
        mark = players.pop()
        n = 0
        while n < 3:
            if board[n][0] == mark and board[n][1] == mark and board[n][2] == mark:
                return mark
            if board[0][n] == mark and board[1][n] == mark and board[2][n] == mark:
                return mark
            n += 1
        if board[1][1] == mark:
            if board[0][0] == mark and board[2][2] == mark:
                return mark
            if board[0][2] == mark and board[2][0] == mark:
                return mark
    return None


def terminal(board):
    if winner(board) is None:
        return not actions(board)
    return True


def utility(board):
    who = winner(board)
    if who == X:
        return 1
    if who == O:
        return -1
    return 0


def best_value(board):
    if terminal(board):
        return utility(board)
    todo = list(actions(board))
    best = -math.inf if player(board) == X else math.inf
    while todo:
        action = todo.pop()
        value = best_value(result(board, action))
        if player(board) == X and value > best:
            best = value
        if player(board) == O and value < best:
            best = value
    return best


def minimax(board):
    if terminal(board):
        return None
    todo = list(actions(board))
    choice = todo.pop()
    best = best_value(result(board, choice))
    while todo:
        action = todo.pop()
        value = best_value(result(board, action))
        if player(board) == X and value > best:
            best = value
            choice = action
        if player(board) == O and value < best:
            best = value
            choice = action
    return choice
