"""What the commands share: how arguments are read, and refused."""

import argparse
import ast
import math
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise, takewhile
from textwrap import wrap
from typing import Any, NoReturn

from noughts.cli.screen_lines import NARROW, ROOM
from noughts.notation import shown
from noughts.solver.mnk import LARGEST
from noughts.text import clean_line
from noughts.words import LANGUAGES, Words, preferred, words

INTERRUPTED = 130  # what a shell reports for Ctrl-C
MISUSE = 2
SECONDS = 60.0  # a student's first move, all 549,946 positions, takes 5 to 40
ALIKE = 0.7  # of the letters: plya is play, but upload is not
DIGITS = 9  # of a whole number: no limit of ours has more

MINUS = re.compile(r"-\d")  # which begins a number, and no option of ours

# What argparse says, in English and in its own form: the name of our sentence for it.
COMPLAINTS = {
    "choice": r"(?P<name>.+?): invalid choice: (?P<value>.*?) \(choose from (.*)\)",
    "number": r"(?P<name>.+?): invalid (?:int|float) value: (?P<value>.*)",
    "needs": r"(?P<name>.+?): expected .*argument.*",
    "takes_none": r"(?P<name>.+?): ignored explicit argument (?P<value>.*)",
    "excludes": r"(?P<name>.+?): not allowed with argument (?P<other>.*)",
    "missing": r"the following arguments are required: (?P<names>.*)",
    "unknown": r"unrecognized arguments:(?P<values>.*)",
}


def language_of(argv: Sequence[str]) -> str:
    """
    Return the language that is asked for by `--language`, or by the locale.

    Help and refusals are in it, so it is read before argparse reads: as argparse does,
    the last one counts, and behind a `--` nothing is an option.
    """
    language = ""
    for argument, after in pairwise([*takewhile("--".__ne__, argv), ""]):
        name, _, value = argument.partition("=")
        if name == "--language":
            language = value or after
    return language if language in LANGUAGES else preferred()


Metavar = str | tuple[str, ...] | None  # what stands for a value in the help


