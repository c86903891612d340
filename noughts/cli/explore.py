"""`noughts explore`: a page that shows Minimax thinking."""

import argparse
import os
import socket
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

from noughts import oracle
from noughts.board import key_of
from noughts.cli.parser import (
    Parser,
    add_time,
    engine_time,
    path,
    refuse_together,
    whole_number,
)
from noughts.cli.screen import Progress, bar
from noughts.lessons import COURSE
from noughts.notation import parse_board
from noughts.sandbox import Sandbox
from noughts.words import Refused, Words

PORT = 8765


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("explore.about")
    option = parser.add_argument
    option("engine", metavar="FILE", nargs="?", type=path, help=say("explore.file"))
    option("--port", metavar="N", type=_port, help=say("explore.port", port=PORT))
    option("--no-browser", action="store_true", help=say("explore.no_browser"))
    option("--freeze", metavar="DIR", type=path, help=say("explore.freeze"))
    option("--lessons", metavar="FILE", type=path, help=say("explore.lessons"))
    option("--board", metavar="BOARD", type=_board, help=say("explore.board"))
    add_time(parser, say)


def run(given: argparse.Namespace) -> int:
    """Serve the page until the person leaves, or write it to a folder."""
    if given.freeze and given.engine:
        raise Refused("explore.no_engine")
    refuse_together(given, "freeze", "port", "board", "lessons", "time")
    given.time = engine_time(given, given.engine)
    say = given.say
    try:
        return _freeze(given.freeze, say) if given.freeze else _serve(given, say)
    except ModuleNotFoundError as error:
        if error.name not in ("flask", "werkzeug"):
            raise
        raise Refused("explore.no_flask") from error


def _freeze(folder: Path, say: Words) -> int:
    from noughts.page.freeze import freeze

    with Progress() as line:
        size = freeze(
            folder, lambda *step: line.show(f"{bar(*step)} {say.number(step[0])}")
        )
    print(say("explore.frozen", path=folder, size=say.number(size / 1e6, 1)))
    return 0


def _serve(given: argparse.Namespace, say: Words) -> int:
    from noughts.checker.driver import OnProgress
    from noughts.checker.judge import check_file
    from noughts.checker.record import Record
    from noughts.page import data
    from noughts.page.app import ENDED, create
    from noughts.page.engine_view import EngineView
    from noughts.page.server import address, serving

    def check(read: Sandbox, progress: OnProgress) -> Record:
        return check_file(
            read.path, source=read.source, modules=read.modules, progress=progress
        )

    with ExitStack() as stack:
        line = stack.enter_context(Progress())
        line.show(say("explore.starting"))
        engine = given.engine and stack.enter_context(
            EngineView(given.engine, given.time, check)
        )
        data.first()
        app = create(engine, given.lessons or COURSE)
        try:
            server = stack.enter_context(serving(app, given.port or _free(PORT)))
        except OSError as error:
            parts = {"port": given.port or PORT, "why": os.strerror(error.errno or 0)}
            raise Refused("explore.at_port", **parts) from error
        page = address(server) + _beginning(given)
        print(say("explore.served", address=page), flush=True)
        if not given.port and server.port != PORT:
            print(say("explore.other_port", port=PORT), flush=True)
        if not given.no_browser:
            Timer(0.2, webbrowser.open, [page]).start()
        try:
            server.serve_forever()
        finally:
            app.config[ENDED] = True
    raise KeyboardInterrupt  # which alone ends the server, and which it keeps to itself


def _beginning(given: argparse.Namespace) -> str:
    """Return what the address says about where to begin, and in which language."""
    language = f"?lang={given.language}" if "language" in given else ""
    if not given.board:
        return language
    view = "&view=engine" if given.engine else ""
    return f"{language}#board={given.board}{view}"


def _board(text: str) -> str:
    """Return the nine marks of a position: a board that a game can reach."""
    board = parse_board(text)
    oracle.look(board)
    return key_of(board)


def _free(port: int) -> int:
    """Return the port if it is free, or 0: any other."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return 0
    return port


def _port(text: str) -> int:
    return whole_number(text, 65535, least=1024)
