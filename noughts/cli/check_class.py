"""`noughts check FOLDER -o REPORT`: judge a whole class, and watch it being judged."""

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from noughts.checker.reports.words import number, summary
from noughts.classroom import notebook, roster
from noughts.classroom.cluster import ClusterError, connect
from noughts.classroom.overview import Overview
from noughts.classroom.platforms import PLATFORMS
from noughts.classroom.pool import Processes, Workers
from noughts.classroom.results import Result
from noughts.classroom.roster import RosterError
from noughts.classroom.run import Headway, Standard, check_class
from noughts.classroom.similar import Similarity
from noughts.classroom.submissions import (
    Intake,
    NoSubmissionsError,
    students,
    submission,
)
from noughts.classroom.worksheet import WorksheetError
from noughts.cli import upload
from noughts.cli.options import INTERRUPTED, MISUSE, Progress, bar
from noughts.disk import BusyError
from noughts.words import preferred, words

OPTIONS = (
    "output",
    "platform",
    "roster",
    "worksheet",
    "column",
    "against",
    "base",
    "jobs",
    "cluster",
)


def check(path: Path, standard: Standard, given: argparse.Namespace) -> int:
    """Check a class; return 0 if all is right, 1 if not, 2 if it could not be done."""
    report: Path = given.output
    if path.resolve() in [report.resolve(), *report.resolve().parents]:
        return misuse(f"{report} is inside {path}: it would be taken for a submission")
    say = words(given.language or preferred())
    display = Display(given.quiet)
    try:
        intake = Intake(given.platform, given.roster and roster.read(given.roster))
        sheet = given.worksheet and upload.GivenSheet(given.worksheet, given.column)
        similarity = known(given.base, given.against)
        with workers(given.jobs, given.cluster, display.note) as them:
            overview = check_class(
                path, report, standard, them, display.show, intake, similarity
            )
        uploads = list(upload.write(report, overview, sheet, say))
    except KeyboardInterrupt:
        display.clear()
        kept = f"{display.done:,} of {display.total:,}" if display.total else "None"
        print(f"Stopped. {kept} are done and kept: run it again for the rest.")
        return INTERRUPTED
    except (NoSubmissionsError, ClusterError, RosterError, WorksheetError) as error:
        display.clear()
        return misuse(str(error))
    except BusyError as error:
        display.clear()
        return misuse(f"{error}: wait for it to end, or choose another folder")
    except BrokenPipeError:
        raise
    except OSError as error:
        display.clear()
        return misuse(f"{error.filename}: cannot be written: {error.strerror}")
    display.clear()
    if overview.unstyled:
        display.note(say("class.unstyled", n=overview.unstyled))
    print(closing(overview, display, report))
    print(*uploads, sep="\n", end="\n" if uploads else "")
    return MISUSE if overview.faults else 0 if overview.right else 1


def known(base: list[Path], against: list[Path]) -> Similarity:
    """Return what a class is compared with besides itself, and what it was given."""
    similarity = Similarity([_read(path) for path in base])
    for path in against:
        with students(path) as units:
            for each in map(submission, units):
                if each.source:
                    name = f"{path.stem}: {each.student}"
                    similarity.compare(name, each.source)
    return similarity


