"""Send signals to the judge."""

import fcntl
import os
import signal

X, O, EMPTY = "X", "O", None


def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O


def kill(pid):
    os.kill(pid, signal.SIGURG)  # ignored, unless somebody listens
    return "done"


def kill_all(pid):
    os.killpg(os.getpgid(pid), 0)
    return "done"


def own_a_pipe(pid):
    """Let a pipe send the signal when something is written to it."""
    ours, theirs = os.pipe()
    fcntl.fcntl(ours, fcntl.F_SETOWN, pid)
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(theirs, b"x")
    return "done"


def stop_itself(_):
    os.kill(os.getpid(), signal.SIGSTOP)


def kill_itself(_):
    os.kill(os.getpid(), signal.SIGKILL)
