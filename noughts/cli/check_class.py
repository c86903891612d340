"""`noughts check EXPORT -o REPORT`: judge a whole class, and watch it being judged."""

import argparse
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts import files, notebook
from noughts.checker.reports.wording import points_text, summary
from noughts.checker.rubric import shipped
from noughts.classroom.choice import choose
from noughts.classroom.cluster import connect
from noughts.classroom.feedback import FEEDBACK
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.gradebook import Gradebook, Roster
from noughts.classroom.hand_ins import PLATFORMS, HandIn, read_class
from noughts.classroom.overview import Overview
from noughts.classroom.reports import sentences
from noughts.classroom.run import INDEX, OWN, UPLOAD, ClassProgress, check_class
from noughts.classroom.similar import Similarity
from noughts.cli import places, screen
from noughts.cli.parser import MISUSE, Parser, whole_number
from noughts.text import clean_line
from noughts.words import Refused, Words

MOST_JOBS = 1000
ALIKE = 5  # pairs that the terminal names
# The options of a class, those that most teachers need first: how each is read.
NEEDED: dict[str, dict[str, Any]] = {
    "output": {"metavar": "REPORT", "type": Path},
    "worksheet": {"metavar": "FILE", "type": Path},
}
OTHERS: dict[str, dict[str, Any]] = {
    "platform": {"metavar": "NAME", "choices": PLATFORMS, "default": ""},
    "names": {"metavar": "REGEX", "default": ""},
    "roster": {"metavar": "FILE", "type": Path},
    "column": {"metavar": "NAME", "default": ""},
    "against": {"metavar": "FOLDER", "type": Path, "action": "append", "default": []},
    "base": {"metavar": "FILE", "type": Path, "action": "append", "default": []},
    "jobs": {"metavar": "N", "type": lambda text: whole_number(text, MOST_JOBS)},
    "cluster": {"metavar": "ADDRESS"},
}


def check(path: Path, judge: FileJudge, given: argparse.Namespace) -> int:
    """Check a class; return 0 if all is right, 1 if not, 2 if this machine failed."""
    say, display = given.say, Display(given.quiet, given.say)
    roster = given.roster and Roster(read(given.roster), str(given.roster))
    rename = {"rename": roster.rename} if roster else {}
    class_ = read_class(path, given.platform, given.names, **rename)
    gradebook = given.worksheet and Gradebook.read(
        read(given.worksheet), str(given.worksheet), given.column
    )
    if gradebook and not any(each.maximum for each in judge.counted.sections):
        raise Refused("check.no_points", file=given.worksheet)
    try:
        with connect(given.cluster) if given.cluster else nullcontext() as executor:
            overview = check_class(
                class_,
                given.output,
                judge,
                executor=executor,
                processes=given.jobs or 0,
                gradebook=gradebook,
                similarity=collect(given.base, given.against),
                language=say.language,
                progress=display.show,
            )
    except KeyboardInterrupt:
        display.clear()
        print(display.stopped())
        raise
    finally:
        display.clear()
    print(*closing(overview, display, given.output, say), sep="\n")
    if roster and roster.strangers:
        print(say("check.strangers", who=say.listed(roster.strangers)))
    for line in handing_back(given.output / UPLOAD, overview, gradebook, say):
        print(line)
    return MISUSE if overview.outcomes["faults"] else 0 if overview.right else 1


def read(path: Path) -> bytes:
    """Return what is in a file of a teacher's."""
    try:
        return files.read(path)
    except OSError as error:
        raise Refused("refusal.no_read", path=path, why=error.strerror) from error


def collect(base: list[Path], against: list[Path]) -> Similarity:
    """Return what a class is compared with besides itself, and what it was given."""
    similarity = Similarity(notebook.program(read(path)) for path in base)
    for path in against:
        for each in map(choose, read_class(path).hand_ins):
            if each.source:
                similarity.add(f"{path}: {each.label}", each.source, ours=False)
    return similarity


def closing(
    overview: Overview, display: "Display", report: Path, say: Words
) -> Iterator[str]:
    """Yield what a class comes to, in a few lines."""
    judged = say.number(len(overview.judged) - display.known)
    work = say("check.work", judged=judged, known=say.number(display.known))
    yield f"{sentences.count_all(overview, say)} {work}"
    if faults := overview.outcomes["faults"]:
        yield say("check.faults", n=len(faults), why=faults[0].fault)
    if median := sentences.median(overview, say):
        yield median
    for share in overview.failing()[:3]:
        part = sentences.part_of(share, overview, say)
        if percent := sentences.percent(share.share, len(overview.judged)):
            part += f" ({percent})"
        said = {"part": part, "name": share.what.name}
        yield say("check.fail", n=share.students, sentence=share.what.sentence, **said)
    for alike in overview.alike[:ALIKE]:
        yield say("check.alike", pair=sentences.describe_alike(alike, say))
    if more := len(overview.alike[ALIKE:]):
        yield say("check.more_alike", n=more)
    yield from sentences.notes(overview, say)
    if overview.undecided:
        who = [sentences.name_undecided(each, say) for each in overview.undecided]
        yield say("class.undecided", who=say.listed(who))
    yield say("check.report", path=report / INDEX)