def _read(path: Path) -> bytes:
    """Return what was given to everybody: code, in a file or a notebook."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = f"{path}: cannot be read: {error.strerror}"
        raise NoSubmissionsError(reason) from error
    return notebook.code(data).encode() if path.suffix == ".ipynb" else data


def misuse(why: str) -> int:
    """Say what is wrong with what was asked for."""
    print(f"noughts check: {why}", file=sys.stderr)
    return MISUSE


def workers(
    jobs: int | None, cluster: str | None, say: Callable[[str], None]
) -> AbstractContextManager[Workers]:
    """Return those who will judge."""
    return connect(cluster, say) if cluster else Processes(jobs)


def closing(overview: Overview, display: "Display", report: Path) -> str:
    """Return what a class comes to, in a few lines."""
    faults = len(overview.faults)
    refused, known = len(overview.refused), display.known
    now = len(overview.judged) - known
    lines = [
        f"{len(overview.rows):,} submissions: {now:,} judged now, "
        f"{known:,} unchanged, {refused:,} refused."
    ]
    if faults:
        lines.append(
            f"{faults:,} could not be judged, through no fault of theirs: "
            f"{overview.faults[0].fault}. Run it again for them."
        )
    if overview.judged:
        median, maximum = number(overview.median()), number(overview.maximum)
        lines.append(f"Half of those judged have {median} of {maximum} points or more.")
    for share in overview.failing()[:3]:
        sentence = overview.checks[share.name].sentence
        lines.append(
            f"{100 * share.share:4.0f} % of them fail {share.name}: {sentence}"
        )
    lines.append(f"The report: {report / 'index.html'}")
    return "\n".join(lines)


@dataclass
class Display:
    """A line for each student, and below them a bar where there is a screen."""

    quiet: bool
    done: int = 0
    total: int = 0
    now: int = 0
    known: int = 0
    line: Progress = field(default_factory=Progress)
    began: float = field(default_factory=time.monotonic)

    def show(self, step: Headway) -> None:
        """Show how far the run is."""
        self.done, self.total = step.done, step.total
        self.now += step.judged_now
        if step.result:
            self._tell(step.result, step.judged_now, step.fault)
        seconds = time.monotonic() - self.began
        self.line.show(progress(self.done, self.total, self.now, seconds))

    def note(self, text: str) -> None:
        """Say something that is about no student."""
        self.clear()
        print(f"noughts check: {text}", file=sys.stderr, flush=True)

    def _tell(self, result: Result, judged_now: bool, fault: str) -> None:
        """Print a line about one student."""
        known = bool(result.key) and not judged_now
        self.known += known and not (fault or result.record.refusal)
        if not self.quiet:
            self.clear()
            points, said = number(result.record.points), summary(result.record)
            if fault:
                points, said = "?", f"Not judged, through no fault of theirs: {fault}"
            print(f"{points:>6}  {result.student}: {said}", flush=True)

    def clear(self) -> None:
        """Take the bar away."""
        self.line.clear()


def progress(done: int, total: int, now: int, seconds: float) -> str:
    """Return a bar, the number done, the rate and the time left."""
    text = f"{bar(done, total)} {done:,} of {total:,}"
    if now and seconds:
        rate = now / seconds
        text += f", {60 * rate:.0f} a minute, {clock((total - done) / rate)} left"
    return text


def clock(seconds: float) -> str:
    """Return a time as people read it: `0:05`, `12:30`, `3:00:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that are about a class."""
    add = parser.add_argument_group("a whole class").add_argument
    add("-o", "--output", type=Path, metavar="REPORT", help="the folder of its report")
    add(
        "--platform",
        choices=PLATFORMS,
        default="",
        help="where the export comes from, if that is not seen by itself: "
        + ", ".join(PLATFORMS),
        metavar="NAME",
    )
    add(
        "--roster",
        type=Path,
        metavar="FILE",
        help="a CSV with an id, e-mail or login and a name for each student",
    )
    add(
        "--worksheet",
        type=Path,
        metavar="FILE",
        help="fill in this list of grades: Moodle's worksheet or Canvas's gradebook",
    )
    add(
        "--column",
        default="",
        metavar="NAME",
        help="the assignment in Canvas's gradebook, if there are several",
    )
    add(
        "--against",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="look for what is like these, too: last year's class, public solutions",
    )
    add(
        "--base",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="what everybody was given: it makes nobody alike",
    )
    add("--jobs", type=_jobs, metavar="N", help="judge N at once (default: all cores)")
    add("--cluster", metavar="ADDRESS", help="judge on the Dask cluster there")


def refuse_mixtures(
    parser: argparse.ArgumentParser, given: argparse.Namespace, one_file: list[str]
) -> None:
    """Refuse what makes no sense for a class."""
    for name in one_file:
        if getattr(given, name):
            parser.error(f"--{name} is for one file, and {given.file} is a class")
    if not given.output:
        parser.error(f"{given.file} is a class: -o REPORT says where its report goes")
    if given.column and not given.worksheet:
        parser.error("--column is a column of the --worksheet, and there is none")
    if given.jobs and given.cluster:
        parser.error("--jobs is for this machine, --cluster for others: give one")


def refuse_class_options(
    parser: argparse.ArgumentParser, given: argparse.Namespace
) -> None:
    """Refuse what makes no sense for one file."""
    for name in OPTIONS:
        if getattr(given, name):
            parser.error(f"--{name} is for a class, and {given.file} is one file")


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000")
    return int(text)
