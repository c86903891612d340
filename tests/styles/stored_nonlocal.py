"""A nested search stores the best action in a variable of minimax."""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    x = o = 0
    for row in board:
        for cell in row:
            if cell == X:
                x += 1
            elif cell == O:
                o += 1
    return X if x == o else O


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("cannot play there")
    b = copy.deepcopy(board)
    b[action[0]][action[1]] = player(board)
    return b


def winner(board):
    for mark in (X, O):
        for i in range(3):
            in_row = 0
            in_column = 0
            for j in range(3):
                if board[i][j] == mark:
                    in_row += 1
                if board[j][i] == mark:
                    in_column += 1
            if in_row == 3 or in_column == 3:
                return mark
        falling = 0
        rising = 0
        for i in range(3):
            if board[i][i] == mark:
                falling += 1
            if board[i][2 - i] == mark:
                rising += 1
        if falling == 3 or rising == 3:
            return mark
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    if len(actions(board)) == 0:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    best_move = None

    def search(state, depth):
        nonlocal best_move
        if terminal(state):
            return utility(state)
        if player(state) == X:
            best = -math.inf
            for action in actions(state):
                value = search(result(state, action), depth + 1)
                if value > best:
                    best = value
                    if depth == 0:
                        best_move = action
        else:
            best = math.inf
            for action in actions(state):
                value = search(result(state, action), depth + 1)
                if value < best:
                    best = value
                    if depth == 0:
                        best_move = action
        return best

    search(board, 0)
    return best_move
