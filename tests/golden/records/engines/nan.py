"""utility answers with something that is not a number."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def utility(board):
    return float("nan")
