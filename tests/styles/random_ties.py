"""Among equal moves, one is chosen at random."""

import random

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    xs = 0
    os = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                xs += 1
            elif board[i][j] == O:
                os += 1
    return X if xs <= os else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid")
    new_board = [row[:] for row in board]
    new_board[action[0]][action[1]] = player(board)
    return new_board


def winner(board):
    triples = [list(row) for row in board]
    triples += [[board[i][j] for i in range(3)] for j in range(3)]
    triples.append([board[i][i] for i in range(3)])
    triples.append([board[i][2 - i] for i in range(3)])
    if [X, X, X] in triples:
        return X
    if [O, O, O] in triples:
        return O
    return None


def terminal(board):
    return winner(board) is not None or all(EMPTY not in row for row in board)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return utility(board)
    values = {value(result(board, action)) for action in actions(board)}
    if player(board) == X:
        return max(values)
    return min(values)


def minimax(board):
    if terminal(board):
        return None
    values = {action: value(result(board, action)) for action in actions(board)}
    target = max(values.values()) if player(board) == X else min(values.values())
    return random.choice([action for action in values if values[action] == target])
