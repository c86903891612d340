"""Servers in a thread: any server, and a static web host for a frozen page."""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def running(server):
    """Serve requests in a thread."""
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def hosted(folder, asked=None):
    """Serve a folder; yield its address. The request lines are added to a list."""

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = {  # noqa: RUF012 - as its parent has it
            **SimpleHTTPRequestHandler.extensions_map,
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
        }

        def log_message(self, *_):
            if asked is not None:
                asked.append(self.requestline)

    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, running(server):
        yield f"http://127.0.0.1:{server.server_port}/"
