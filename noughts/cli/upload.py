"""What goes back to the platform after a class: grades, and feedback files."""

from collections.abc import Container, Iterator
from dataclasses import replace
from pathlib import Path

from noughts import disk
from noughts.checker.record import Record, in_language
from noughts.checker.reports import html, junit
from noughts.checker.reports.wording import points_text
from noughts.classroom import csv_table, feedback, grade_list, worksheet
from noughts.classroom.overview import Overview
from noughts.classroom.platforms.entry import Origin
from noughts.classroom.results import read_results
from noughts.classroom.run import RESULTS, UPLOAD
from noughts.classroom.sheet_lines import Grade
from noughts.classroom.worksheet import Filled
from noughts.text import clean_line
from noughts.words import Words

FEEDBACK = "feedback.zip"  # in the report
# Whom the teacher should look at: fields of `Filled`, and sentences of ours.
TOLD = (
    "only_here",
    "only_there",
    "ambiguous",
    "contradicted",
    "doubled",
    "unjudged",
    "undecided",
    "locked",
    "replaced",
    "commented",
    "capped",
)


class GivenSheet:
    """The teacher's list of grades, read before anybody is judged."""

    def __init__(self, path: Path, column: str) -> None:
        try:
            self.data = disk.read(path)
        except OSError as error:
            reason = f"{path}: cannot be read: {error.strerror}"
            raise grade_list.WorksheetError(reason) from error
        try:
            grade_list.read(self.data, column)
        except csv_table.TableError as error:
            raise grade_list.WorksheetError(f"{path}: {error}") from None
        self.name, self.column = path.name, column


def write(
    report: Path, overview: Overview, sheet: GivenSheet | None, say: Words
) -> Iterator[str]:
    """Write what the platform takes; yield what the teacher should know about it."""
    folder = report / UPLOAD
    written = set[str]()
    if sheet:
        written.add(sheet.name)
        folder.mkdir(exist_ok=True)
        grades = _grades(report, overview, say)
        filled = worksheet.fill(sheet.data, grades, overview.maximum, sheet.column)
        disk.write_whole(folder / sheet.name, filled.data, durable=True)
        yield from _told(filled, folder / sheet.name, say)
    folders = {
        row.student: row.origin.folder
        for row in overview.rows
        if row.origin.folder and not row.fault
    }
    if folders:
        written.add(FEEDBACK)
        folder.mkdir(exist_ok=True)
        pages = (
            (folders[student], _page(record, say))
            for student, record in _records(report, say)
            if student in folders
        )
        disk.write_whole(folder / FEEDBACK, feedback.packed(pages), durable=True)
        yield say("upload.feedback", path=folder / FEEDBACK)
    yield from older(report, say, written)


def older(report: Path, say: Words, written: Container[str] = ()) -> Iterator[str]:
    """Yield what is there of an earlier run, and not of this one."""
    folder = report / UPLOAD
    for old in sorted(folder.iterdir()) if folder.is_dir() else ():
        if old.name not in written:
            yield say("upload.older", path=clean_line(str(old)))


def write_junit(path: Path, report: Path, overview: Overview, say: Words) -> None:
    """Write what continuous integration reads: a suite for each student."""
    rows = {row.student: row for row in overview.rows}
    members = (
        (each.student, _about(rows[each.student].origin), each.told)
        for each in read_results(report / RESULTS)
    )
    text = "".join(junit.class_report(members, say.language))
    disk.write_whole(path, text.encode("utf-8", "replace"))


def _about(origin: Origin) -> dict[str, str]:
    """Return how a submission came, as far as the export says it."""
    late = "" if origin.late is None else str(origin.late).lower()
    attempt = str(origin.attempt or "")
    told = {"id": origin.id, "late": late, "attempt": attempt, "email": origin.email}
    return {name: value for name, value in told.items() if value}


def _page(record: Record, say: Words) -> str:
    """Return a student's page, under the name that the student gave the file."""
    file = record.file.rpartition("/")[2]
    return html.report(replace(record, file=file), say.language)


def _records(report: Path, say: Words) -> Iterator[tuple[str, Record]]:
    """Yield each student's record, in the words of the language."""
    for result in read_results(report / RESULTS):
        yield result.student, in_language(result.told, say.language)


def _grades(report: Path, overview: Overview, say: Words) -> list[Grade]:
    rows = {row.student: row for row in overview.rows}
    return [
        Grade(
            student,
            rows[student].origin.id,
            rows[student].origin.email,
            record.points,
            tuple(feedback.lines(record, say)),
            judged=record.graded,
            whole=record.whole,
            platform=rows[student].origin.platform,
        )
        for student, record in _records(report, say)
        if student in rows
    ]


def _told(filled: Filled, path: Path, say: Words) -> Iterator[str]:
    """Yield whom the worksheet leaves open, and what was done to the numbers."""
    entered = len(filled.entered)
    others = [filled.only_there, filled.unjudged, filled.undecided, filled.locked]
    total = entered + sum(map(len, [*others, filled.doubled, filled.shared]))
    yield say("upload.worksheet", path=path, entered=entered, n=total)
    if entered and filled.column:
        yield say("upload.column", column=filled.column)
    if total == len(filled.only_there):
        yield say("upload.another_class")
    elif filled.unnumbered:
        yield say("upload.another_assignment")
    if entered and filled.scale:
        rubric, there = (points_text(each, say) for each in filled.scale)
        yield say("upload.scaled", n=filled.scale[0], rubric=rubric, sheet=there)
    if entered and filled.unscaled:
        rubric = points_text(filled.unscaled, say)
        yield say("upload.unscaled", n=filled.unscaled, rubric=rubric)
    if entered and filled.extra:
        yield say("upload.extra")
    for name in TOLD:
        if who := getattr(filled, name):
            yield say(f"upload.{name}", who=say.listed(who))
