"""`noughts check`: judge a student's file, or a class, on every position."""

import argparse
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from textwrap import fill
from typing import Any

from noughts import files, notebook
from noughts.checker.asking import AWAITED, Effort, Stage
from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record
from noughts.checker.reports import console, html, junit, templates
from noughts.checker.rubric import DEFAULT, Rubric, load, shipped
from noughts.checker.source_text import is_text
from noughts.classroom.file_judge import FileJudge
from noughts.cli import check_class
from noughts.cli.parser import Parser
from noughts.cli.parser import path as path_type
from noughts.cli.places import (
    GivenPath,
    given_to,
    refuse_overwriting,
    refuse_unwritable,
    rubric_place,
)
from noughts.cli.screen import Progress, bar
from noughts.cli.watching import AWAY, SavedAgainError, Watcher, saves
from noughts.contract import FILE_NAME, largest, no_file
from noughts.look.ansi import shows_colours
from noughts.sandbox.modules import files_beside, modules_beside
from noughts.sandbox.stand_ins import with_stand_ins
from noughts.text import clean_line, quoted
from noughts.words import Refused, Words

PROGRAMS = ("", ".py", ".pyw", ".ipynb", ".txt")  # how a program's name may end
YEAR = 365 * 86_400  # seconds
THOROUGH = Effort(600.0, 600.0, start=600.0, budget=inf, computing=YEAR)


def run(given: argparse.Namespace) -> int:
    """Check a file or a class; return 0 if all is right, 1 if not."""
    parser, path, rubric = given.parser, Path(given.file), load(given.rubric)
    effort = THOROUGH if given.thorough else Effort()
    if (path / FILE_NAME).is_file() and not given.output:
        path = path / FILE_NAME  # one hand-in, not a class
    many = path.is_dir() or path.name.casefold().endswith(".zip")
    if (many or given.html) and not templates.available():
        raise Refused("check.no_jinja")
    if many:
        check_class.refuse_mixtures(given, ONE_FILE)
        check_class.refuse_overwriting(given)
        judge = FileJudge(
            rubric, tuple(given.functions), replace(effort, processes=1), given.allow
        )
        return check_class.check(path, judge, given)
    if not path.is_file():
        raise no_file(path)
    check_class.refuse_class_options(given)
    try:
        source = _source(path)
        known = path.suffix.casefold() in PROGRAMS
        if not known or not is_text(notebook.program(source)):
            raise Refused("check.not_python", path=path)
    except OSError as error:
        raise Refused("check.uncheckable", file=path, why=error.strerror) from error
    if reports := list(given_to(given, *REPORTS)):
        refuse_unwritable(reports)
        refuse_overwriting(_read(path, source, given), reports)
    if not given.watch:
        return _check(path, source, rubric, effort, given, parser)[1]

    def tell(name: str) -> None:
        print(parser.say(f"report.{name}", path=path), file=sys.stderr)

    before: Record | None = None
    for _ in saves(path, gone=lambda: tell("gone")):  # until Ctrl-C
        with suppress(SavedAgainError):
            record, _ = _check(path, None, rubric, effort, given, parser, before)
            before = before if record.refusal else record  # the last that was judged
            tell("watching")
    return 0


def _read(path: Path, source: bytes, given: argparse.Namespace) -> list[GivenPath]:
    """Return what is read to judge one file: it, its own modules, and the rubric."""
    files = [path, *files_beside(path, notebook.program(source))]
    return [
        *(GivenPath(file, str(file)) for file in files),
        *rubric_place(given, shipped()),
    ]


def _source(path: Path) -> bytes:
    """Return what is in a file; of one that is too large, enough to see that."""
    with path.open("rb") as file:
        return file.read(largest(path.name) + 1)


