"""The command line: one word, one command, one file beside this one."""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from noughts import __version__
from noughts.contract import MachineError

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
    _open_what_is_closed()
    try:
        with _ended_as_by_ctrl_c():
            return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # whose reader has gone (`noughts ... | head`): nothing is wrong
        return 0
    except MachineError as error:
        return _trouble(f"{error}")
    except OSError as error:
        _drop_output()
        return _trouble(f"{error.filename or 'the output'}: {error.strerror or error}")


def _run(argv: Sequence[str] | None) -> int:
    """Run the command that is asked for, and see that its output is written."""
    try:
        given = _parser().parse_args(argv)
        if hasattr(sys.stdout, "reconfigure"):
            # A terminal may know no box drawing.
            sys.stdout.reconfigure(errors="replace")
        command = importlib.import_module(f"noughts.cli.{given.command}")
        code: int = command.main(given.arguments)
        return code
    finally:
        sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
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
    return parser


def _open_what_is_closed() -> None:
    """Let streams that the shell has closed (`>&-`) lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Take a request to end (SIGTERM), or a closed terminal (SIGHUP), for Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    names = ("SIGTERM", "SIGHUP")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # Who has told us to ignore one of them (`nohup`) is obeyed.
    ours = [kind for kind in known if signal.getsignal(kind) == signal.SIG_DFL]
    with suppress(ValueError):  # not the main thread: signals are somebody else's
        for kind in ours:
            signal.signal(kind, interrupt)
    try:
        yield
    finally:
        with suppress(ValueError):
            for kind in ours:
                signal.signal(kind, signal.SIG_DFL)


def _drop_output() -> None:
    """Let what is still to be printed go nowhere, so that Python does not complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _trouble(why: str) -> int:
    """Say what went wrong here, if anybody can hear it."""
    with suppress(OSError):
        print(f"noughts: error: {why}", file=sys.stderr)
    return 2
