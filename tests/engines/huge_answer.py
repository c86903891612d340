"""minimax answers with 40 MB."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    return "x" * 40_000_000
