"""`noughts explore`: a page that shows Minimax thinking."""

import argparse
import os
import socket
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Timer
from typing import Any

from noughts.cli.options import Parser, Progress, add_time, bar, language_of
from noughts.lessons import COURSE
from noughts.words import words

PORT = 8765
MISSING = "the page needs Flask, which is not installed: pip install flask"


def main(argv: Sequence[str] | None = None) -> int:
    """Serve the page until the person leaves, or write it to a folder."""
    parser = Parser(
        "explore",
        words(language_of(argv)),
        description="Serve a page on this machine, and open it in the browser.",
    )
    parser.add_argument(
        "engine", metavar="FILE", nargs="?", type=Path, help="a tictactoe.py to explore"
    )
    parser.add_argument(
        "--port", type=_port, help=f"where to serve it ({PORT}, or any that is free)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="only say where the page is"
    )
    parser.add_argument(
        "--freeze",
        metavar="DIR",
        type=Path,
        help="write the page into a folder instead, for any web host",
    )
    parser.add_argument(
        "--lessons", metavar="FILE", type=Path, help="a course of one's own"
    )
    add_time(parser)
    given = parser.parse_args(argv)
    if given.freeze and given.engine:
        parser.error("--freeze leaves out engines: the frozen page runs no code")
    try:
        return _freeze(given.freeze) if given.freeze else _serve(given)
    except ModuleNotFoundError as error:
        if error.name not in ("flask", "werkzeug"):
            raise
        return parser.refuse(MISSING)
    except OSError as error:
        where = error.filename or f"port {given.port}"
        why = os.strerror(error.errno or 0)
        return parser.refuse(f"{where}: {why}")
    except ValueError as error:  # of the engine's file, or of the folder
        return parser.refuse(error)


def _freeze(folder: Path) -> int:
    from noughts.explorer.freeze import freeze

    line = Progress()
    size = freeze(folder, lambda *step: line.show(f"{bar(*step)} {step[0]:,}"))
    line.clear()
    print(f"{folder}: {size / 1e6:.1f} MB; open index.html, or put it on any web host")
    return 0


def _serve(given: argparse.Namespace) -> int:
    from noughts.explorer import page_data
    from noughts.explorer.app import create
    from noughts.explorer.guest import Guest
    from noughts.explorer.server import address, serving

    with ExitStack() as stack:
        guest = given.engine and stack.enter_context(
            Guest(given.engine, given.time, _checked)
        )
        page_data.first()
        app = create(guest, given.lessons or COURSE)
        server = stack.enter_context(serving(app, given.port or _free(PORT)))
        print(f"The page is at {address(server)} (Ctrl-C ends it)", flush=True)
        if not given.no_browser:
            Timer(0.2, webbrowser.open, [address(server)]).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def _checked(path: Path, progress: Callable[[str, int, int], None]) -> dict[str, Any]:
    """Return the judge's record of a file: only the command knows the judge."""
    from noughts.checker.judge import check_file
    from noughts.checker.record import to_json

    return to_json(check_file(path, progress=progress))


def _free(port: int) -> int:
    """Return the port if it is free, or 0: any other."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return 0
    return port


def _port(text: str) -> int:
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 1024 to 65535")
    return int(text)
