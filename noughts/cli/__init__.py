"""The command line: a command is a module with `add(parser, say)` and `run(args)`."""

import io
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

from noughts.cli.parser import INTERRUPTED, MISUSE, Parser, build, language_of
from noughts.texts import NoughtsError, words
from noughts.texts.safe_text import clean_line


def main(argv: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 fine, 1 findings, 2 misuse."""
    _accept_any_text()
    parser = build(words(language_of(argv)), argv)
    _treat_as_interrupt()
    try:
        return _run(parser, argv)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # as in `noughts ... | head`
        _discard_output()
        return 0


def _run(parser: Parser, argv: Sequence[str]) -> int:
    """Run the command; print an error as one sentence."""
    say = parser.say
    try:
        args, rest = parser.parse_known_args(argv)
        parser = getattr(args, "parser", parser)
        parser.place_rest(args, rest)
        code = 0
        if hasattr(args, "run"):
            code = args.run(args)
        else:
            parser.print_help()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        raise
    except NoughtsError as error:
        why = say.message(error)
    except OSError as error:
        why = f"{error.filename or say('cli.output')}: {say.system_error(error)}"
        if not error.filename:
            _discard_output()
    with suppress(OSError):
        print(f"{parser.prog}: {clean_line(why)}", file=sys.stderr)
    return MISUSE


def _accept_any_text() -> None:
    """Never fail on undecodable input or unprintable output."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _treat_as_interrupt() -> None:
    """Treat SIGTERM and SIGHUP as Ctrl-C, unless they are ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _discard_output() -> None:
    """Discard buffered output, so that Python does not complain at exit."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
