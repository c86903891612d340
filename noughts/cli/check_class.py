"""`noughts check FOLDER -o REPORT`: judge a whole class, and watch it being judged."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from noughts import disk
from noughts.checker.rubric import shipped
from noughts.classroom import roster
from noughts.classroom.cluster import ClusterError, connect
from noughts.classroom.grade_list import WorksheetError
from noughts.classroom.overview import Overview
from noughts.classroom.platforms import PLATFORMS, github, gradescope
from noughts.classroom.pool import Processes, Workers
from noughts.classroom.reports import sentences
from noughts.classroom.roster import RosterError
from noughts.classroom.run import OWN, FileJudge, check_class
from noughts.classroom.similar import Similarity
from noughts.classroom.submissions import (
    Intake,
    NoSubmissionsError,
    students,
    submission,
)
from noughts.classroom.translation import sentence
from noughts.cli import places, upload
from noughts.cli.class_display import Display
from noughts.cli.options import INTERRUPTED
from noughts.cli.parser import MISUSE, Parser, whole_number
from noughts.disk import BusyError, ForeignError
from noughts.notebooks import notebook
from noughts.text import clean_line
from noughts.words import Words

MOST_JOBS = 1000
# The options that are about a class: what stands for a value, and how it is read.
OPTIONS: dict[str, dict[str, Any]] = {
    "output": {"metavar": "REPORT", "type": Path},
    "platform": {"metavar": "NAME", "choices": PLATFORMS, "default": ""},
    "roster": {"metavar": "FILE", "type": Path},
    "worksheet": {"metavar": "FILE", "type": Path},
    "column": {"metavar": "NAME", "default": ""},
    "against": {"metavar": "FOLDER", "type": Path, "action": "append", "default": []},
    "base": {"metavar": "FILE", "type": Path, "action": "append", "default": []},
    "jobs": {"metavar": "N", "type": lambda text: whole_number(text, MOST_JOBS)},
    "cluster": {"metavar": "ADDRESS"},
}


def check(path: Path, judge: FileJudge, given: argparse.Namespace) -> int:
    """Check a class; return 0 if all is right, 1 if not, 2 if it could not be done."""
    report: Path = given.output
    say = given.say
    if given.worksheet and not any(each.maximum for each in judge.counted.sections):
        return misuse(say("check.no_points", file=given.worksheet))
    display = Display(given.quiet, say)
    uploads = list[str]()

    def hand_back(overview: Overview) -> None:
        uploads.extend(upload.write(report, overview, sheet, say))
        if given.junit:
            upload.write_junit(given.junit, report, overview, say)

    try:
        intake = Intake(given.platform, given.roster and roster.read(given.roster))
        sheet = given.worksheet and upload.GivenSheet(given.worksheet, given.column)
        similarity = known(given.base, given.against)
        with workers(given.jobs, given.cluster, display.note) as them:
            overview = check_class(
                path,
                report,
                judge,
                them,
                display.show,
                intake,
                similarity,
                say.language,
                hand_back,
            )
    except KeyboardInterrupt:
        display.clear()
        display.teller.tell("\n".join(stopped(display, report, given.junit, say)))
        return INTERRUPTED
    except FAILURES as error:
        display.clear()
        return misuse(reason(error, say))
    display.clear()
    for note in notes(overview, given.platform, say):
        display.note(note)
    tell = display.teller.tell
    tell(closing(overview, display, report, say))
    for name in ("strangers", "ambiguous") if intake.roster else ():
        if who := getattr(intake.roster, name):
            tell(say(f"check.{name}", who=say.listed(who)))
    for each in uploads:
        tell(each)
    display.teller.finish()
    return MISUSE if overview.faults else 0 if overview.right else 1


REFUSALS = (NoSubmissionsError, ClusterError, RosterError, WorksheetError)
FAILURES = (*REFUSALS, BusyError, ForeignError, OSError)


def reason(error: Exception, say: Words) -> str:
    """Return why a class cannot be checked; raise what is the output's own trouble."""
    if isinstance(error, BusyError | ForeignError):
        return say.message(error)
    if not isinstance(error, OSError):
        return sentence(str(error), say.language)
    if error.filename is None:
        raise error
    return say("cli.unwritable", output=error.filename, why=error.strerror)


def notes(overview: Overview, platform: str, say: Words) -> Iterator[str]:
    """Yield what the teacher should know that is about no single student."""
    if overview.unstyled:
        yield say("class.unstyled", n=overview.unstyled)
    if overview.undecided:
        who = [sentences.undecided_by(row, say) for row in overview.undecided]
        yield say("class.undecided", who=say.listed(who))
    if overview.left_out:
        yield say("class.left_out", names=say.listed(overview.left_out))
    if shared := overview.cut.shared:
        part = shared.removeprefix(overview.cut.first)
        folder = f"{shared}{github.CLONES}"
        yield say("class.uncut", shared=shared, part=part, folder=folder)
    if nameless := without_names(overview, platform):
        yield say("class.nameless", n=nameless, file=gradescope.METADATA)
    if alike := of_one_id(overview):
        yield say("class.of_one_id", who=say.listed(alike))


