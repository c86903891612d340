"""Files for the teacher: the filled-in list of grades, feedback, and grades.csv."""

import csv
import io
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

from noughts import files
from noughts.checker.record import Record
from noughts.checker.reports import html
from noughts.checker.reports.wording import CASE, notes, points_text, summary, unwritten
from noughts.classroom.adjustments import Adjustment
from noughts.classroom.gradebook import Filled, Gradebook, Joined, OwnCells
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview, failed
from noughts.classroom.stages import UNDONE, GradedHandIn
from noughts.texts import Words

FEEDBACK = "feedback.zip"
SHOWN = 5  # faults in a comment
# Columns of grades.csv before and after those of the sections.
FIRST = ("student", "id", "late", "attempt", "points", "maximum")
LAST = ("failed", "remark")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet's formulas begin


class Worksheet(NamedTuple):
    """A list of grades, and the rows of a class in it."""

    gradebook: Gradebook
    joined: Joined


def fill(
    worksheet: Worksheet,
    overview: Overview,
    own: Mapping[str, OwnCells],
    overwrite: bool,
    say: Words,
) -> Filled:
    """Return the list of grades, filled in."""

    def comment(graded: GradedHandIn) -> str:
        # Moodle reads them as HTML.
        lines = feedback_lines(graded.record, say, graded.adjustment)
        return "<br>".join(escape(line, quote=False) for line in lines)

    return worksheet.gradebook.fill(
        worksheet.joined,
        overview.hand_ins,
        overview.maximum,
        comment,
        own,
        overwrite,
    )


def files_to_upload(overview: Overview, say: Words) -> Iterator[tuple[str, bytes]]:
    """Yield the filled-in list and Moodle's zip file of pages."""
    if filled := overview.filled:
        yield Path(filled.table.path).name, filled.table.write()
    pages = [
        (
            f"{moodle_folder(each.hand_in)}/feedback.html",
            html.report(each.record, say.language),
        )
        for each in overview.hand_ins
        if each.hand_in.platform == "moodle"
        and each.hand_in.id
        and each.outcome not in UNDONE
    ]
    if pages:
        texts = ((path, text.encode("utf-8", "replace")) for path, text in pages)
        yield FEEDBACK, files.zipped(texts)


def moodle_folder(hand_in: HandIn) -> str:
    """Return the folder in which Moodle expects a student's feedback."""
    return f"{hand_in.student}_{hand_in.id}_assignsubmission_file_"


def feedback_lines(
    record: Record, say: Words, adjustment: Adjustment | None = None
) -> Iterator[str]:
    """Yield the lines of a student's comment."""
    yield summary(record, say)
    if adjustment:
        yield adjustment.note.in_language(say.language)
    if record.hint:
        yield record.hint
    for known in record.mistakes:
        yield f"{known.function}: {known.title} {known.hint}"
    for check in record.faults[:SHOWN]:
        case = check.failures[0] if check.failures else None
        why = str(check.note)
        if case and case.board:
            why = say("upload.case", **{name: getattr(case, name) for name in CASE})
        yield f"\N{BALLOT X} {check.sentence} {why}".rstrip()
    if (more := len(record.faults) - SHOWN) > 0:
        yield say("upload.more_faults", n=more)


# --- grades.csv --------------------------------------------------------------


def render_grades(overview: Overview, say: Words) -> str:
    """Return the table: a row per student, a column per section."""
    # With decimal commas, spreadsheets expect semicolons.
    separator = ";" if say("number.marks")[1] == "," else ","
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer, quoting=csv.QUOTE_ALL, delimiter=separator)
    titles = [str(section.title) for section in overview.rubric.sections]
    first, last = ([say(f"table.{name}") for name in part] for part in (FIRST, LAST))
    table.writerow(map(defuse, [*first, *titles, *last]))
    for each in overview.hand_ins:
        table.writerow(map(defuse, _cells(each, titles, say)))
    for absentee in overview.absent:
        cells = dict.fromkeys([*FIRST, *titles, *LAST], "")
        cells |= {"student": absentee.name, "id": absentee.id}
        cells["remark"] = say("class.absent_remark")
        table.writerow(map(defuse, cells.values()))
    # Without a byte order mark, Excel does not read UTF-8.
    return f"\ufeff{buffer.getvalue()}"


def _cells(graded: GradedHandIn, titles: list[str], say: Words) -> list[str]:
    """Return a student's row; without a judgement no points, not even a zero."""
    record, hand_in = graded.record, graded.hand_in
    points = "" if graded.points is None else points_text(graded.points, say)
    sections = {
        str(section.title): points_text(section.points, say)
        for section in record.sections
        if record.graded and not all(item.open for item in section.items)
    }
    return [
        graded.label,
        hand_in.id,
        say("class.late") if hand_in.late else "",
        str(hand_in.attempt or ""),
        points,
        points_text(record.maximum, say),
        *(sections.get(title, "") for title in titles),
        " ".join(check.name for check in failed(record)),
        " ".join(_remarks(graded, say)),
    ]


def _remarks(graded: GradedHandIn, say: Words) -> list[str]:
    """Return the remarks on a student's file."""
    record, todo = graded.record, unwritten(graded.record)
    if graded.outcome == "faults":
        return [say("table.fault", why=record.refusal)]
    said = [str(record.refusal)] if record.refusal else []
    if todo:
        said.append(say("class.unwritten", names=" ".join(todo)))
    return [*said, *notes(record)]


def defuse(cell: str) -> str:
    """Escape a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
