"""A winning action is returned at once."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x_total = sum([row.count(X) for row in board])
    o_total = sum([row.count(O) for row in board])
    if x_total == o_total:
        return X
    if x_total > o_total:
        return O


def actions(board):
    free_cells = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                free_cells.add((i, j))
    return free_cells


def result(board, action):
    if action not in actions(board):
        raise Exception("Not a valid action.")
    duplicate = deepcopy(board)
    duplicate[action[0]][action[1]] = player(board)
    return duplicate


def winner(board):
    for i in range(3):
        if board[i][0] == X and board[i][1] == X and board[i][2] == X:
            return X
        if board[i][0] == O and board[i][1] == O and board[i][2] == O:
            return O
    for j in range(3):
        if board[0][j] == X and board[1][j] == X and board[2][j] == X:
            return X
        if board[0][j] == O and board[1][j] == O and board[2][j] == O:
            return O
    if board[0][0] == board[1][1] == board[2][2] == X or board[0][2] == board[1][1] == board[2][0] == X:
        return X
    if board[0][0] == board[1][1] == board[2][2] == O or board[0][2] == board[1][1] == board[2][0] == O:
        return O
    return None


def terminal(board):
    if winner(board) == X:
        return True
    if winner(board) == O:
        return True
    if actions(board):
        return False
    return True


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def max_side(board):
    if terminal(board):
        return utility(board)
    highest = -1
    for action in actions(board):
        value = min_side(result(board, action))
        if value == 1:
            return 1
        if value > highest:
            highest = value
    return highest


def min_side(board):
    if terminal(board):
        return utility(board)
    lowest = 1
    for action in actions(board):
        value = max_side(result(board, action))
        if value == -1:
            return -1
        if value < lowest:
            lowest = value
    return lowest


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        best_value = -2
        for action in actions(board):
            value = min_side(result(board, action))
            if value == 1:
                return action
            if value > best_value:
                best_value = value
                best_action = action
        return best_action
    best_value = 2
    for action in actions(board):
        value = max_side(result(board, action))
        if value == -1:
            return action
        if value < best_value:
            best_value = value
            best_action = action
    return best_action
