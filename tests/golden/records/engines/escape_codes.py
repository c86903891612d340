"""minimax raises an exception that would clear the screen."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    raise ValueError("\x1b[2J\ud800 done")
