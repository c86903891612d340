"""One argparse tree for all commands, in the user's language."""

import argparse
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from itertools import product
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn

from noughts.solver.mnk import LARGEST
from noughts.texts import LANGUAGES, Refused, Words, preferred_language, words
from noughts.texts.safe_text import clean_line, quoted
from noughts.version import __version__

COMMANDS = (
    "window",
    "play",
    "duel",
    "explain",
    "solve",
    "verify",
    "explore",
    "start",
    "check",
    "rubric",
    "autograder",
    "grade-tests",
)
MISUSE = 2
INTERRUPTED = 130  # the exit code for Ctrl-C
ANSWER_SECONDS = 60.0  # plain Minimax takes 5 to 40 for its first move
SIMILAR = 0.7  # "plya" suggests "play"; "upload" does not

# argparse translates its texts with gettext. These are the keys of our versions.
TEXTS = {
    "usage: ": "cli.usage",
    "positional arguments": "cli.arguments",
    "options": "cli.options",
    "show this help message and exit": "cli.help",
    "argument %(argument_name)s: %(message)s": "cli.about_argument",
    "the following arguments are required: %s": "cli.required",
    "expected one argument": "cli.needs_value",
    "ignored explicit argument %r": "cli.takes_no_value",
    "not allowed with argument %s": "cli.not_with",
    "invalid %(type)s value: %(value)r": "cli.invalid",
}


def language_of(argv: Sequence[str]) -> str:
    """Return the output language: `--language`, or else the system's."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--language", nargs="?")
    language: str | None = first.parse_known_args(argv)[0].language
    return language if language in LANGUAGES else preferred_language()


@contextmanager
def argparse_in(say: Words) -> Iterator[None]:
    """Let argparse, which has one language for all its parsers, speak this one."""

    def translated(text: str) -> str:
        return say.table[TEXTS[text]] if text in TEXTS else text

    before = argparse._  # type: ignore[attr-defined]
    argparse._ = translated  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]


class Formatter(argparse.HelpFormatter):
    """Wraps each line of a description separately, which keeps paragraphs."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(fill(line, width) for line in text.splitlines())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, with a suggestion if possible."""

    def __init__(self, say: Words, section: str = "cli", **options: Any) -> None:
        self.say = say
        self.section = section  # of the sentences of this command
        with argparse_in(say):
            super().__init__(
                allow_abbrev=False,  # a later option could make one ambiguous
                formatter_class=Formatter,
                **options,
            )
        self.suggest_on_error = False  # ours replaces that of Python 3.15
        self.add_argument(
            "--language",
            choices=LANGUAGES,
            metavar="NAME",
            default=argparse.SUPPRESS,
            help=self.say("cli.language", names=", ".join(LANGUAGES)),
        )

    def option(
        self,
        *names: str,
        group: argparse._ArgumentGroup | None = None,
        parts: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> None:
        """Add an argument; its help text is `COMMAND.help.NAME`, filled with parts."""
        about = self.say(
            f"{self.section}.help.{names[-1].lstrip('-')}", **(parts or {})
        )
        (group or self).add_argument(*names, help=about, **how)

    def flag(self, name: str, group: argparse._ArgumentGroup | None = None) -> None:
        """Add an option without a value."""
        self.option(name, group=group, action="store_true")

    def time(self) -> None:
        """Add `--time`, the time limit of an engine in a file."""
        about = self.say("cli.time", n=ANSWER_SECONDS)
        how: dict[str, Any] = {"metavar": "SECONDS", "type": seconds}
        self.add_argument("--time", default=ANSWER_SECONDS, help=about, **how)

    def parse_known_args(self, *given: Any, **how: Any) -> Any:
        """Parse, with errors and help in this language."""
        with argparse_in(self.say):
            return super().parse_known_args(*given, **how)

    def format_help(self) -> str:
        """Return the help, in this language."""
        with argparse_in(self.say):
            return super().format_help()

    def _get_value(self, action: argparse.Action, text: str) -> Any:
        """Keep our own error sentence, which argparse would replace."""
        try:
            return super()._get_value(action, text)
        except argparse.ArgumentError as error:
            if isinstance(error.__context__, Refused):
                error.message = self.say.message(error.__context__)
            raise

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not among the choices, and suggest one."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            suggestion = suggest(str(value), names, self.say)
            if isinstance(action, argparse._SubParsersAction):
                self.error(self.say("cli.no_command", value=value) + suggestion)
            parts = {"value": quoted(value), "choices": ", ".join(names)}
            why = self.say("cli.one_of", **parts) + suggestion
            raise argparse.ArgumentError(action, why)

    def place_rest(self, args: argparse.Namespace, rest: Sequence[str]) -> None:
        """Take the board after an option; refuse the first other unparsed argument."""
        board = getattr(args, "board", None)
        if isinstance(board, list) and not any(each[:1] == "-" for each in rest):
            board += rest  # newer versions of argparse do that themselves
        elif rest:
            option = rest[0].partition("=")[0]
            if not option.startswith("-") or option in self._option_string_actions:
                self.error(self.say("cli.too_many", value=rest[0]))
            names = self._option_string_actions
            suggestion = suggest(option, names, self.say)
            self.error(self.say("cli.unknown", value=option) + suggestion)

    def error(self, message: str) -> NoReturn:
        """Exit with one sentence; point to the help unless it is about one value."""
        if not isinstance(sys.exception(), argparse.ArgumentError):
            message += f" ({self.say('cli.see_help', prog=self.prog)})"
        self.exit(MISUSE, f"{self.prog}: {clean_line(message)}\n")


def build(say: Words | None = None, argv: Sequence[str] = COMMANDS) -> Parser:
    """Return the parser of all commands; import only those named in argv."""
    if say is None:  # shtab, which completes commands in a shell, passes nothing
        say = words()
    root = Parser(
        say, prog="noughts", description=say("cli.about"), epilog=say("cli.more")
    )
    root.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"noughts {__version__}",
        help=say("cli.version"),
    )
    group = root.add_subparsers(metavar="COMMAND", title=say("cli.list"))
    for name in COMMANDS:
        module = name.replace("-", "_")
        about = say(f"cli.commands.{name}")
        parser = group.add_parser(name, help=about, say=say, section=module)
        if name in argv:
            command = import_module(f"noughts.cli.{module}")
            parser.description = say(f"{module}.about")
            command.add(parser, say)
            parser.set_defaults(run=command.run, parser=parser, say=say)
    return root


