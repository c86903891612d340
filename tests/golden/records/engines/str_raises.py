"""minimax raises an exception whose message raises another."""

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


class Silent(Exception):
    def __str__(self):
        raise self


def minimax(board):
    raise Silent
