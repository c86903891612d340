"""winner tidies up the board it was given, and result plays on it."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def winner(board):
    board[2] = tuple(board[2])
    return None


def result(board, action):
    board[action[0]][action[1]] = player(board)
    return board
