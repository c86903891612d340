"""minimax writes 10 MB to stdout and stderr, then answers."""

import sys

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def minimax(board):
    for _ in range(100):
        print("x" * 50_000)
        print("x" * 50_000, file=sys.stderr)
    return (0, 0)