def suggest(word: str, known: Iterable[str], say: Words) -> str:
    """Return "; did you mean ...?" if there is a similar name."""
    names = {name.lstrip("-"): name for name in known}
    close = get_close_matches(word.lstrip("-"), names, cutoff=SIMILAR)
    return say("cli.did_you_mean", name=names[close[0]]) if close else ""


# --- Values ------------------------------------------------------------------


def path(text: str) -> Path:
    """Return a path; refuse an empty one, usually an unset variable."""
    if not text:
        raise Refused("cli.empty")
    return Path(text)


def seconds(text: str) -> float:
    """Return a time above 0."""
    try:
        time = float(text)
    except ValueError:
        time = 0
    if not 0 < time < math.inf:
        raise Refused("cli.seconds", value=quoted(text))
    return time


def pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression."""
    try:
        return re.compile(text)
    except re.error as error:
        raise Refused("cli.pattern", value=quoted(text), why=error.msg) from None


def whole_number(text: str, most: int, least: int = 1) -> int:
    """Return a number within its limits."""
    if text not in map(str, range(least, most + 1)):
        limits = {"least": str(least), "most": str(most)}
        raise Refused("cli.whole_number", value=quoted(text), **limits)
    return int(text)


def size(text: str) -> int:
    """Return a number of rows, columns or marks in a line."""
    return whole_number(text, LARGEST)


def board_size(text: str) -> tuple[int, int]:
    """Return the rows and columns of a board such as 4x5."""
    rows, _, columns = text.lower().partition("x")
    try:
        return size(rows), size(columns)
    except Refused:
        raise Refused("cli.board", value=quoted(text), most=LARGEST) from None


# --- Checks on arguments, made before the work starts -------------------------


def refuse_together(args: argparse.Namespace, name: str, *others: str) -> None:
    """Refuse options that cannot be combined with this one."""
    for other in others if getattr(args, name) else ():
        if getattr(args, other):
            raise Refused("cli.together", name=f"--{name}", other=f"--{other}")


def refuse_overwriting(reads: Iterable[Path], writes: Iterable[Path]) -> None:
    """Refuse outputs that overwrite an input or a submission."""
    for source, output in product(reads, writes):
        if source.is_dir() and _holds(source, output):
            raise Refused("cli.inside", output=output, input=source)
        if _holds(output, source):
            raise Refused("cli.overwriting", output=output, input=source)


def refuse_unwritable(path: Path) -> None:
    """Refuse a path that cannot be written."""
    if path.is_dir() or not path.parent.is_dir():
        what = "is_folder" if path.is_dir() else "no_folder"
        raise Refused(f"cli.{what}", output=path)


def _holds(folder: Path, path: Path) -> bool:
    """Return whether a path is the folder or inside it."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
