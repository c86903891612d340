"""The page's server: whoever reads or writes slowly holds nobody up, and ends."""

import socket
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from urllib.request import urlopen

import pytest
from helpers.waiting import until

pytest.importorskip("flask")

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from noughts.page import app, server

LARGE = 50_000_000


def small():
    """Return a small application."""
    made = Flask("test")
    made.get("/", endpoint="page")(lambda: "page")
    made.get("/large", endpoint="large")(lambda: "x" * LARGE)
    made.post("/body", endpoint="body")(lambda: request.data)
    return made


@contextmanager
def running(monkeypatch, reading=1.0, writing=1.0, make=small):
    """Serve an application; give its port, and the threads that were there."""
    monkeypatch.setattr(server, "READING", reading)
    monkeypatch.setattr(server, "WRITING", writing)
    with server.serving(make(), 0) as serves:
        thread = threading.Thread(target=serves.serve_forever)
        thread.start()
        try:
            yield serves.port, threading.active_count()
        finally:
            serves.shutdown()
            thread.join()


class Connection:
    """A connection that notes how long it is given for what it does."""

    def __init__(self, *pieces):
        self.pieces, self.limits = [*pieces], []

    def settimeout(self, seconds):
        self.limits.append(seconds)

    def recv_into(self, buffer):
        piece = self.pieces.pop(0)
        buffer[: len(piece)] = piece
        return len(piece)


def test_the_time_for_a_request_is_that_for_all_of_its_pieces(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(server.time, "monotonic", lambda: now[0])
    connection = Connection(b"GET ", b"/")
    reading, buffer = server.Hurried(connection), bytearray(9)
    assert reading.readable()
    assert (reading.readinto(buffer), bytes(buffer[:4])) == (4, b"GET ")
    now[0] += 9
    assert reading.readinto(buffer) == 1
    assert connection.limits == [10.0, 30.0, 1.0, 30.0]
    for late in (1, 5):
        now[0] += late
        with pytest.raises(TimeoutError, match="the request took too long"):
            reading.readinto(buffer)


SLOW = {
    "says nothing": [b""],
    "begins a request": [b"GET / HTTP/1.1\r\nHost: x\r\n"],
    "one byte now and then": [b"GET / HTTP/1.1\r\nX: ", *[b"x"] * 10_000],
    "promises more": [b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n"],
}


@pytest.mark.ci
def test_slow_requests_hold_no_thread_for_ever(monkeypatch, capfd):
    """All kinds at once, several of each: there is one limit to wait for."""
    with running(monkeypatch) as (port, before), ExitStack() as stack:
        slow = [
            (stack.enter_context(socket.create_connection(("127.0.0.1", port))), pieces)
            for pieces in 5 * [*SLOW.values()]
        ]
        stop = threading.Event()

        def drip():
            for sent in range(10_000):
                for each, pieces in slow:
                    with suppress(OSError):  # whoever was too slow is not listened to
                        each.sendall(b"".join(pieces[sent : sent + 1]))
                if stop.wait(0.1):
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        assert urlopen(f"http://127.0.0.1:{port}/").read() == b"page"
        ended = until(lambda: threading.active_count() <= before + dripping.is_alive())
        stop.set()
        dripping.join()
        assert ended, f"{threading.active_count() - before} threads still wait"
    assert capfd.readouterr().err == ""


@pytest.mark.ci
def test_who_does_not_take_the_answer_holds_no_thread_for_ever(monkeypatch, capfd):
    with (
        running(monkeypatch) as (port, before),
        socket.create_connection(("127.0.0.1", port)) as slow,
    ):
        slow.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        assert until(lambda: threading.active_count() > before)
        assert until(lambda: threading.active_count() <= before)
    assert capfd.readouterr().err == ""


@pytest.mark.ci
def test_an_answer_may_take_longer_than_a_request(monkeypatch):
    """An engine may think for a minute: only the reading of a request is hurried."""
    with (
        running(monkeypatch, reading=0.3, writing=60) as (port, _),
        urlopen(f"http://127.0.0.1:{port}/large") as answer,
    ):
        time.sleep(0.5)
        assert len(answer.read()) == LARGE


# --- Who waits for an answer ---------------------------------------------------


def test_a_connection_is_closed_once_the_other_end_is():
    ours, other = socket.socketpair()
    with ours:
        assert not server.is_closed(ours)
        other.sendall(b"more")
        assert not server.is_closed(ours)
        assert ours.recv(9) == b"more", "nothing was taken away"
        other.close()
        assert server.is_closed(ours)


def test_one_looks_now_and_then_whether_somebody_waits(monkeypatch):
    now, looks = [100.0], []
    monkeypatch.setattr(server.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(server, "is_closed", lambda _: looks.append(now[0]) or True)
    waiting = server.Requester(object())
    for later, gone in ((0.1, False), (0.2, True), (0.1, False), (0.2, True)):
        now[0] += later
        assert waiting.is_gone() is gone
    assert len(looks) == 2
    now[0] += 9
    assert not server.Requester(None).is_gone(), "of a test: there is no connection"


def test_a_connection_that_was_closed_at_this_end_is_closed():
    here, there = socket.socketpair()
    with here, there:
        assert not server.is_closed(here)
        here.close()
        assert server.is_closed(here)


@pytest.mark.ci
def test_a_judge_ends_when_its_page_has_gone(monkeypatch, capfd):
    """Cancelled or closed: both end the connection, and nothing is said of it."""
    ends = []

    def checked(source, progress, name):
        for answer in range(6000):
            try:
                progress("minimax", answer, 6000)
            except HTTPException as error:
                ends.append(error.description)
                raise
            time.sleep(0.01)
        return {}

    monkeypatch.setattr(app, "checked", checked)
    with running(monkeypatch, make=app.create) as (port, _):
        with socket.create_connection(("127.0.0.1", port)) as asking:
            asking.sendall(
                b"POST /api/check.json HTTP/1.1\r\n"
                b"Host: 127.0.0.1:%d\r\nContent-Length: 1\r\n\r\nx" % port
            )
            time.sleep(0.5)
            assert ends == []
        assert until(lambda: ends)
    assert ends == ["nobody waits for the answer"]
    assert capfd.readouterr().err == ""
