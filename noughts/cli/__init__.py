"""The command line: one word, one command, one file beside this one."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from noughts import __version__

COMMANDS = {
    "window": "play in a window",
    "play": "play in this terminal, against an opponent that never loses",
    "duel": "let two engines or players meet, on both sides",
    "explain": "what each move of a position is worth, and why",
    "solve": "who wins on a bigger board",
    "explore": "a page on which one sees Minimax think",
    "check": "judge one student's file, or a whole class, on every position",
}
DESCRIPTION = (
    "Tic-Tac-Toe engines: play them, see them think, check them.\n\n"
    + "\n".join(f"  {name:<9}{line}" for name, line in COMMANDS.items())
)
INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 fine, 1 findings, 2 misuse."""
    parser = argparse.ArgumentParser(
        prog="noughts",
        description=DESCRIPTION,
        epilog="`noughts COMMAND --help` tells more of each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"noughts {__version__}")
    parser.add_argument(
        "command", choices=COMMANDS, metavar="COMMAND", help="one of the above"
    )
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, metavar="...", help="what it is told"
    )
    given = parser.parse_args(argv)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal may know no box drawing
    command = importlib.import_module(f"noughts.cli.{given.command}")
    try:
        code: int = command.main(given.arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`noughts ... | head`): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