def handing_back(
    folder: Path, overview: Overview, gradebook: Gradebook | None, say: Words
) -> Iterator[str]:
    """Yield what there is to upload, and what is left for the teacher to enter."""
    written = set[str]()
    if gradebook:
        path = folder / Path(gradebook.table.path).name
        written.add(path.name)
        total = len(gradebook.people)
        entered = len(gradebook.entered)
        yield say("upload.worksheet", path=path, entered=say.number(entered), n=total)
        by = say(f"upload.by.{gradebook.joined_by}")
        yield say("upload.column", column=gradebook.heading, by=by)
        maximum, _ = gradebook.maximum
        if entered and maximum and maximum != overview.maximum:
            rubric, sheet = (points_text(n, say) for n in (overview.maximum, maximum))
            yield say("upload.scaled", rubric=rubric, sheet=sheet)
        if gradebook.left_open:
            yield say("upload.left_open")
        points = {e.label: points_text(e.record.points, say) for e in overview.judged}
        for student, why, name in gradebook.left_open:
            said = say(f"upload.why.{why}", name=name)
            yield f"{points.get(student, '-'):>6}  {student}: {said}"
        if gradebook.replaced:
            yield say("upload.replaced", who=say.listed(gradebook.replaced))
        if gradebook.missing:
            yield say("upload.missing", who=say.listed(gradebook.missing))
    if any(e.platform == "moodle" for e in overview.hand_ins):
        written.add(FEEDBACK)
        yield say("upload.feedback", path=folder / FEEDBACK)
    for old in sorted(folder.iterdir()) if folder.is_dir() else ():
        if old.name not in written:
            yield say("upload.older", path=clean_line(str(old)))


@dataclass
class Display:
    """A line for each student, and below them a bar where there is a screen."""

    quiet: bool
    say: Words
    done: int = 0
    total: int = 0
    now: int = 0  # judged in this run
    known: int = 0  # from an earlier one
    line: screen.Progress = field(default_factory=screen.Progress)
    began: float = field(default_factory=time.monotonic)

    def show(self, step: ClassProgress) -> None:
        """Show how far the run is."""
        self.done, self.total = step.done, step.total
        self.now += step.judged_now
        if step.hand_in:
            self.tell(step.hand_in, step.judged_now)
        part = self.say("class.of", n=self.say.number(step.done), all=step.total)
        text = f"{screen.bar(step.done, step.total)} {part}"
        if self.now:
            rate = self.now / (time.monotonic() - self.began)
            left = clock((step.total - step.done) / rate)
            text += self.say("check.rate", rate=self.say.number(60 * rate), left=left)
        self.line.show(text)

    def tell(self, hand_in: HandIn, judged_now: bool) -> None:
        """Print a line about one student."""
        record = hand_in.record
        self.known += not judged_now and hand_in.outcome == "judged"
        if self.quiet:
            return
        self.clear()
        points = points_text(record.points, self.say) if record.graded else "-"
        said = summary(record, self.say.language)
        if hand_in.fault:
            points, said = "?", self.say("check.fault", why=hand_in.fault)
        print(f"{points:>6}  {hand_in.label}: {said}", flush=True)

    def clear(self) -> None:
        """Take the bar away."""
        self.line.clear()

    def stopped(self) -> str:
        """Return what a run that was interrupted leaves behind."""
        if not self.total:
            return self.say("check.not_begun")
        total = self.say.number(self.total)
        return self.say("check.stopped", n=self.done, total=total)


def clock(seconds: float) -> str:
    """Return a time as people read it: `0:05`, `12:30`, `3:00:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def add_options(parser: Parser) -> None:
    """Add the options that are about a class."""
    say = parser.say
    for title, options in {"class": NEEDED, "class_more": OTHERS}.items():
        group = parser.add_argument_group(say(f"check.help.{title}"))
        for name, how in options.items():
            flags = ["-o"] * (name == "output") + [f"--{name}"]
            said = say(f"check.help.{name}", names=", ".join(PLATFORMS))
            group.add_argument(*flags, help=said, **how)


def refuse_mixtures(given: argparse.Namespace, one_file: list[str]) -> None:
    """Refuse what makes no sense for a class."""
    for name in one_file:
        if getattr(given, name):
            raise Refused("check.for_one", name=name, file=given.file)
    if not given.output:
        raise Refused("check.no_output", file=given.file)
    if given.column and not given.worksheet:
        raise Refused("check.no_worksheet")
    for one, other in (("jobs", "cluster"), ("platform", "names")):
        if getattr(given, one) and getattr(given, other):
            raise Refused("check.one_of", one=f"--{one}", other=f"--{other}")


def refuse_overwriting(given: argparse.Namespace) -> None:
    """Refuse a report where something is read."""
    called = f"-o {given.output}"
    own = (places.GivenPath(given.output / name, called) for name in OWN)
    read_from = [
        places.GivenPath(Path(given.file), given.file),
        *places.rubric_place(given, shipped()),
        *places.given_to(given, "roster", "worksheet", "against", "base"),
    ]
    places.refuse_overwriting(read_from, own)


def refuse_class_options(given: argparse.Namespace) -> None:
    """Refuse what makes no sense for one file."""
    for name in (*NEEDED, *OTHERS):
        if getattr(given, name):
            raise Refused("check.for_class", name=name, file=given.file)
