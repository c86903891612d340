"""The server of the page: on this machine, for this machine."""

import io
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

HOST = "127.0.0.1"  # nobody else can reach it
READING = 10.0  # seconds for a whole request, however it comes in
WRITING = 30.0  # seconds for a piece of an answer
AT_ONCE = 0  # seconds for a look
LOOKING = 0.2  # seconds between two looks at whether somebody waits for an answer


class Hurried(io.RawIOBase):
    """What comes in on a connection, until the time for it is up."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._deadline = time.monotonic() + READING

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        # A limit for each read alone would let one byte now and then go on for ever.
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(WRITING)


class Quiet(WSGIRequestHandler):
    """Says nothing of requests, nothing about itself, and waits for nobody."""

    server_version, sys_version = "noughts", ""

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(Hurried(self.connection))

    def log_request(self, *_: object) -> None:
        pass

    def log_error(self, *_: object) -> None:
        pass


class Requester:
    """Whoever has asked for something that takes long, and may leave meanwhile."""

    def __init__(self, connection: socket.socket | None) -> None:
        self._connection, self._asked = connection, time.monotonic()

    def is_gone(self) -> bool:
        """Return whether nobody waits for the answer; looked at now and then."""
        now = time.monotonic()
        if self._connection is None or now < self._asked + LOOKING:
            return False
        self._asked = now
        return is_closed(self._connection)


def is_closed(connection: socket.socket) -> bool:
    """Return whether nothing will come from the other end any more."""
    if connection.fileno() == -1:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        if not selector.select(AT_ONCE):
            return False
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except ConnectionError:
        return True


@contextmanager
def serving(app: Flask, port: int) -> Iterator[BaseWSGIServer]:
    """Yield a server that listens on a port, 0 for any that is free."""
    # Werkzeug would end the program where the port is taken: so we open it ourselves.
    with (
        socket.create_server((HOST, port)) as listener,
        make_server(
            HOST,
            port,
            app,
            threaded=True,
            request_handler=Quiet,
            fd=listener.fileno(),
        ) as server,
    ):
        yield server


def address(server: BaseWSGIServer) -> str:
    """Return where the page is."""
    return f"http://{HOST}:{server.port}/"
