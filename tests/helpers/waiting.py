"""Wait for another process or thread."""

import time


def until(what, seconds=100):
    """Wait until a condition holds; return whether it did in time."""
    deadline = time.monotonic() + seconds
    while not (holds := what()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds
