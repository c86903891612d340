"""Quick wins are worth more: a small part of the value is lost with each move."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    number_of_x = 0
    number_of_o = 0
    for i in range(3):
        number_of_x += board[i].count(X)
        number_of_o += board[i].count(O)
    if number_of_x == number_of_o:
        return X
    return O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action")
    new_board = []
    for i in range(3):
        new_board.append(board[i].copy())
    i, j = action
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    for i in range(3):
        if board[i][0] != EMPTY:
            if board[i][0] == board[i][1] == board[i][2]:
                return board[i][0]
    for j in range(3):
        if board[0][j] != EMPTY:
            if board[0][j] == board[1][j] == board[2][j]:
                return board[0][j]
    if board[1][1] != EMPTY:
        if board[0][0] == board[1][1] == board[2][2]:
            return board[1][1]
        if board[2][0] == board[1][1] == board[0][2]:
            return board[1][1]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                return False
    return True


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return float(utility(board))
    if player(board) == X:
        best = float("-inf")
        for action in actions(board):
            best = max(best, 0.9 * value(result(board, action)))
        return best
    best = float("inf")
    for action in actions(board):
        best = min(best, 0.9 * value(result(board, action)))
    return best


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    best_value = float("-inf") if player(board) == X else float("inf")
    for action in actions(board):
        new_value = value(result(board, action))
        if player(board) == X:
            better = new_value > best_value
        else:
            better = new_value < best_value
        if better:
            best_value = new_value
            best_action = action
    return best_action
