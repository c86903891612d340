"""`noughts check`: judge a student's file, or a class, on every position."""

import os
import shutil
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from hashlib import sha256
from math import inf
from pathlib import Path

from noughts import files
from noughts.api import chosen_functions
from noughts.checker import check_file
from noughts.checker.asking import Effort, UnjudgedError
from noughts.checker.own_search.calls import UnreadableError
from noughts.checker.own_search.wrong_board import FirstWrong
from noughts.checker.record import Check, Record
from noughts.checker.relay import standing
from noughts.checker.reports import console, html, junit
from noughts.checker.reports.wording import changes
from noughts.checker.rubric import DEFAULT, Rubric, load, shipped
from noughts.checker.source_text import is_text
from noughts.checker.trace_file import trace_in_sandbox
from noughts.classroom.file_judge import FileJudge
from noughts.cli import check_class
from noughts.cli.parser import Parser, refuse_overwriting, refuse_unwritable
from noughts.cli.parser import path as path_type
from noughts.cli.screen import Progress, bar, filled
from noughts.game.board import key_of
from noughts.game.contract import FILE_NAME, FUNCTIONS, PROGRAMS, largest, no_file
from noughts.game.notation import parse_board
from noughts.sandbox import notebook
from noughts.sandbox.modules import files_beside, modules_beside
from noughts.texts import Refused, Words
from noughts.texts.safe_text import clean_line
from noughts.theme.ansi import pen_for

YEAR = 365 * 86_400  # seconds
THOROUGH = Effort(600.0, 600.0, start=600.0, budget=inf, computing=YEAR)
REPORTS = ("html", "junit")
ONE_FILE = ("json", "watch", *REPORTS)  # options that do not apply to a class
LONGEST_NAME = max(map(len, FUNCTIONS))
PAUSE = 0.2  # seconds between polls of a watched file


def add(parser: Parser, say: Words) -> None:
    """Add the arguments."""
    parser.epilog = say("check.exit_code")
    file, parts = Path(FILE_NAME), {"file": FILE_NAME}
    option, flag = parser.option, parser.flag
    option("file", parts=parts, metavar="FILE", nargs="?", type=path_type, default=file)
    rubrics = {"names": ", ".join(shipped()), "default": DEFAULT}
    option("--rubric", parts=rubrics, default=DEFAULT, metavar="FILE")
    option("--functions", type=_functions, default=FUNCTIONS, metavar="NAMES")
    for name in ("--thorough", "--quiet", "--json"):
        flag(name)
    for name in REPORTS:
        option(f"--{name}", type=path_type, metavar="FILE")
    flag("--watch")
    check_class.add_options(parser)


def _functions(text: str) -> tuple[str, ...]:
    return chosen_functions([name.strip() for name in text.split(",")])


def run(args: Namespace) -> int:
    """Check a file or a class; return 0 if all is right, 1 if not."""
    path, rubric = args.file, load(args.rubric)
    effort = THOROUGH if args.thorough else Effort()
    if (path / FILE_NAME).is_file() and not args.output:
        path = path / FILE_NAME  # one hand-in, not a class
    many = path.is_dir() or path.name.casefold().endswith(".zip")
    if (many or args.html) and not html.available():
        raise Refused("check.no_jinja")
    if many:
        _refuse(args, ONE_FILE, "check.for_one")
        check_class.refuse_mixtures(args)
        judge = FileJudge(rubric, args.functions, effort)
        return check_class.check(path, judge, args)
    if not path.is_file():
        raise no_file(path)
    _refuse(args, (*check_class.NEEDED, *check_class.OTHERS), "check.for_class")
    source = read(path)
    program = notebook.program(source)
    if path.suffix.casefold() not in PROGRAMS or not is_text(program):
        raise Refused("check.not_python", path=path)
    reports = [getattr(args, name) for name in REPORTS if getattr(args, name)]
    for report in reports:
        refuse_unwritable(report)
    beside = files_beside(path, program)
    refuse_overwriting([path, *beside, Path(args.rubric)], reports)
    if args.watch:
        return watch(path, rubric, effort, args)
    record = judge_file(path, source, rubric, effort, args)
    show(record, path, args)
    return 0 if record.right else 1


def _refuse(args: Namespace, names: Iterable[str], key: str) -> None:
    """Refuse the options for a class if there is one file, or the other way round."""
    for name in names:
        if getattr(args, name):
            raise Refused(key, name=name, file=args.file)


def read(path: Path) -> bytes:
    """Return the content of a file, up to one byte more than the limit."""
    with path.open("rb") as file:
        return file.read(largest(path.name) + 1)


