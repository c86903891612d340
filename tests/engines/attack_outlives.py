"""Goes on when nobody asks any more: in one long call, or with its pipes swapped."""

import os
import time


def spin(board):
    """Compute in C, where no other thread of Python gets a turn."""
    return sum(range(10**15))


def swap(board):
    """Close the pipes by putting others in their place, and sleep."""
    ours = os.pipe()
    for descriptor in range(64):
        if descriptor not in ours:
            try:
                os.fstat(descriptor)
                os.dup2(ours[0], descriptor)
            except OSError:
                pass
    time.sleep(3600)
