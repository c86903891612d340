"""Alpha-beta in one function with a flag; the first move is searched there too."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    turns = 0
    for row in board:
        turns += 3 - row.count(EMPTY)
    return X if turns % 2 == 0 else O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2) or board[i][j] != EMPTY:
        raise ValueError("illegal")
    copied = [row[:] for row in board]
    copied[i][j] = player(board)
    return copied


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
    for i in range(3):
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] != EMPTY:
        return board[0][0]
    if board[0][2] == board[1][1] == board[2][0] != EMPTY:
        return board[0][2]
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    return 0


def alphabeta(board, alpha, beta, maximizing):
    if terminal(board):
        return utility(board), None
    best_action = None
    if maximizing:
        best = -100
        for action in actions(board):
            value, _ = alphabeta(result(board, action), alpha, beta, False)
            if value > best:
                best = value
                best_action = action
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = 100
        for action in actions(board):
            value, _ = alphabeta(result(board, action), alpha, beta, True)
            if value < best:
                best = value
                best_action = action
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best, best_action


def minimax(board):
    if terminal(board):
        return None
    _, action = alphabeta(board, -100, 100, player(board) == X)
    return action
