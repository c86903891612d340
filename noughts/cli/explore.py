"""`noughts explore`: a page that shows Minimax thinking."""

import argparse
import os
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

from noughts.cli.parser import Parser, path, refuse_together, whole_number
from noughts.cli.screen import Progress, bar
from noughts.game.board import key_of
from noughts.lessons import COURSE
from noughts.page import data
from noughts.texts import Refused, Words

PORT = 8765
DELAY = 0.2  # seconds before the browser is opened


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("engine", metavar="FILE", nargs="?", type=path)
    parser.option("--port", parts={"port": str(PORT)}, metavar="N", type=_port)
    parser.flag("--no-browser")
    parser.option("--freeze", metavar="DIR", type=path)
    parser.option("--lessons", metavar="FILE", type=path)
    parser.option("--board", metavar="BOARD", type=_board)
    parser.flag("--search")
    parser.time()


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C, or write it to a folder."""
    if args.freeze and args.engine:
        raise Refused("explore.no_engine")
    if args.search and not (args.engine and args.board):
        raise Refused("explore.search_of_what")
    refuse_together(args, "freeze", "port", "board", "lessons")
    say = args.say
    try:
        return _freeze(args.freeze, say) if args.freeze else _serve(args, say)
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


def _serve(args: argparse.Namespace, say: Words) -> int:
    from noughts.page.app import ENDED, create
    from noughts.page.engine_view import EngineView
    from noughts.page.server import address, serving

    with ExitStack() as stack:
        view = args.engine and EngineView(args.engine, args.time)
        engine = view and stack.enter_context(view)
        data.first()
        app = create(engine, args.lessons or COURSE)
        try:
            server = stack.enter_context(serving(app, args.port or PORT))
        except OSError as error:
            if args.port:
                parts = {"port": str(args.port), "why": os.strerror(error.errno or 0)}
                raise Refused("explore.at_port", **parts) from error
            server = stack.enter_context(serving(app, 0))
        page = address(server) + _beginning(args)
        lines = [say("explore.served", address=page)]
        if not args.port and server.port != PORT:
            lines.append(say("explore.other_port", port=str(PORT)))
        print(*lines, sep="\n", flush=True)
        if not args.no_browser:
            Timer(DELAY, webbrowser.open, [page]).start()
        try:
            server.serve_forever()
        finally:
            app.config[ENDED] = True
    raise KeyboardInterrupt  # serve_forever ends by Ctrl-C only, and swallows it


def _beginning(args: argparse.Namespace) -> str:
    """Return the part of the address that selects a position and a language."""
    language = f"?lang={args.language}" if "language" in args else ""
    if not args.board:
        return language
    view = "&view=check" if args.engine else ""
    if args.search:
        view = "&view=search&method=own&step=wrong"
    return f"{language}#board={args.board}{view}"


def _board(text: str) -> str:
    """Return the key of a reachable board."""
    return key_of(data.board_from(text))


def _port(text: str) -> int:
    return whole_number(text, 65535, least=1024)