class Refusal(argparse.ArgumentTypeError):
    """A value that cannot be meant; it becomes a sentence in the person's language."""

    def __init__(self, name: str, **given: object) -> None:
        super().__init__(words()(name, **given))
        self.name, self.given = name, given


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help in the person's language, in as many columns as the terminal has."""

    usage = "usage: "
    options = "OPTIONS"

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Any,
        prefix: str | None = None,
    ) -> None:
        actions = list(actions)
        if usage is None and self._width < NARROW:
            taken = [action for action in actions if not action.option_strings]
            names = [self._format_args(action, action.dest) for action in taken]
            usage = " ".join([self._prog, f"[{self.options}]", *names])
            room = max(self._width - len(self.usage), ROOM)
            lines = wrap(usage, room, break_on_hyphens=False)
            usage = f"\n{' ' * len(self.usage)}".join(lines)
        super().add_usage(usage, actions, groups, prefix or self.usage)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Return the text with its own lines, those that are too long broken."""
        lines = (_broken(line, width) or [""] for line in text.splitlines())
        return "\n".join(indent + part for line in lines for part in line)


def _broken(line: str, width: int) -> list[str]:
    """Return a line in several, each as far from the edge as the first."""
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


class Built(Exception):  # noqa: N818 - it brings a parser, and no trouble
    """A parser, complete, in the place of what it would have read."""


class Parser(argparse.ArgumentParser):
    """Reads a command's arguments; what is wrong with them is one sentence, and 2."""

    reads = True  # or it is only built, and raised

    def __init__(self, command: str, say: Words, **more: Any) -> None:
        class Localised(Formatter):
            usage = say("cli.usage") + " "
            options = say("cli.metavar.OPTIONS")

        prog = f"noughts {command}".rstrip()
        more = {"formatter_class": Localised, "add_help": False, **more}
        # An option has one name: half of one may be another's, in the next version.
        super().__init__(prog=prog, allow_abbrev=False, **more)
        self.suggest_on_error = False  # from Python 3.15 on it would, beside us
        self.say = say
        self._positionals.title = say("cli.arguments")
        self._optionals.title = say("cli.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.help"))
        self.add_argument(
            "--language",
            choices=LANGUAGES,
            metavar="NAME",
            help=say("cli.language", names=", ".join(LANGUAGES)),
        )

    def parse_known_args(self, *given: Any, **more: Any) -> Any:
        if not self.reads:
            raise Built(self)
        for action in self._actions:
            action.metavar = self._in_words(action.metavar)
        args, *rest = given
        self._refuse_nothing(args)
        ordered = self._options_first(self._joined(args))
        return super().parse_known_args(ordered, *rest, **more)

    def _joined(self, args: Sequence[str]) -> list[str]:
        """Return the arguments, with `-5M` as a value: argparse sees an option."""
        joined = list[str]()
        for given in args:
            before = self._option_string_actions.get("".join(joined[-1:]))
            takes_one = before and before.nargs is None and "--" not in joined
            if takes_one and MINUS.match(given) and joined[-1].startswith("--"):
                joined[-1] += f"={given}"
            else:
                joined.append(given)
        return joined

    def _options_first(self, args: list[str]) -> list[str]:
        """Return all else in one piece: argparse gives up what is optional at a gap."""
        if any(action.nargs == argparse.REMAINDER for action in self._actions):
            return args  # what follows is read by another
        options, others = list[str](), list[str]()
        given = iter(args)
        for each in given:
            name, equals, _ = each.partition("=")
            if each == "--":
                others += [each, *given]
            elif option := self._option_string_actions.get(name):
                options.append(each)
                if option.nargs is None and not equals:
                    options.append(next(given, "-"))
                    if options[-1].startswith("-"):
                        return args  # no value, as argparse will say
            else:
                others.append(each)
        return options + others

    def _refuse_nothing(self, args: Sequence[str]) -> None:
        """Refuse a value that is empty: nothing is meant by an unset "$VARIABLE"."""
        for before, given in pairwise(["", *args]):
            option = given.removesuffix("=") if given else before
            if not given or (option != given and option.startswith("--")):
                name = f"{option}: " if option.startswith("-") else ""
                self.error(name + self.say("cli.empty"))

    def _in_words(self, metavar: Metavar) -> Metavar:
        """Return what stands for a value, FILE, in the person's language."""
        name = f"cli.metavar.{metavar}"
        return self.say(name) if name in self.say else metavar

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or version; a full disk is told, which argparse would not do."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        """Leave with one sentence; `--help` tells the rest."""
        self.exit(self.refuse(self.sentence(message)))

    def refuse(self, why: object) -> int:
        """Print what is wrong, and return the exit code."""
        error = why if isinstance(why, Exception) else ValueError(str(why))
        said = clean_line(self.say.message(error))
        print(f"{self.prog}: {said}", file=sys.stderr)
        return MISUSE

    def sentence(self, message: str) -> str:
        """Return a complaint of argparse's in our words; any other as it is."""
        refusal = getattr(sys.exception(), "__context__", None)
        message = message.removeprefix("argument ")
        if isinstance(refusal, Refusal):
            name = message.partition(": ")[0]
            return f"{name}: {self.say(refusal.name, **refusal.given)}"
        for name, pattern in COMPLAINTS.items():
            if found := re.fullmatch(pattern, message, re.DOTALL):
                return self._reworded(name, found.groupdict())
        return message

    def _reworded(self, name: str, found: dict[str, str]) -> str:
        say, guess = self.say, ""
        if names := found.get("names"):
            listed = names.split(", ")
            found["names"] = say.listed(listed)
            return say(f"cli.{name}", n=len(listed), **found)
        if name == "choice":
            choices = self._choices(found["name"])
            found["value"] = str(ast.literal_eval(found["value"]))
            guess = did_you_mean(found["value"], choices, say)
            found |= {"value": shown(found["value"]), "choices": ", ".join(choices)}
        if name == "unknown":
            value = next(iter(found["values"].split()), "''")
            known = self._option_string_actions
            option = value.partition("=")[0]
            if option not in known:
                guess = did_you_mean(option, known, say)
            # Behind a `--` nothing is an option, whatever it is called.
            if option in known or not value.startswith("-"):
                name = "too_many"
            found = {"value": value}
        return say(f"cli.{name}", **found) + guess

    def _choices(self, name: str) -> list[str]:
        """Return what can be chosen for an argument."""
        for action in self._actions:
            if action.choices and name in (
                action.metavar,
                action.dest,
                "/".join(action.option_strings),
            ):
                return [str(choice) for choice in action.choices]
        return []


