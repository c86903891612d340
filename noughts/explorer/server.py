"""The server of the page: on this machine, for this machine."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

HOST = "127.0.0.1"  # nobody else can reach it


class Quiet(WSGIRequestHandler):
    """Says nothing of requests, and nothing to strangers about itself."""

    server_version, sys_version = "noughts", ""

    def log_request(self, *_: object) -> None:
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
