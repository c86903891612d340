"""Start other processes."""

import os
import subprocess
import sys

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "done"


def spawn():
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return "done"


def become():
    os.execv(sys.executable, [sys.executable, "-c", "pass"])
