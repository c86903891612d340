"""The page's server, reachable only from this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

HOST = "127.0.0.1"  # not reachable from other machines


class QuietHandler(WSGIRequestHandler):
    """A request handler that logs nothing and hides the software's versions."""

    server_version, sys_version = "noughts", ""
    timeout = 30  # seconds for a read or a write

    def log(self, *_: object) -> None:
        pass


@contextmanager
def serving(app: Flask, port: int) -> Iterator[BaseWSGIServer]:
    """Yield a server that listens on a port; 0 means any free port."""
    # Werkzeug exits if the port is in use, so the socket is opened here.
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
    """Return the page's URL."""
    return f"http://{HOST}:{server.port}/"
