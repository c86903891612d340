"""`noughts window`: the game in a window."""

from argparse import SUPPRESS, Namespace

from noughts import cli
from noughts.cli.parser import Parser
from noughts.play.window.state import WindowState
from noughts.texts import Refused, Words


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("engine", nargs="?", metavar="FILE")
    parser.flag("--dark")
    parser.add_argument("--or-play", action="store_true", help=SUPPRESS)  # `make play`


def run(args: Namespace) -> int:
    """Open the window, and return its exit code."""
    language = args.say.language
    if why := _why_no_window():
        if not args.or_play:
            raise Refused(why)
        because = args.say(f"{why}_play")
        engine = [f"--engine={args.engine}"] if args.engine else []
        return cli.main(["play", *engine, "--because", because, "--language", language])
    from noughts.play.window.events import open_window

    open_window(
        WindowState(engine=args.engine or "", dark=args.dark, language=language)
    )
    return 0


def _why_no_window() -> str:
    """Return the key of the error if no window can be opened, else an empty text."""
    try:
        from noughts.play.window.events import has_screen
    except ImportError:
        return "window.no_pygame"
    return "" if has_screen() else "window.no_screen"
