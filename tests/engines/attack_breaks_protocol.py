"""Write what is not an answer: half lines, deep nesting, wrong types."""

import os

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def say(data):
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, data)
        except OSError:
            pass


def minimax(kind):
    say({
        "deep": b"[" * 60_000 + b"\n",
        "binary": b"\xff\xfe\n",
        "number": b"9" * 10_000 + b"\n",
        "half": b'["',
        "tag": b'{"tuple":7}\n',
        "two tags": b'{"tuple":[],"set":[]}\n',
        "unhashable": b'{"set":[[1]]}\n',
        "nothing": b"\n",
    }[kind])


def frame(status, value):
    """Find the request's number, where it must be, and answer in its own way."""
    import sys

    step = sys._getframe()
    while "number" not in step.f_locals:
        step = step.f_back
    say(f'{status} {value} {step.f_locals["number"]}\n'.encode())
