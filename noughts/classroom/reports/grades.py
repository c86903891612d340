"""The grades of a class as a table that a spreadsheet or a learning platform takes."""

import csv
import io

from noughts.checker.reports.wording import points_text
from noughts.classroom.csv_table import defused
from noughts.classroom.overview import Overview, Row
from noughts.classroom.reports.sentences import reasons
from noughts.words import Words

HEADS = ("student", "id", "late", "attempt", "points", "maximum")
LAST = ("failed", "remark")


def render(overview: Overview, say: Words) -> str:
    """Return the table: a line for each student, with the points of each section."""
    # Where a comma is part of a number, spreadsheets want semicolons between cells.
    separator = ";" if say("number.marks")[1] == "," else ","
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer, quoting=csv.QUOTE_ALL, delimiter=separator)
    heads, last = ([say(f"table.{name}") for name in part] for part in (HEADS, LAST))
    table.writerow(map(defused, [*heads, *overview.sections, *last]))
    for row in overview.rows:
        table.writerow(map(defused, _cells(row, say)))
    return buffer.getvalue()


def _cells(row: Row, say: Words) -> list[str]:
    """Return a student's line."""
    # No points where there was nothing to judge: a zero is the teacher's to give.
    points, *sections = (
        points_text(each, say) if row.graded and each is not None else ""
        for each in (row.points, *row.sections)
    )
    return [
        row.student,
        row.origin.id,
        say("class.late") if row.origin.late else "",
        str(row.origin.attempt or ""),
        points,
        points_text(row.maximum, say),
        *sections,
        " ".join(row.failed),
        _remark(row, say),
    ]


def _remark(row: Row, say: Words) -> str:
    if row.fault:
        return say("table.fault", why=row.fault)
    todo = say("class.unwritten", names=" ".join(row.unwritten))
    said = [row.refusal or (todo if row.unwritten else ""), row.note, *reasons(row)]
    return " ".join(filter(None, said))
