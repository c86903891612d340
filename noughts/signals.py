"""Signals of the system, taken by somebody else for a while."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def handled(
    names: Iterable[str], handler: Callable[..., Any] | signal.Handlers
) -> Iterator[None]:
    """Let a handler take signals, those that this system has; then as it was before."""
    # Outside of the main thread they are somebody else's.
    ours = threading.current_thread() is threading.main_thread()
    kinds = [getattr(signal, n) for n in names if ours and hasattr(signal, n)]
    before = {kind: signal.signal(kind, handler) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler_before in before.items():
            signal.signal(kind, handler_before)
