"""The grades of a class as a table that spreadsheets open."""

import csv
import io

from noughts.checker.reports.wording import points_text, unwritten
from noughts.classroom.gradebook import defuse
from noughts.classroom.overview import Overview, failed
from noughts.classroom.reports.sentences import why_undecided
from noughts.classroom.submissions import Submission
from noughts.words import Words

FIRST = ("student", "id", "late", "attempt", "points", "maximum")
LAST = ("failed", "remark")


def render_grades(overview: Overview, say: Words) -> str:
    """Return the table: a line for each student, with the points of each section."""
    # Where a comma is part of a number, spreadsheets want semicolons between cells.
    separator = ";" if say("number.marks")[1] == "," else ","
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer, quoting=csv.QUOTE_ALL, delimiter=separator)
    titles = [str(section.title) for section in overview.rubric.sections]
    first, last = ([say(f"table.{name}") for name in part] for part in (FIRST, LAST))
    table.writerow(map(defuse, [*first, *titles, *last]))
    for each in overview.submissions:
        table.writerow(map(defuse, _cells(each, titles, say)))
    # Excel takes a file without this mark for one in the local alphabet.
    return f"\ufeff{buffer.getvalue()}"


def _cells(submission: Submission, titles: list[str], say: Words) -> list[str]:
    """Return a student's line."""
    record, hand_in = submission.record, submission.hand_in
    # No points where there was nothing to judge: a zero is the teacher's to give.
    is_graded = record.graded and not submission.fault
    points = points_text(record.points, say) if is_graded else ""
    open_ = {check.name for check in record.undecided}
    sections = {
        str(section.title): points_text(section.points, say)
        for section in record.sections
        if is_graded and {item.check for item in section.items} - open_
    }
    return [
        submission.student,
        hand_in.id,
        say("class.late") if hand_in.late else "",
        str(hand_in.attempt or ""),
        points,
        points_text(record.maximum, say),
        *(sections.get(title, "") for title in titles),
        " ".join(check.name for check in failed(record)),
        " ".join(_remarks(submission, say)),
    ]


def _remarks(submission: Submission, say: Words) -> list[str]:
    """Return what there is to know about a submission, besides its points."""
    record = submission.record
    if submission.fault:
        return [say("table.fault", why=submission.fault)]
    said = [str(record.refusal)] if record.refusal else []
    if todo := unwritten(record):
        said.append(say("class.unwritten", names=" ".join(todo)))
    return [*said, *record.notes[: len(submission.notes)], *why_undecided(record)]
