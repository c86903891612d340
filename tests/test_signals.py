"""Signals are taken for a while, by whoever may, and given back."""

import os
import signal
from threading import Thread

import pytest

from noughts.signals import handled, ignore, waiting

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGUSR1"), reason="this system has no signal to send oneself"
)


def test_a_signal_is_taken_and_given_back():
    def outer(*_):
        seen.append("outer")

    seen = []
    with handled(["SIGUSR1"], outer):
        with handled(["SIGUSR1"], lambda *_: seen.append("inner")):
            os.kill(os.getpid(), signal.SIGUSR1)
        os.kill(os.getpid(), signal.SIGUSR1)
    assert seen == ["inner", "outer"]
    assert signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL


def test_it_is_given_back_whatever_happens():
    with pytest.raises(KeyError), handled(["SIGUSR1"], signal.SIG_IGN):
        raise KeyError
    assert signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL


def test_in_another_thread_nothing_is_taken():
    seen = []

    def work():
        with handled(["SIGUSR1"], signal.SIG_IGN):
            seen.append(signal.getsignal(signal.SIGUSR1))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.SIG_DFL]


def test_what_this_system_lacks_is_passed_over():
    with handled(["SIGNONE", "SIGUSR1"], signal.SIG_IGN):
        assert signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN


def test_a_signal_waits_and_comes_afterwards():
    seen = []
    with handled(["SIGUSR1", "SIGNONE"], lambda *_: seen.append("taken")):
        with waiting(["SIGUSR1", "SIGNONE"]):
            signal.raise_signal(signal.SIGUSR1)  # to this thread
            assert seen == []
        assert seen == ["taken"]
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_signal_that_waits_is_ignored_by_who_ignores_it():
    seen = []
    with handled(["SIGUSR1"], lambda *_: seen.append("taken")):
        with waiting(["SIGUSR1"]):
            signal.raise_signal(signal.SIGUSR1)  # to this thread
            ignore(["SIGUSR1", "SIGNONE"])
            assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])
        assert seen == []
