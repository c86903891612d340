"""The server of the page: on this machine, for this machine."""

import io
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
