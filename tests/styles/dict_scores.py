"""A dict holds the value of each action."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [cell for row in board for cell in row if cell is not EMPTY]
    return X if len(marks) % 2 == 0 else O


def actions(board):
    free = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    child = copy.deepcopy(board)
    child[action[0]][action[1]] = player(board)
    return child


def winner(board):
    lines = []
    for i in range(3):
        lines.append([board[i][0], board[i][1], board[i][2]])
        lines.append([board[0][i], board[1][i], board[2][i]])
    lines.append([board[0][0], board[1][1], board[2][2]])
    lines.append([board[0][2], board[1][1], board[2][0]])
    for line in lines:
        if line.count(X) == 3:
            return X
        if line.count(O) == 3:
            return O
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return EMPTY not in board[0] and EMPTY not in board[1] and EMPTY not in board[2]


def utility(board):
    champion = winner(board)
    if champion == X:
        return 1
    elif champion == O:
        return -1
    else:
        return 0


def value_of(board):
    if terminal(board):
        return utility(board)
    values = []
    for action in actions(board):
        values.append(value_of(result(board, action)))
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    scores = {}
    for action in actions(board):
        scores[action] = value_of(result(board, action))
    if player(board) == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
