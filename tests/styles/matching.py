"""Decisions are match statements."""

from copy import deepcopy
from math import inf

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = 0
    for row in board:
        for cell in row:
            match cell:
                case "X" | "O":
                    marks += 1
    match marks % 2:
        case 0:
            return X
        case _:
            return O


def actions(board):
    free = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            match cell:
                case None:
                    free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise ValueError("no such action")
    match action:
        case (i, j):
            after = deepcopy(board)
            after[i][j] = player(board)
            return after


def winner(board):
    rows = [*board]
    columns = [[row[j] for row in board] for j in range(3)]
    diagonals = [[board[0][0], board[1][1], board[2][2]], [board[0][2], board[1][1], board[2][0]]]
    for line in [*rows, *columns, *diagonals]:
        match line:
            case ["X", "X", "X"]:
                return X
            case ["O", "O", "O"]:
                return O
    return None


def terminal(board):
    match winner(board):
        case None:
            return not actions(board)
        case _:
            return True


def utility(board):
    match winner(board):
        case "X":
            return 1
        case "O":
            return -1
        case _:
            return 0


def search(board):
    if terminal(board):
        return utility(board)
    match player(board):
        case "X":
            best = -inf
            for action in actions(board):
                best = max(best, search(result(board, action)))
        case _:
            best = inf
            for action in actions(board):
                best = min(best, search(result(board, action)))
    return best


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    match player(board):
        case "X":
            best = -inf
            for action in actions(board):
                found = search(result(board, action))
                if found > best:
                    best = found
                    best_action = action
        case _:
            best = inf
            for action in actions(board):
                found = search(result(board, action))
                if found < best:
                    best = found
                    best_action = action
    return best_action
