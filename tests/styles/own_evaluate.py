"""Its own evaluate() at the leaves: ten for a win, less the number of moves."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def player(board):
    x = 0
    o = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                x = x + 1
            if board[i][j] == O:
                o = o + 1
    if x == o:
        return X
    return O


def actions(board):
    moves = set()
    for i in range(0, 3):
        for j in range(0, 3):
            if not board[i][j]:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("bad action")
    (i, j) = action
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new


def winner(board):
    for i in range(3):
        if board[i][0] and board[i][0] == board[i][1] and board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] and board[0][i] == board[1][i] and board[1][i] == board[2][i]:
            return board[0][i]
    if board[1][1]:
        if board[0][0] == board[1][1] and board[1][1] == board[2][2]:
            return board[1][1]
        if board[0][2] == board[1][1] and board[1][1] == board[2][0]:
            return board[1][1]
    return None


def terminal(board):
    if winner(board):
        return True
    for row in board:
        for cell in row:
            if cell == EMPTY:
                return False
    return True


def utility(board):
    w = winner(board)
    if w is None:
        return 0
    return 1 if w == X else -1


def evaluate(board, depth):
    w = winner(board)
    if w == X:
        return 10 - depth
    if w == O:
        return depth - 10
    return 0


def search(board, depth):
    if terminal(board):
        return evaluate(board, depth)
    if player(board) == X:
        best = -100
        for action in actions(board):
            best = max(best, search(result(board, action), depth + 1))
    else:
        best = 100
        for action in actions(board):
            best = min(best, search(result(board, action), depth + 1))
    return best


def minimax(board):
    if terminal(board):
        return None
    best_move = None
    if player(board) == X:
        best_score = -100
        for action in actions(board):
            new_score = search(result(board, action), 1)
            if new_score > best_score:
                best_score = new_score
                best_move = action
    else:
        best_score = 100
        for action in actions(board):
            new_score = search(result(board, action), 1)
            if new_score < best_score:
                best_score = new_score
                best_move = action
    return best_move