def stopped(
    display: Display, report: Path, junit: Path | None, say: Words
) -> Iterator[str]:
    """Yield what a run that was interrupted leaves behind."""
    if not display.total:
        yield say("check.not_begun")
        return
    done, total = map(say.number, (display.done, display.total))
    yield say("check.stopped", n=display.done, done=done, total=total)
    yield from upload.older(report, say)
    if junit and disk.holds_anything(junit):
        yield say("upload.older", path=clean_line(str(junit)))


def without_names(overview: Overview, platform: str) -> int:
    """Return how many of a Gradescope export nobody is named for."""
    numbered = sum(gradescope.is_nameless(row.student) for row in overview.rows)
    return numbered if platform in ("", "gradescope") else 0


def of_one_id(overview: Overview) -> list[str]:
    """Return the students who have an id that another has, with the id."""
    ids = Counter(row.origin.id for row in overview.rows if row.origin.id)
    return [
        f"{row.student} ({row.origin.id})"
        for row in overview.rows
        if ids[row.origin.id] > 1
    ]


def known(base: list[Path], against: list[Path]) -> Similarity:
    """Return what a class is compared with besides itself, and what it was given."""
    similarity = Similarity([_read(path) for path in base])
    for path, label in zip(against, labels(against), strict=True):
        with students(path) as units:
            for each in map(submission, units):
                if each.source:
                    similarity.compare(f"{label}: {each.student}", each.source)
    return similarity


def labels(paths: list[Path]) -> list[str]:
    """Return what tells folders apart: their names, or as much above as it takes."""
    whole = [Path(os.path.realpath(path)) for path in paths]
    names = [path.stem for path in whole]
    depth = 1
    while len({*names}) < len({*whole}):
        names = ["/".join(path.parts[-depth:]) for path in whole]
        depth += 1
    return names


def _read(path: Path) -> bytes:
    """Return what was given to everybody: code, in a file or a notebook."""
    try:
        data = disk.read(path)
    except OSError as error:
        reason = f"{path}: cannot be read: {error.strerror}"
        raise NoSubmissionsError(reason) from error
    return notebook.program(data)


def misuse(why: str) -> int:
    """Say what is wrong with what was asked for."""
    print(f"noughts check: {why}", file=sys.stderr)
    return MISUSE


def workers(
    jobs: int | None, cluster: str | None, say: Callable[[str], None]
) -> AbstractContextManager[Workers]:
    """Return those who will judge."""
    return connect(cluster, say) if cluster else Processes(jobs)


def closing(overview: Overview, display: Display, report: Path, say: Words) -> str:
    """Return what a class comes to, in a few lines."""
    known = display.known
    judged = say.number(len(overview.judged) - known)
    work = say("check.work", judged=judged, known=say.number(known))
    lines = [f"{sentences.counts(overview, say)} {work}"]
    if overview.faults:
        count, first = len(overview.faults), overview.faults[0].fault
        lines.append(say("check.faults", n=count, count=say.number(count), why=first))
    if median := sentences.median(overview, say):
        lines.append(median)
    for share in overview.failing()[:3]:
        says = overview.checks[share.name].sentence
        part = sentences.part(share, overview, say)
        if percent := sentences.percent(share.share, len(overview.judged)):
            part += f" ({percent})"
        given = {"part": part, "name": share.name, "sentence": says}
        lines.append(say("check.fail", n=share.students, **given))
    lines.append(say("check.report", path=report / "index.html"))
    return "\n".join(lines)


def add_options(parser: Parser) -> None:
    """Add the options that are about a class."""
    say, names = parser.say, ", ".join(PLATFORMS)
    group = parser.add_argument_group(say("check.help.class"))
    for name, how in OPTIONS.items():
        flags = ["-o"] * (name == "output") + [f"--{name}"]
        said = say(f"check.help.{name}", names=names)
        group.add_argument(*flags, help=said, **how)


def refuse_mixtures(
    parser: Parser, given: argparse.Namespace, one_file: list[str]
) -> None:
    """Refuse what makes no sense for a class."""
    say = parser.say
    for name in one_file:
        if getattr(given, name):
            parser.error(say("check.for_one", name=name, file=given.file))
    if not given.output:
        parser.error(say("check.no_output", file=given.file))
    if given.column and not given.worksheet:
        parser.error(say("check.no_worksheet"))
    if given.jobs and given.cluster:
        parser.error(say("check.jobs_or_cluster"))


def refuse_overwriting(parser: Parser, given: argparse.Namespace) -> None:
    """Refuse a report where something is read, or where another report goes."""
    reports = list(places.given_to(given, "junit"))
    called = f"-o {given.output}"
    folder = places.GivenPath(given.output, called)  # which the run makes, if need be
    outside = (each for each in reports if not folder.holds(each))
    places.refuse_unwritable(outside)
    own = (places.GivenPath(given.output / name, called) for name in OWN)
    read = [
        places.GivenPath(Path(given.file), given.file),
        *places.rubric_place(given, shipped()),
        *places.given_to(given, "roster", "worksheet", "against", "base"),
    ]
    places.refuse_overwriting(parser, read, [*own, *reports])


def refuse_class_options(parser: Parser, given: argparse.Namespace) -> None:
    """Refuse what makes no sense for one file."""
    for name in OPTIONS:
        if getattr(given, name):
            parser.error(parser.say("check.for_class", name=name, file=given.file))