def built(main: Callable[[Sequence[str]], int], say: Words) -> Parser:
    """Return the parser of a command, which makes it only to read its arguments."""
    Parser.reads = False
    try:
        main(["--language", say.language])
    except Built as found:
        parser: Parser = found.args[0]
        return parser
    finally:
        Parser.reads = True
    raise TypeError(f"{main.__module__} reads no arguments")


def did_you_mean(word: str, known: Iterable[str], say: Words) -> str:
    """Return the end of a sentence: a guess at what was meant, if there is one."""
    names = {name.lstrip("-"): name for name in known}  # dashes are alike in all
    begun = [name for name in names if name.startswith(word.lstrip("-") or "-")]
    close = get_close_matches(word.lstrip("-"), list(names), cutoff=ALIKE)
    found = begun if len(begun) == 1 else close
    meant = names[found[0]] if found and not word.isdecimal() else ""
    return say("cli.did_you_mean", name=meant) if meant else ""


def add_time(parser: Parser) -> None:
    """Add `--time`, the limit for an engine that comes from a file."""
    parser.add_argument(
        "--time",
        metavar="SECONDS",
        type=seconds,
        help=parser.say("cli.time", n=SECONDS),
    )


def engine_time(parser: Parser, given: argparse.Namespace, engine: object) -> float:
    """Return how long an engine may think; refuse a limit where there is no engine."""
    if given.time and not engine:
        parser.error(parser.say("cli.needs_engine", name="--time"))
    return given.time or SECONDS


def refuse_together(
    parser: Parser, given: argparse.Namespace, name: str, *others: str
) -> None:
    """Refuse options that would be passed over beside this one."""
    for other in others if getattr(given, name) else ():
        if getattr(given, other):
            said = {"name": f"--{name}", "other": f"--{other}"}
            parser.error(parser.say("cli.excludes", **said))


def seconds(text: str) -> float:
    """Return a time as a number, if it is one that can pass."""
    try:
        time = float(text)
    except ValueError:
        time = 0
    if not 0 < time < math.inf:
        raise Refusal("cli.seconds", value=shown(text))
    return time


def pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression, if it is one."""
    try:
        return re.compile(text)
    except re.error as error:
        raise Refusal("cli.pattern", value=shown(text), why=error.msg) from None


def size(text: str) -> int:
    """Return a number of rows, of columns, or of marks in a line."""
    return whole_number(text, LARGEST)


def board(text: str) -> tuple[int, int]:
    """Return the rows and columns of a board such as 4x5."""
    rows, _, columns = text.lower().partition("x")
    try:
        return size(rows), size(columns)
    except Refusal:
        raise Refusal("cli.board", value=shown(text), most=LARGEST) from None


def whole_number(text: str, most: int) -> int:
    """Return a number from 1 to the most allowed."""
    if not is_whole(text, 1, most):
        raise Refusal("cli.whole_number", value=shown(text), most=most)
    return int(text)


def is_whole(text: str, least: int, most: int) -> bool:
    """Return whether a text is a whole number within these limits."""
    plain = text.isascii() and text.isdecimal() and len(text) <= DIGITS
    return plain and least <= int(text) <= most
