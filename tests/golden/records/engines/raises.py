"""minimax raises an exception."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    return best_of(board)


def best_of(board):
    raise ValueError("I did not expect\nthis board")
