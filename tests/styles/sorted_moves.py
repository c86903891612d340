"""Moves are sorted: the centre first, then the corners."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    if sum(row.count(X) for row in board) > sum(row.count(O) for row in board):
        return O
    return X


def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is None:
                found.add((i, j))
    return found


def result(board, action):
    if action not in actions(board):
        raise ValueError("cell not free")
    other = copy.deepcopy(board)
    other[action[0]][action[1]] = player(board)
    return other


def winner(board):
    def same(a, b, c):
        return a is not None and a == b and b == c

    for i in range(3):
        if same(board[i][0], board[i][1], board[i][2]):
            return board[i][0]
        if same(board[0][i], board[1][i], board[2][i]):
            return board[0][i]
    if same(board[0][0], board[1][1], board[2][2]):
        return board[1][1]
    if same(board[0][2], board[1][1], board[2][0]):
        return board[1][1]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    elif len(actions(board)) == 0:
        return True
    else:
        return False


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def distance(action):
    i, j = action
    return abs(i - 1) + abs(j - 1) if (i, j) != (1, 1) else -1


def ordered(board):
    return sorted(actions(board), key=distance, reverse=False)


def best_for_x(board):
    if terminal(board):
        return utility(board)
    best = -2
    for action in ordered(board):
        best = max(best, best_for_o(result(board, action)))
        if best == 1:
            break
    return best


def best_for_o(board):
    if terminal(board):
        return utility(board)
    best = 2
    for action in ordered(board):
        best = min(best, best_for_x(result(board, action)))
        if best == -1:
            break
    return best


def minimax(board):
    if terminal(board):
        return None
    x_to_move = player(board) == X
    best = None
    choice = None
    for action in ordered(board):
        if x_to_move:
            value = best_for_o(result(board, action))
            if best is None or value > best:
                best, choice = value, action
        else:
            value = best_for_x(result(board, action))
            if best is None or value < best:
                best, choice = value, action
    return choice
