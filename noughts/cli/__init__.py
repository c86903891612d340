"""The command line: one word, one command, one file beside this one."""

import argparse
import codecs
import importlib
import io
import os
import shutil
import signal
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile

from noughts import __version__
from noughts.cli.options import INTERRUPTED, MISUSE, Parser, did_you_mean, language_of
from noughts.cli.screen_lines import table
from noughts.notation import shown
from noughts.signals import handled
from noughts.text import BYTES, clean_line
from noughts.words import NoughtsError, Words, words

COMMANDS = (
    "window",
    "play",
    "duel",
    "explain",
    "solve",
    "verify",
    "explore",
    "lesson",
    "start",
    "check",
    "rubric",
    "autograder",
    "test-tests",
    "completion",
)
HELP = "help"
# For a terminal that knows only ASCII.
SIGNS = {
    **dict(
        zip(
            "\u2502\u2500\u253c\u251c\u2514\u2501\u2212\u2013\u00b7\u2713\u2717\u21b7",
            "|-+|`#---+x>",
            strict=True,
        )
    ),
    **{"\u2265": ">=", "\u2264": "<=", "\u221e": "inf", "\u2026": "..."},
}


def main(argv: Sequence[str]) -> int:
    """Run a command and return its exit code: 0 fine, 1 findings, 2 misuse."""
    _open_what_is_closed()
    _bear_any_text()
    try:
        with _ended_as_by_ctrl_c():
            return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # the reader has gone (`noughts ... | head`): nothing is wrong
    except NoughtsError as error:
        return _trouble(words(language_of(argv)).message(error), argv)
    except OSError as error:
        _drop_output()
        where = error.filename or "the output"
        return _trouble(f"{where}: {error.strerror or error}", argv)


def _run(argv: Sequence[str]) -> int:
    """Run the command that is asked for, and see that its output is written."""
    say = words(language_of(argv))
    parser = _parser(say)
    try:
        known = (n for n, each in enumerate(argv, 1) if each in (*COMMANDS, HELP))
        end = next(known, len(argv))  # what follows is the command's, a `--` too
        given = parser.parse_args(argv[:end])
        name, arguments = given.command, argv[end:]
        if name == HELP and arguments and arguments[0].startswith("-"):
            # Whatever is wrong with the options, `--help` would come before it.
            first = takewhile(lambda each: each not in COMMANDS, arguments)
            parser.parse_args([*first])
            return _run([*argv[: end - 1], *arguments, "--help"])
        if name == HELP and arguments:
            name, *options = arguments
            if options and not options[0].startswith("-"):
                parser.error(say("cli.too_many", value=shown(options[0])))
            arguments = [*options, "--help"]
        if name in (None, HELP):
            parser.print_help()
            return 0
        if name not in COMMANDS:
            guess = did_you_mean(name, (*COMMANDS, HELP), say)
            parser.error(say("cli.no_command", value=shown(name)) + guess)
        if given.language:
            arguments = ["--language", given.language, *arguments]
        command = importlib.import_module(module_of(name))
        code: int = command.main(arguments)
        return code
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()  # and the code of a command that is done stays as it is


def module_of(name: str) -> str:
    """Return where a command is."""
    return f"noughts.cli.{name.replace('-', '_')}"


def _parser(say: Words) -> Parser:
    width = shutil.get_terminal_size().columns - 2
    rows = {name: say(f"cli.commands.{name}") for name in (*COMMANDS, HELP)}
    parser = Parser(
        "",
        say,
        description=f"{say('cli.about')}\n\n{table(rows, width)}",
        epilog=say("cli.more"),
        usage="noughts [{}] {} ...".format(
            *(say(f"cli.metavar.{name}") for name in ("OPTIONS", "COMMAND"))
        ),
    )
    version = f"noughts {__version__}"
    parser.add_argument(
        "-V", "--version", action="version", version=version, help=say("cli.version")
    )
    told_above = argparse.SUPPRESS
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=told_above)
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, metavar="...", help=told_above
    )
    return parser


def _open_what_is_closed() -> None:
    """Let streams that the shell has closed (`>&-`) lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _bear_any_text() -> None:
    """Let bytes that are not text, and letters that cannot be shown, do no harm."""
    codecs.register_error("nearest", _nearest)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "nearest"),
        (sys.stderr, "nearest"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Return in the place of a letter the one without its accent, or a sign like it."""
    assert isinstance(error, UnicodeEncodeError)
    letter = error.object[error.start]
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    said = SIGNS.get(letter) or BYTES.get(letter) or plain or "?"
    end, more = error.start + 1, len(said) - 1
    # What is longer takes of the blanks behind it, but the last: columns stay in line.
    return said, end + more * error.object.startswith(" " * (more + 1), end)


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Take a request to end (SIGTERM), or a closed terminal (SIGHUP), for Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # A request to ignore one of them (`nohup`) is obeyed.
    ours = [n for n in names if signal.getsignal(signal.Signals[n]) == signal.SIG_DFL]
    with handled(ours, interrupt):
        yield


def _drop_output() -> None:
    """Let what is still to be printed go nowhere, so that Python does not complain."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _trouble(why: str, argv: Sequence[str]) -> int:
    """Say what went wrong here, as the command would, if anybody can hear it."""
    named = (each for each in argv if each in COMMANDS)
    prog = f"noughts {next(named, '')}".rstrip()
    said = words(language_of(argv)).again(why)
    with suppress(OSError):
        print(f"{prog}: {clean_line(said)}", file=sys.stderr)
    return MISUSE
