"""`noughts window`: the game in a window, which is `runner.py`."""

import argparse
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType

from noughts.cli import play
from noughts.cli.options import Parser, language_of
from noughts.contract import hand_in
from noughts.words import words


def main(argv: Sequence[str]) -> int:
    """Open the window, and return its exit code."""
    say = words(language_of(argv))
    parser = Parser("window", say, description=say("window.about"))
    add = parser.add_argument
    add("engine", nargs="?", metavar="FILE", help=say("window.file_help"))
    add("--dark", action="store_true", help=say("window.dark_help"))
    add("--or-play", action="store_true", help=argparse.SUPPRESS)  # for `make play`
    given = parser.parse_args(argv)
    window = _window()
    state = window.State(
        engine=given.engine or "", dark=given.dark, language=say.language
    )
    if given.or_play and (why := window.why_no_window(state)):
        return play.main(["--because", why, "--language", say.language])
    code: int = window.start(state, parser.prog)
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