def judge_file(
    path: Path, source: bytes, rubric: Rubric, effort: Effort, args: Namespace
) -> Record:
    """Return the record of a file, showing progress meanwhile."""
    say, stamp = args.say, _stamp(path)
    watched: dict[str, list[Check]] = {}
    with Progress(args.quiet) as line, _telling_what_is_known(watched, args):

        def progress(function: str, done: int, total: int) -> None:
            if args.watch and _stamp(path) != stamp:
                raise CancelledError
            step = f"check.step.{function}"
            named = say(step) if step in say else function
            left = total - done
            asking = say("check.asking", what=named, left=left, all=total, n=left)
            line.show(f"{bar(done, max(total, 1))} {asking}")

        def tell(check: Check) -> None:
            if line.live and not args.json:
                line.clear()
                print(_first_wrong(check, say), file=sys.stderr, flush=True)

        program = notebook.program(source)
        return check_file(
            path,
            rubric=rubric,
            functions=args.functions,
            effort=effort,
            progress=progress,
            modules=modules_beside(path, program),
            source=source,
            tell=tell,
            watched=watched,
        )


@contextmanager
def _telling_what_is_known(
    checks: Mapping[str, list[Check]], args: Namespace
) -> Iterator[None]:
    """If Ctrl-C ends a check, print what is known so far, and that it is incomplete."""
    try:
        yield
    except KeyboardInterrupt:
        if not (args.json or args.quiet):
            print(f"\n{_known(checks, args)}", flush=True)
        raise


def _known(checks: Mapping[str, list[Check]], args: Namespace) -> str:
    """Return the verdict on each function that was judged, as text."""
    known = standing(checks)
    lines = [filled(args.say("check.so_far.stopped"))]
    for name in args.functions:
        verdict = args.say(f"check.so_far.{known.get(name, 'unknown')}")
        lines.append(f"  {name:<{LONGEST_NAME}}  {verdict}")
    return "\n".join(lines)


def _first_wrong(check: Check, say: Words) -> str:
    """Return the first wrong answer as text for stderr."""
    return console.first_wrong(
        check,
        colour=pen_for(sys.stderr).colour,
        width=shutil.get_terminal_size().columns,
        language=say.language,
    )


def show(record: Record, path: Path, args: Namespace) -> None:
    """Write the requested reports, and print one."""
    language = args.say.language
    if args.html:
        page = html.report(record, language, first_wrong_of_search(record, path))
        files.write_whole(args.html, page.encode("utf-8", "replace"))
    if args.junit:
        page = junit.report(record, language)
        files.write_whole(args.junit, page.encode("utf-8", "replace"))
    if args.json:
        print(record.to_json())
    elif args.quiet:
        print(console.quiet(record, language), end="")
    else:
        text = console.report(
            record,
            colour=pen_for(sys.stdout).colour,
            width=shutil.get_terminal_size().columns,
            language=language,
            path=clean_line(str(path)),
        )
        print(text, end="")


def first_wrong_of_search(record: Record, path: Path) -> FirstWrong | None:
    """Return where the file's search first goes wrong, if its `minimax` does."""
    checks = [check for check in record.faults if check.function == "minimax"]
    boards = [each.board for check in checks for each in check.failures if each.board]
    if not boards or not path.is_file():
        return None
    program = notebook.program(read(path))
    if sha256(program).hexdigest() != record.digest:  # it was changed meanwhile
        return None
    try:
        key = key_of(parse_board(boards[0]))
        return trace_in_sandbox(program, key, modules_beside(path, program)).found
    except (UnreadableError, UnjudgedError):
        return None


# --- Watching ----------------------------------------------------------------


def watch(path: Path, rubric: Rubric, effort: Effort, args: Namespace) -> int:
    """Check a file whenever it is saved, until Ctrl-C; print what changed."""
    before: Record | None = None
    for _ in saves(path):
        try:
            record = judge_file(path, read(path), rubric, effort, args)
        except (CancelledError, FileNotFoundError, PermissionError):
            continue  # an editor is replacing the file
        if before and not (record.refused_by or args.json or args.quiet):
            changed = changes(before, record.checks, args.say)
            print(*map(filled, changed or [args.say("report.unchanged")]), sep="\n")
        show(record, path, args)
        before = before if record.refused_by else record  # the last that was judged
        print(args.say("report.watching", path=path), file=sys.stderr)
    return 0


def saves(path: Path) -> Iterator[None]:
    """Yield once at the start, and after each save."""
    seen = None
    while True:
        now = _stamp(path)
        time.sleep(PAUSE)
        if now and now != seen and now == _stamp(path):
            seen = now
            yield


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Return a stamp that changes on save; None if the file cannot be read."""
    if not os.access(path, os.R_OK):
        return None
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino
