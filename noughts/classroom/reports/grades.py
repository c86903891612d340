"""The grades of a class as a table that a spreadsheet or a learning platform takes."""

import csv
import io

from noughts.checker.reports.words import number
from noughts.classroom.overview import Overview

HEADS = ["Student", "Id", "Late", "Attempt", "Points", "Maximum"]
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(overview: Overview) -> str:
    """Return the table: a line for each student, with the points of each section."""
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer)
    table.writerow(
        map(
            defused,
            [*HEADS, *overview.sections, "Failed", "Remark"],
        )
    )
    for row in overview.rows:
        cells = [row.student, row.id, "late" * row.late, str(row.attempt or "")]
        cells += [number(row.points), number(overview.maximum)]
        cells += [number(points) for points in row.sections]
        todo = f"not written yet: {' '.join(row.unwritten)}" if row.unwritten else ""
        cells += [" ".join(row.failed), row.refusal or todo]
        table.writerow(map(defused, cells))
    return buffer.getvalue()


def defused(cell: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula and runs it."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
