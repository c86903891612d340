"""`noughts grade-tests COMMAND`: the faults that a test suite misses."""

import os
import shlex
import subprocess
import sys
import tempfile
from argparse import Namespace
from pathlib import Path
from re import Pattern
from typing import NamedTuple

from noughts.checker.mistakes import made
from noughts.checker.mistakes.made import FaultyEngine
from noughts.cli.parser import Parser, pattern, refuse_together, seconds
from noughts.cli.screen import filled
from noughts.game.contract import FILE_NAME
from noughts.sandbox.process import run_to_end
from noughts.texts import Refused, Words
from noughts.texts.safe_text import SENTENCE
from noughts.texts.said import Said
from noughts.theme import SIGNS

PLACES = ("{file}", "{folder}")
SUITE_SECONDS = 120.0
NO_ENGINE = 'raise ImportError("this is no engine")\n'


class Suite(NamedTuple):
    """A test suite: a command, and how to read its result."""

    command: list[str]
    seconds: float
    fails: Pattern[str] | None

    def objection(self, source: str) -> Refused | None:
        """Return why the suite fails an engine, or None if it passes."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / FILE_NAME
            file.write_text(source, "utf-8")
            words = (word.replace("{file}", str(file)) for word in self.command)
            paths = filter(None, [folder, os.environ.get("PYTHONPATH")])
            try:
                run = run_to_end(
                    [word.replace("{folder}", folder) for word in words],
                    self.seconds,
                    env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
                    stdin=subprocess.DEVNULL,
                    stderr=subprocess.STDOUT,
                )
            except subprocess.TimeoutExpired:  # it has noticed something
                return Refused("grade_tests.right_late", n=self.seconds)
        output = run.stdout.decode("utf-8", "replace")
        found = self.fails and self.fails.search(output)
        if run.returncode == 0 and not found:
            return None
        last = output.strip().rpartition("\n")[2]
        text = (found and found[0].strip()) or last
        said = repr(text[:SENTENCE]) if text else Said("grade_tests.silent")
        return Refused("grade_tests.right_refused", code=run.returncode, said=said)


def add(parser: Parser, _: Words) -> None:
    """Add the arguments."""
    parser.option("command", metavar="COMMAND", nargs="?")
    parser.option("--fails", metavar="REGEX", type=pattern)
    parser.option("--time", parts={"n": SUITE_SECONDS}, metavar="SECONDS", type=seconds)
    parser.flag("--list")


def run(args: Namespace) -> int:
    """Run a test suite; return 0 if it notices every fault, 1 if not."""
    say = args.say
    if args.list:
        refuse_together(args, "list", "fails", "time")
        if args.command:
            raise Refused("cli.too_many", value=args.command)
        print(*(_line(each, say) for each in made.faulty_engines()), sep="\n")
        return 0
    suite = Suite(_split(args), args.time or SUITE_SECONDS, args.fails)
    if why := suite.objection(made.correct_engine()):
        raise why
    if not suite.objection(NO_ENGINE):
        raise Refused("grade_tests.passes_all")
    engines, missed = made.faulty_engines(), list[str]()
    for engine in engines:
        noticed = suite.objection(engine.source)
        missed += [] if noticed else [engine.name]
        sign = SIGNS["passed" if noticed else "failed"]
        print(sign, _line(engine, say), flush=sys.stdout.isatty())
    n = len(engines) - len(missed)
    print(filled(say("grade_tests.noticed", n=n, noticed=n, total=len(engines))))
    if missed:
        names = say.listed(missed)
        print(filled(say("grade_tests.let_pass", n=len(missed), names=names)))
    return 1 if missed else 0


def _split(args: Namespace) -> list[str]:
    """Return the command as a list; refuse one that does not name the file."""
    if not args.command:
        args.parser.error(args.say.table["cli.required"] % "COMMAND")
    if not any(place in args.command for place in PLACES):
        raise Refused("grade_tests.no_file", command=repr(args.command))
    try:
        return shlex.split(args.command)
    except ValueError as error:
        raise Refused("refusal.about", path=repr(args.command), why=error) from error


def _line(engine: FaultyEngine, say: Words) -> str:
    title = say(f"mistakes.{engine.name}.title")
    return f"{engine.name:<26} {engine.function}: {title}"