def _check(
    path: Path,
    source: bytes | None,
    rubric: Rubric,
    effort: Effort,
    given: argparse.Namespace,
    parser: Parser,
    before: Record | None = None,
) -> tuple[Record, int]:
    """
    Check a file and tell what came of it, what changed since the last save first.

    The file is read once, unless it was before: all that is judged is of one save.
    """
    line, meter = Progress(given.quiet), Meter(parser.say)
    watcher = Watcher(path, before, parser.say) if given.watch else None

    def show(lines: Sequence[str]) -> None:
        line.clear()
        if not (given.json or given.quiet):
            columns = shutil.get_terminal_size().columns
            print(*(fill(each, columns) for each in lines), sep="\n", flush=True)

    def progress(what: str, done: int, total: int) -> None:
        if watcher:
            watcher.step(what, show)
        meter.tell(line, what, done, total)

    try:
        source = _source(path) if source is None else source
        program = notebook.program(source)
        record = check_file(
            path,
            rubric=rubric,
            functions=given.functions,
            effort=effort,
            progress=progress,
            modules=with_stand_ins(given.allow, program, modules_beside(path, program)),
            watched=watcher.checks if watcher else None,
            source=source,
        )
    except OSError as error:
        if watcher and isinstance(error, AWAY):
            raise SavedAgainError from None  # an editor is about to put another there
        raise Refused("check.uncheckable", file=path, why=error.strerror) from error
    finally:
        line.clear()
    try:
        _write(record, given, parser.say.language)
    except OSError as error:
        parts = {"output": error.filename, "why": error.strerror}
        raise Refused("cli.unwritable", **parts) from error
    if watcher and (rest := watcher.rest(record)):
        show(rest)
    _print(record, path, given, parser.say.language)
    return record, 0 if record.right else 1


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.description = say("check.about")
    parser.epilog = say("check.exit_code")
    rubrics = {"names": ", ".join(shipped()), "default": DEFAULT}

    def option(name: str, **more: Any) -> None:
        said = say(f"check.help.{name}", file=FILE_NAME, **rubrics)
        flag = name if name == "file" else f"--{name}"
        parser.add_argument(flag, help=said, **more)

    option("file", metavar="FILE", nargs="?", type=path_type, default=FILE_NAME)
    option("rubric", default=DEFAULT, metavar="FILE")
    option("functions", type=_functions, default=FUNCTIONS, metavar="NAMES")
    option("allow", type=_modules, default=(), metavar="NAMES")
    for name in ("thorough", "quiet", "json"):
        option(name, action="store_true")
    for name in REPORTS:
        option(name, type=path_type, metavar="FILE")
    option("watch", action="store_true")
    check_class.add_options(parser)


ONE_FILE = ["json", "watch", "html", "junit"]
REPORTS = {
    "html": html.report,
    "junit": junit.report,
}


def _modules(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not name.isidentifier():
            raise Refused("check.not_a_module", value=quoted(name))
    return names


def _functions(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in FUNCTIONS:
            known = ", ".join(FUNCTIONS)
            raise Refused("check.not_a_function", value=quoted(name), names=known)
    return names


def _write(record: Record, given: argparse.Namespace, language: str) -> None:
    for name, report in REPORTS.items():
        path: Path | None = getattr(given, name)
        if path:
            page = report(record, language)
            files.write_whole(path, page.encode("utf-8", "replace"))


def _print(
    record: Record, path: Path, given: argparse.Namespace, language: str
) -> None:
    if given.json:
        print(record.to_json())
    elif given.quiet:
        print(console.quiet(record, language), end="")
    else:
        told = console.report(
            record,
            colour=shows_colours(sys.stdout),
            width=shutil.get_terminal_size().columns,
            language=language,
            path=clean_line(str(path)),
        )
        print(told, end="")


# How far each round begins and ends, in percent: what takes long has most of the room.
STAGES: dict[str, tuple[int, int]] = {
    Stage.FILE: (0, 2),
    Stage.SAMPLE: (2, 6),
    Stage.RULES: (6, 30),
    Stage.MINIMAX: (30, 85),
    Stage.BARE: (85, 92),
    Stage.EXAMPLES: (92, 94),
    Stage.SEARCH: (94, 96),
    Stage.CAUSE: (96, 99),
}
AGAIN = (30, 40)  # a function, with right ones in the place of those that fail


class Meter:
    """How far the checking has come: it never goes back, and repeats nothing."""

    def __init__(self, say: Words) -> None:
        self.say, self.most, self.said = say, 0, ""

    def tell(self, line: Progress, what: str, done: int, total: int) -> None:
        """Show the step, if that says anything new."""
        function, _, more = what.partition(" ")
        if more != AWAITED:
            begin, end = STAGES.get(what, AGAIN)
            self.most = max(self.most, begin + (end - begin) * done // max(total, 1))
        step = what.replace(" ", "_") if what in STAGES else more
        named = self.say(f"check.step.{step}", function=function)
        said = f"{bar(self.most, 100)} {self.most:3} % {named}"
        if said != self.said:
            self.said = said
            line.show(said)
