"""Wait for what another process or thread does."""

import time


def until(what, seconds=100):
    """Wait for something to hold; return whether it did, be it for a moment."""
    deadline = time.monotonic() + seconds
    while not (holds := what()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds
