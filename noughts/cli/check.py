"""`noughts check`: judge a student's file, or a class, on every position."""

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path

from noughts import disk
from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.checker.record import Record, to_json
from noughts.checker.reports import gradescope, html, junit, templates, terminal
from noughts.checker.rubric import DEFAULT, Rubric, RubricError, load, shipped
from noughts.checker.saves import saves
from noughts.classroom.beside import own_modules, stand_ins
from noughts.classroom.run import Standard
from noughts.cli import check_class
from noughts.cli.options import Parser, Progress, bar, language_of
from noughts.contract import no_file
from noughts.look.ansi import shows_colours
from noughts.words import words

THOROUGH = Effort(answer=600.0, rule=600.0, budget=inf)


def main(argv: Sequence[str] | None = None) -> int:
    """Check a file or a class; return 0 if all is right, 1 if not, 2 for misuse."""
    parser = _parser(argv)
    given = parser.parse_args(argv)
    path = Path(given.file)
    try:
        rubric = load(given.rubric)
    except RubricError as error:
        parser.error(str(error))
    effort = THOROUGH if given.thorough else Effort()
    many = path.is_dir() or path.suffix.casefold() == ".zip"
    if (many or given.html) and not templates.available():
        parser.error(templates.MISSING)
    if many:
        check_class.refuse_mixtures(parser, given, ONE_FILE)
        standard = Standard(
            rubric, tuple(given.functions), replace(effort, processes=1), given.allow
        )
        return check_class.check(path, standard, given)
    check_class.refuse_class_options(parser, given)
    if not path.is_file():
        parser.error(no_file(path))
    if not given.watch:
        return _check(path, rubric, effort, given, parser)
    with suppress(KeyboardInterrupt):
        for _ in saves(path):
            _check(path, rubric, effort, given, parser)
            print(f"Watching {path}; Ctrl-C ends it.", file=sys.stderr)
    return 0


def _check(
    path: Path,
    rubric: Rubric,
    effort: Effort,
    given: argparse.Namespace,
    parser: argparse.ArgumentParser,
) -> int:
    """Check a file and tell what came of it."""
    line = Progress(given.quiet)
    try:
        record = check_file(
            path,
            rubric=rubric,
            functions=given.functions,
            effort=effort,
            progress=lambda *step: line.show(_progress(*step)),
            modules=stand_ins(given.allow) | _beside(path),
        )
    except OSError as error:
        parser.error(f"{path}: cannot be checked: {error.strerror}")
    line.clear()
    try:
        _write(record, given)
    except OSError as error:
        parser.error(f"{error.filename}: cannot be written: {error.strerror}")
    _print(record, given)
    return 0 if record.right else 1


def _beside(path: Path) -> dict[str, str]:
    """Return the student's own modules, in the same folder, that a file imports."""
    files = {
        each.stem: each.read_bytes
        for each in path.parent.glob("*.py")
        if each.name != path.name and each.is_file()
    }
    return own_modules(path.read_bytes(), files)


def _parser(argv: Sequence[str] | None) -> Parser:
    parser = Parser(
        "check",
        words(language_of(argv)),
        description="Judge a student's tictactoe.py, or those of a whole class, on all "
        "5,478 positions. Their code runs in a sandbox.",
        epilog="Exit code: 0 if all is right, 1 if not, 2 for misuse.",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the file, or a folder or .zip of a whole class")
    add(
        "--rubric",
        default=DEFAULT,
        metavar="FILE",
        help=f"points per check: a TOML file, or one of {', '.join(shipped())} "
        f"(default: {DEFAULT})",
    )
    add(
        "--functions",
        type=_functions,
        default=FUNCTIONS,
        metavar="NAMES",
        help="check only these, such as player,actions",
    )
    add(
        "--allow",
        type=_modules,
        default=(),
        metavar="NAMES",
        help="judge what does not need these modules, such as numpy, all the same",
    )
    add("--thorough", action="store_true", help="take all the time that it needs")
    add("--quiet", action="store_true", help="print one line")
    add("--json", action="store_true", help="print the whole record as JSON")
    for name, what in FILES.items():
        add(f"--{name}", type=Path, metavar="FILE", help=f"write {what}")
    add("--watch", action="store_true", help="check again whenever the file is saved")
    check_class.add_options(parser)
    return parser


FILES = {
    "html": "a page",
    "junit": "JUnit XML",
    "gradescope": "results.json for Gradescope",
}
ONE_FILE = ["json", "watch", *FILES]
REPORTS = {
    "html": html.report,
    "junit": junit.report,
    "gradescope": gradescope.report,
}


def _modules(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if not name.isidentifier():
            raise argparse.ArgumentTypeError(f"{name!r} is not the name of a module")
    return names


def _functions(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in FUNCTIONS:
            raise argparse.ArgumentTypeError(
                f"{name!r} is not a function of the assignment: {', '.join(FUNCTIONS)}"
            )
    return names


def _write(record: Record, given: argparse.Namespace) -> None:
    for name, report in REPORTS.items():
        path: Path | None = getattr(given, name)
        if path:
            disk.write_whole(path, report(record).encode("utf-8", "replace"))


def _print(record: Record, given: argparse.Namespace) -> None:
    if given.json:
        print(json.dumps(to_json(record), indent=2, ensure_ascii=False))
    elif given.quiet:
        print(terminal.quiet(record), end="")
    else:
        columns = shutil.get_terminal_size().columns
        colour = shows_colours(sys.stdout)
        print(terminal.report(record, colour=colour, width=columns), end="")


def _progress(what: str, done: int, total: int) -> str:
    """Return how far the checking has come."""
    return f"{bar(done, total)} {100 * done // total:3} % {what}"
