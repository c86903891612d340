"""Loops over the numbers 0 to 8."""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    board = []
    for i in range(3):
        row = []
        for j in range(3):
            row.append(EMPTY)
        board.append(row)
    return board


def player(board):
    x = 0
    o = 0
    for n in range(9):
        if board[n // 3][n % 3] == X:
            x += 1
        if board[n // 3][n % 3] == O:
            o += 1
    if x <= o:
        return X
    return O


def actions(board):
    moves = set()
    for n in range(9):
        i, j = divmod(n, 3)
        if board[i][j] == EMPTY:
            moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise ValueError("taken")
    new = [[EMPTY] * 3 for _ in range(3)]
    for n in range(9):
        new[n // 3][n % 3] = board[n // 3][n % 3]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    i = 0
    while i < 3:
        if board[i][0] is not None and board[i][0] == board[i][1] and board[i][0] == board[i][2]:
            return board[i][0]
        if board[0][i] is not None and board[0][i] == board[1][i] and board[0][i] == board[2][i]:
            return board[0][i]
        i += 1
    if board[0][0] is not None and board[0][0] == board[1][1] and board[0][0] == board[2][2]:
        return board[0][0]
    if board[0][2] is not None and board[0][2] == board[1][1] and board[0][2] == board[2][0]:
        return board[0][2]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    n = 0
    while n < 9:
        if board[n // 3][n % 3] is None:
            return False
        n += 1
    return True


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def evaluate(board):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        best = -1000
        for n in range(9):
            if (n // 3, n % 3) in actions(board):
                score = evaluate(result(board, (n // 3, n % 3)))
                if score > best:
                    best = score
        return best
    best = 1000
    for n in range(9):
        if (n // 3, n % 3) in actions(board):
            score = evaluate(result(board, (n // 3, n % 3)))
            if score < best:
                best = score
    return best


def minimax(board):
    if terminal(board):
        return None
    choice = None
    best = -1000 if player(board) == X else 1000
    for n in range(9):
        cell = (n // 3, n % 3)
        if cell not in actions(board):
            continue
        score = evaluate(result(board, cell))
        if player(board) == X and score > best:
            best = score
            choice = cell
        elif player(board) == O and score < best:
            best = score
            choice = cell
    return choice
