"""minimax never answers."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    while True:
        pass
