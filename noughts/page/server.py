"""The server of the page: on this machine, for this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

HOST = "127.0.0.1"  # nobody else can reach it


class QuietHandler(WSGIRequestHandler):
    """Log nothing, and tell nobody which software this is."""

    server_version, sys_version = "noughts", ""
    timeout = 30  # seconds for a read or a write

    def log(self, *_: object) -> None:
        pass


@contextmanager
def serving(app: Flask, port: int) -> Iterator[BaseWSGIServer]:
    """Yield a server that listens on a port, 0 for any that is free."""
    # Werkzeug ends the program if the port is taken, so the socket is opened here.
    with (
        socket.create_server((HOST, port)) as listener,
        make_server(
            HOST,
            port,
            app,
            threaded=True,
            request_handler=QuietHandler,
            fd=listener.fileno(),
        ) as server,
    ):
        yield server


def address(server: BaseWSGIServer) -> str:
    """Return where the page is."""
    return f"http://{HOST}:{server.port}/"
