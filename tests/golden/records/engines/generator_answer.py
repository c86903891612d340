"""actions answers with a generator."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    return ((i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY)
