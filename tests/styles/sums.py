"""Marks are numbers, and a line is won if its sum is 3 or -3."""

import copy

X = "X"
O = "O"
EMPTY = None

NUMBER = {X: 1, O: -1, EMPTY: 0}


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    total = sum(NUMBER[cell] for row in board for cell in row)
    return O if total == 1 else X


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if NUMBER[board[i][j]] == 0:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise Exception("not an action")
    i, j = action
    changed = copy.deepcopy(board)
    changed[i][j] = player(board)
    return changed


def winner(board):
    grid = [[NUMBER[cell] for cell in row] for row in board]
    sums = []
    for i in range(3):
        sums.append(sum(grid[i]))
        sums.append(grid[0][i] + grid[1][i] + grid[2][i])
    sums.append(grid[0][0] + grid[1][1] + grid[2][2])
    sums.append(grid[0][2] + grid[1][1] + grid[2][0])
    if 3 in sums:
        return X
    if -3 in sums:
        return O
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if None in row:
            return False
    return True


def utility(board):
    return NUMBER[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    return search(board)[1]


def search(board):
    if terminal(board):
        return [utility(board), None]
    if player(board) == X:
        best = [-2, None]
        for action in actions(board):
            value = search(result(board, action))[0]
            if value > best[0]:
                best = [value, action]
    else:
        best = [2, None]
        for action in actions(board):
            value = search(result(board, action))[0]
            if value < best[0]:
                best = [value, action]
    return best
