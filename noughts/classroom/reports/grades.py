"""The grades of a class as a table that a spreadsheet or a learning platform takes."""

import csv
import io

from noughts.checker.reports.words import number
from noughts.classroom.cells import defused
from noughts.classroom.overview import Overview, Row

HEADS = ["Student", "Id", "Late", "Attempt", "Points", "Maximum"]


def render(overview: Overview) -> str:
    """Return the table: a line for each student, with the points of each section."""
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer, quoting=csv.QUOTE_ALL)
    table.writerow(
        map(
            defused,
            [*HEADS, *overview.sections, "Failed", "Remark"],
        )
    )
    for row in overview.rows:
        cells = [row.student, row.id, "late" * row.late, str(row.attempt or "")]
        cells += [_points(row, row.points), number(overview.maximum)]
        cells += [_points(row, points) for points in row.sections]
        todo = f"not written yet: {' '.join(row.unwritten)}" if row.unwritten else ""
        cells += [" ".join(row.failed), _fault(row) or row.refusal or todo]
        table.writerow(map(defused, cells))
    return buffer.getvalue()


def _points(row: Row, points: float) -> str:
    """Return points as text; none where this machine failed: that is nobody's zero."""
    return "" if row.fault else number(points)


def _fault(row: Row) -> str:
    return f"not judged, to be run again: {row.fault}" if row.fault else ""
