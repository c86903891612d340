"""`noughts check EXPORT -o REPORT`: judge a class and show the progress."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from noughts import files
from noughts.checker.reports.wording import points_text, summary
from noughts.classroom.adjustments import read_adjustments
from noughts.classroom.choice import choose
from noughts.classroom.feedback import FEEDBACK, Worksheet
from noughts.classroom.file_judge import FileJudge
from noughts.classroom.gradebook import Filled, Gradebook, Roster
from noughts.classroom.hand_ins import PLATFORMS, read_class
from noughts.classroom.kept import UPLOAD, AdjustmentsFile, WorksheetFile
from noughts.classroom.overview import Overview, describe_kept, summarise
from noughts.classroom.pool import connect
from noughts.classroom.run import INDEX, OWN, check_class
from noughts.classroom.similar import Named
from noughts.classroom.stages import UNDONE, GradedHandIn
from noughts.cli.parser import (
    MISUSE,
    Parser,
    refuse_overwriting,
    refuse_together,
    whole_number,
)
from noughts.cli.parser import path as path_type
from noughts.cli.screen import Progress, bar
from noughts.sandbox import notebook
from noughts.texts import Refused, Words

MOST_JOBS = 1000
SEVERAL: dict[str, Any] = {"type": path_type, "action": "append", "default": []}
# Options for a class: those that most teachers need, and the others.
NEEDED: dict[str, dict[str, Any]] = {
    "output": {"metavar": "REPORT", "type": path_type},
    "worksheet": {"metavar": "FILE", "type": path_type},
}
OTHERS: dict[str, dict[str, Any]] = {
    "platform": {"metavar": "NAME", "choices": PLATFORMS, "default": ""},
    "names": {"metavar": "REGEX", "default": ""},
    "roster": {"metavar": "FILE", "type": path_type},
    "column": {"metavar": "NAME", "default": ""},
    "overwrite": {"action": "store_true"},
    "adjustments": {"metavar": "FILE", "type": path_type},
    "only": {"metavar": "STUDENT", "default": ""},
    "against": {"metavar": "FOLDER", **SEVERAL},
    "base": {"metavar": "FILE", **SEVERAL},
    "jobs": {"metavar": "N", "type": lambda text: whole_number(text, MOST_JOBS)},
    "cluster": {"metavar": "ADDRESS"},
}


def add_options(parser: Parser) -> None:
    """Add the options for a class."""
    parts = {"names": ", ".join(PLATFORMS)}
    for title, options in {"class": NEEDED, "class_more": OTHERS}.items():
        group = parser.add_argument_group(parser.say(f"check.help.{title}"))
        for name, how in options.items():
            names = ["-o"] * (name == "output") + [f"--{name}"]
            parser.option(*names, group=group, parts=parts, **how)


def refuse_mixtures(args: Namespace) -> None:
    """Refuse options that contradict each other, and a report over an input."""
    if not args.output:
        raise Refused("check.no_output", file=args.file)
    refuse_together(args, "jobs", "cluster")
    refuse_together(args, "platform", "names")
    refuse_together(args, "only", "adjustments")
    inputs = [args.file, Path(args.rubric), *args.against, *args.base]
    inputs += filter(None, [args.roster, args.worksheet, args.adjustments])
    refuse_overwriting(inputs, [args.output / name for name in OWN])


def check(path: Path, judge: FileJudge, args: Namespace) -> int:
    """Check a class; return the exit code."""
    say = args.say
    roster = args.roster and Roster(files.read(args.roster), str(args.roster))
    rename = roster.rename if roster else None
    class_ = read_class(path, args.platform, args.names, rename)
    worksheet = None
    if args.worksheet:
        data, name = files.read(args.worksheet), str(args.worksheet)
        Gradebook.read(data, name, args.column)
        worksheet = WorksheetFile(data, args.worksheet.name, args.column)
    adjustments = None
    if args.adjustments:
        data, name = files.read(args.adjustments), str(args.adjustments)
        read_adjustments(data, name)
        adjustments = AdjustmentsFile(data, args.adjustments.name)
    if worksheet and not any(each.maximum for each in judge.counted.sections):
        raise Refused("check.no_points", file=args.worksheet)
    total, done = len(class_.hand_ins), list[GradedHandIn]()

    def progress(graded: GradedHandIn) -> None:
        done.append(graded)
        if not args.quiet:
            line.clear()
            print(describe(graded, say), flush=True)
        part = say("class.of", n=say.number(len(done)), all=total)
        line.show(f"{bar(len(done), total)} {part}")

    def warn(worksheet: Worksheet) -> None:
        said = say("upload.other_class", path=worksheet.gradebook.table.path)
        print(f"{args.parser.prog}: {said}", file=sys.stderr, flush=True)

    cluster = connect(args.cluster) if args.cluster else nullcontext()
    try:
        with Progress() as line, cluster as executor:
            overview = check_class(
                class_,
                args.output,
                judge,
                executor=executor,
                processes=args.jobs,
                worksheet=worksheet,
                overwrite=args.overwrite,
                adjustments=adjustments,
                only=args.only,
                others=[each for path in args.against for each in list_others(path)],
                base=[notebook.program(files.read(path)) for path in args.base],
                language=say.language,
                progress=progress,
                warn=warn,
            )
    except KeyboardInterrupt:
        saved = sum(each.outcome not in UNDONE for each in done)
        print(say("check.stopped", n=saved, total=say.number(total)))
        print(say("check.report", path=args.output / INDEX))
        raise
    print(*summarise(overview, say), sep="\n")
    print(say("check.report", path=args.output / INDEX))
    if roster and roster.strangers:
        print(say("check.strangers", who=say.listed(roster.strangers)))
    for sentence in list_uploads(args.output / UPLOAD, overview, say):
        print(sentence)
    if overview.stranger:
        return MISUSE
    return MISUSE if overview.outcomes["faults"] else 0 if overview.right else 1


def describe(graded: GradedHandIn, say: Words) -> str:
    """Return a student's points and result in one line."""
    record = graded.record
    if graded.outcome == "faults":
        return f"     ?  {graded.label}: {say('check.fault', why=record.refusal)}"
    return f"{describe_points(graded, say)}  {graded.label}: {summary(record, say)}"


