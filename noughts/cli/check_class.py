"""`noughts check EXPORT -o REPORT`: judge a class and show the progress."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts import files, notebook
from noughts.checker.reports.wording import points_text, summary
from noughts.classroom.choice import choose
from noughts.classroom.cluster import connect
from noughts.classroom.feedback import FEEDBACK
from noughts.classroom.file_judge import FileJudge, read_records
from noughts.classroom.gradebook import Gradebook, Roster
from noughts.classroom.hand_ins import PLATFORMS, HandIn, read_class
from noughts.classroom.overview import Overview
from noughts.classroom.reports import sentences
from noughts.classroom.run import INDEX, OWN, UPLOAD, check_class
from noughts.classroom.similar import Similarity
from noughts.cli.outputs import refuse_overwriting
from noughts.cli.parser import MISUSE, Parser, whole_number
from noughts.cli.screen import Progress, bar
from noughts.text import clean_line
from noughts.words import Refused, Words

MOST_JOBS = 1000
ALIKE = 5  # similar pairs to print
# Options for a class: those that most teachers need, and the others.
NEEDED: dict[str, dict[str, Any]] = {
    "output": {"metavar": "REPORT", "type": Path},
    "worksheet": {"metavar": "FILE", "type": Path},
}
OTHERS: dict[str, dict[str, Any]] = {
    "platform": {"metavar": "NAME", "choices": PLATFORMS, "default": ""},
    "names": {"metavar": "REGEX", "default": ""},
    "roster": {"metavar": "FILE", "type": Path},
    "column": {"metavar": "NAME", "default": ""},
    "records": {"metavar": "FILE", "type": Path},
    "against": {"metavar": "FOLDER", "type": Path, "action": "append", "default": []},
    "base": {"metavar": "FILE", "type": Path, "action": "append", "default": []},
    "jobs": {"metavar": "N", "type": lambda text: whole_number(text, MOST_JOBS)},
    "cluster": {"metavar": "ADDRESS"},
}


def add_options(parser: Parser, say: Words) -> None:
    """Add the options for a class."""
    for title, options in {"class": NEEDED, "class_more": OTHERS}.items():
        group = parser.add_argument_group(say(f"check.help.{title}"))
        for name, how in options.items():
            flags = ["-o"] * (name == "output") + [f"--{name}"]
            about = say(f"check.help.{name}", names=", ".join(PLATFORMS))
            group.add_argument(*flags, help=about, **how)


def refuse_class_options(args: Namespace) -> None:
    """Refuse options for a class if there is one file."""
    for name in (*NEEDED, *OTHERS):
        if getattr(args, name):
            raise Refused("check.for_class", name=name, file=args.file)


def refuse_mixtures(args: Namespace, one_file: Iterable[str]) -> None:
    """Refuse options that contradict each other, and a report over an input."""
    for name in one_file:
        if getattr(args, name):
            raise Refused("check.for_one", name=name, file=args.file)
    if not args.output:
        raise Refused("check.no_output", file=args.file)
    if args.column and not args.worksheet:
        raise Refused("check.no_worksheet")
    for one, other in (("jobs", "cluster"), ("platform", "names")):
        if getattr(args, one) and getattr(args, other):
            raise Refused("check.one_of", one=f"--{one}", other=f"--{other}")
    inputs = [args.file, Path(args.rubric), *args.against, *args.base]
    inputs += filter(None, [args.roster, args.worksheet, args.records])
    refuse_overwriting(inputs, [args.output / name for name in OWN])


def check(path: Path, judge: FileJudge, args: Namespace) -> int:
    """Check a class; return the exit code."""
    say = args.say
    roster = args.roster and Roster(files.read(args.roster), str(args.roster))
    rename = {"rename": roster.rename} if roster else {}
    class_ = read_class(path, args.platform, args.names, **rename)
    display = Display(args.quiet, say, len(class_.hand_ins))
    gradebook = args.worksheet and Gradebook.read(
        files.read(args.worksheet), str(args.worksheet), args.column
    )
    if gradebook and not any(each.maximum for each in judge.counted.sections):
        raise Refused("check.no_points", file=args.worksheet)
    try:
        with (
            display.line,
            connect(args.cluster) if args.cluster else nullcontext() as executor,
        ):
            overview = check_class(
                class_,
                args.output,
                judge,
                executor=executor,
                processes=args.jobs or 0,
                gradebook=gradebook,
                records=args.records and read_records(args.records),
                similarity=collect(args.base, args.against),
                language=say.language,
                progress=display.show,
            )
    except KeyboardInterrupt:
        print(display.stopped())
        raise
    print(*closing(overview, display, args.output, say), sep="\n")
    if roster and roster.strangers:
        print(say("check.strangers", who=say.listed(roster.strangers)))
    for line in handing_back(args.output / UPLOAD, overview, gradebook, say):
        print(line)
    return MISUSE if overview.outcomes["faults"] else 0 if overview.right else 1


def collect(base: list[Path], against: list[Path]) -> Similarity:
    """Return the files to compare the class with, and the code to ignore."""
    similarity = Similarity(notebook.program(files.read(path)) for path in base)
    for path in against:
        for each in map(choose, read_class(path).hand_ins):
            if each.source:
                similarity.add(f"{path}: {each.label}", each.source, ours=False)
    return similarity


def closing(
    overview: Overview, display: "Display", report: Path, say: Words
) -> Iterator[str]:
    """Yield the summary of a class."""
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
        parts = {"part": part, "name": share.what.name}
        yield say("check.fail", n=share.students, sentence=share.what.sentence, **parts)
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
    """Yield the files to upload and the grades to enter by hand."""
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
            reason = say(f"upload.why.{why}", name=name)
            yield f"{points.get(student, '-'):>6}  {student}: {reason}"
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
    """A line for each student, and a progress bar in a terminal."""

    quiet: bool
    say: Words
    total: int
    done: int = 0
    known: int = 0  # results of an earlier run
    line: Progress = field(default_factory=Progress)

    def show(self, hand_in: HandIn, judged_now: bool) -> None:
        """Print a line about a student, and update the progress bar."""
        self.done += 1
        self.known += not judged_now and hand_in.outcome == "judged"
        record = hand_in.record
        points = points_text(record.points, self.say) if record.graded else "-"
        text = summary(record, self.say.language)
        if hand_in.fault:
            points, text = "?", self.say("check.fault", why=hand_in.fault)
        if not self.quiet:
            self.line.clear()
            print(f"{points:>6}  {hand_in.label}: {text}", flush=True)
        part = self.say("class.of", n=self.say.number(self.done), all=self.total)
        self.line.show(f"{bar(self.done, self.total)} {part}")

    def stopped(self) -> str:
        """Return the last sentence of an interrupted run."""
        if not self.done:
            return self.say("check.not_begun")
        total = self.say.number(self.total)
        return self.say("check.stopped", n=self.done, total=total)
