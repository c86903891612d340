"""`noughts window`: the game in a window, which is `runner.py`."""

import importlib.util
import sys
from argparse import SUPPRESS, Namespace
from types import ModuleType

from noughts import cli
from noughts.cli.parser import Parser
from noughts.contract import hand_in
from noughts.words import Words


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("window.about")
    option = parser.add_argument
    option("engine", nargs="?", metavar="FILE", help=say("window.file_help"))
    option("--dark", action="store_true", help=say("window.dark_help"))
    option("--or-play", action="store_true", help=SUPPRESS)  # for `make play`


def run(args: Namespace) -> int:
    """Open the window, and return its exit code."""
    window, language = _window(), args.say.language
    state = window.State(engine=args.engine or "", dark=args.dark, language=language)
    if args.or_play and (why := window.why_no_window(state)):
        return cli.main(["play", "--because", why, "--language", language])
    code: int = window.start(state, args.parser.prog)
    return code


def _window() -> ModuleType:
    """Return `runner.py`, found by its path: it is not a part of the package."""
    spec = importlib.util.spec_from_file_location("runner", hand_in("runner.py"))
    assert spec is not None
    assert spec.loader is not None
    window = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = window  # its dataclass looks there for its types
    spec.loader.exec_module(window)
    return window
