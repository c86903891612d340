"""Leave a process behind that outlives the engine."""

import os
import time

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def daemon():
    """Return the number of a process in a session of its own."""
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(theirs, str(os.getpid()).encode())
            time.sleep(60)
        os._exit(0)
    return int(os.read(ours, 20))
