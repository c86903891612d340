"""Signals of the system, taken by somebody else for a while."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def waiting(names: Iterable[str]) -> Iterator[None]:
    """Let signals wait, for the processes that are started meanwhile until they ask."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _kinds(names))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore(names: Iterable[str]) -> None:
    """Take no notice of signals from now on, those that wait included."""
    for kind in _kinds(names):
        signal.signal(kind, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _kinds(names))


def _kinds(names: Iterable[str]) -> list[signal.Signals]:
    """Return the signals that this system has."""
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


@contextmanager
def handled(
    names: Iterable[str], handler: Callable[..., Any] | signal.Handlers
) -> Iterator[None]:
    """Let a handler take signals, those that this system has; then as it was before."""
    # Outside of the main thread they are somebody else's.
    ours = threading.current_thread() is threading.main_thread()
    kinds = _kinds(names) if ours else []
    before = {kind: signal.signal(kind, handler) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler_before in before.items():
            signal.signal(kind, handler_before)
