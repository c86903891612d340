"""`noughts explore`: a page that shows Minimax thinking."""

import argparse
import os
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

from noughts import disk, oracle
from noughts.board import key_of
from noughts.cli.options import (
    Parser,
    Refusal,
    add_time,
    engine_time,
    is_whole,
    language_of,
    refuse_together,
)
from noughts.cli.screen_lines import Progress, bar
from noughts.lessons import COURSE
from noughts.notation import NotationError, parse_board, shown
from noughts.sandbox import Sandbox
from noughts.words import Words, words

PORT = 8765


def main(argv: Sequence[str]) -> int:
    """Serve the page until the person leaves, or write it to a folder."""
    say = words(language_of(argv))
    parser = _parser(say)
    given = parser.parse_args(argv)
    if given.freeze and given.engine:
        parser.error(say("explore.no_engine"))
    refuse_together(parser, given, "freeze", "port", "board", "lessons", "time")
    given.time = engine_time(parser, given, given.engine)
    try:
        return _freeze(given.freeze, say) if given.freeze else _serve(given, say)
    except ModuleNotFoundError as error:
        if error.name not in ("flask", "werkzeug"):
            raise
        return parser.refuse(say("explore.no_flask"))
    except OSError as error:
        place = error.filename or given.freeze
        if place is None:
            raise  # the output
        return parser.refuse(f"{place}: {os.strerror(error.errno or 0)}")
    except ValueError as error:  # of the engine's file, or of the folder
        return parser.refuse(error)


def _parser(say: Words) -> Parser:
    parser = Parser("explore", say, description=say("explore.about"))
    add = parser.add_argument
    add("engine", metavar="FILE", nargs="?", type=Path, help=say("explore.file"))
    add("--port", metavar="N", type=_port, help=say("explore.port", port=PORT))
    add("--no-browser", action="store_true", help=say("explore.no_browser"))
    add("--freeze", metavar="DIR", type=Path, help=say("explore.freeze"))
    add("--lessons", metavar="FILE", type=Path, help=say("explore.lessons"))
    add("--board", metavar="BOARD", type=_board, help=say("explore.board"))
    add_time(parser)
    return parser


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
            where = say("explore.at_port", port=given.port or PORT)
            raise disk.named(error, where) from error
        page = address(server) + _beginning(given)
        print(say("explore.served", address=page), flush=True)
        if not given.port and server.port != PORT:
            print(say("explore.other_port", port=PORT), flush=True)
        if not given.no_browser:
            Timer(0.2, webbrowser.open, [page]).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
        app.config[ENDED] = True
    return 0


def _beginning(given: argparse.Namespace) -> str:
    """Return what the address says about where to begin, and in which language."""
    language = f"?lang={given.language}" if given.language else ""
    if not given.board:
        return language
    view = "&view=engine" if given.engine else ""
    return f"{language}#board={given.board}{view}"


def _board(text: str) -> str:
    """Return the nine marks of a position: a board that a game can reach."""
    try:
        board = parse_board(text)
        oracle.look(board)
        return key_of(board)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _free(port: int) -> int:
    """Return the port if it is free, or 0: any other."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return 0
    return port


def _port(text: str) -> int:
    if not is_whole(text, 1024, 65535):
        raise Refusal("explore.not_a_port", value=shown(text))
    return int(text)
