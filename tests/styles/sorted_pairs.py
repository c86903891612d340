"""A list of values and actions is sorted."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    x, o = 0, 0
    for line in board:
        x += line.count(X)
        o += line.count(O)
    return O if x > o else X


def actions(board):
    available = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is None:
                available.add((i, j))
    return available


def result(board, action):
    if action not in actions(board):
        raise Exception("illegal action")
    i, j = action
    next_board = deepcopy(board)
    next_board[i][j] = player(board)
    return next_board


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] and board[i][1] == board[i][2] and board[i][0] is not None:
            return board[i][0]
        if board[0][i] == board[1][i] and board[1][i] == board[2][i] and board[0][i] is not None:
            return board[0][i]
    center = board[1][1]
    if center is None:
        return None
    if board[0][0] == center and board[2][2] == center:
        return center
    if board[0][2] == center and board[2][0] == center:
        return center
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return len(actions(board)) == 0


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def score(board):
    if terminal(board):
        return utility(board)
    scores = sorted(score(result(board, action)) for action in actions(board))
    return scores[-1] if player(board) == X else scores[0]


def minimax(board):
    if terminal(board):
        return None
    options = []
    for action in actions(board):
        options.append((score(result(board, action)), action))
    options.sort()
    if player(board) == X:
        return options[-1][1]
    return options[0][1]
