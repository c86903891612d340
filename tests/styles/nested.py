"""The functions of the search are inside minimax."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for _ in range(3)] for _ in range(3)]


def player(board):
    flat = board[0] + board[1] + board[2]
    if flat.count(X) <= flat.count(O):
        return X
    return O


def actions(board):
    possible = set()
    for i in range(len(board)):
        for j in range(len(board[i])):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    if action not in actions(board):
        raise Exception(f"{action} is not possible")
    nxt = deepcopy(board)
    nxt[action[0]][action[1]] = player(board)
    return nxt


def winner(board):
    for row in board:
        if row[0] is not None and row[0] == row[1] == row[2]:
            return row[0]
    for col in zip(*board):
        if col[0] is not None and col[0] == col[1] == col[2]:
            return col[0]
    middle = board[1][1]
    if middle is not None:
        if board[0][0] == middle == board[2][2]:
            return middle
        if board[0][2] == middle == board[2][0]:
            return middle
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    if not actions(board):
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    def highest(state):
        if terminal(state):
            return utility(state)
        value = float("-inf")
        for action in actions(state):
            value = max(value, lowest(result(state, action)))
        return value

    def lowest(state):
        if terminal(state):
            return utility(state)
        value = float("inf")
        for action in actions(state):
            value = min(value, highest(result(state, action)))
        return value

    if terminal(board):
        return None
    options = list(actions(board))
    if player(board) == X:
        return max(options, key=lambda action: lowest(result(board, action)))
    return min(options, key=lambda action: highest(result(board, action)))
