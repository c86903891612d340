"""minimax asks for more memory than it may have."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    return [[None] * 10_000_000 for _ in range(1000)]