def describe_points(graded: GradedHandIn, say: Words) -> str:
    """Return the points, or a dash without a grade."""
    points = graded.points
    return f"{'-' if points is None else points_text(points, say):>6}"


def list_others(path: Path) -> Iterator[Named]:
    """Yield the files of another class, to compare with."""
    for each in read_class(path).hand_ins:
        with suppress(Refused):  # nothing to compare with
            yield f"{path}: {each.label}", choose(each.files).source


def list_uploads(folder: Path, overview: Overview, say: Words) -> Iterator[str]:
    """Yield the files to upload and the grades to enter by hand."""
    if filled := overview.filled:
        yield from describe_worksheet(folder, filled, overview, say)
    if (folder / FEEDBACK).is_file():
        yield say("upload.feedback", path=folder / FEEDBACK)
    if overview.filled and (kept := overview.filled.kept):
        yield say("upload.kept_cells", n=len(kept))
        for cell in kept:
            yield f"        {describe_kept(cell, say)}"
        yield say("upload.overwrite")


def describe_worksheet(
    folder: Path, filled: Filled, overview: Overview, say: Words
) -> Iterator[str]:
    """Yield how many grades were entered where, and those that were not."""
    gradebook = filled.gradebook
    path, entered = (
        folder / Path(filled.table.path).name,
        say.number(len(filled.entered)),
    )
    total = len(gradebook.people)
    yield say("upload.worksheet", path=path, entered=entered, n=total)
    by = say(f"upload.by.{filled.joined.by}")
    yield say("upload.column", column=gradebook.heading, by=by)
    maximum, _ = gradebook.maximum
    if maximum and maximum != overview.maximum:
        rubric, sheet = (points_text(n, say) for n in (overview.maximum, maximum))
        yield say("upload.scaled", rubric=rubric, sheet=sheet)
    if filled.left_open:
        yield say("upload.left_open")
    points = {e.label: describe_points(e, say) for e in overview.hand_ins}
    for student, why in filled.left_open:
        yield f"{points[student]}  {student}: {why.in_language(say.language)}"
