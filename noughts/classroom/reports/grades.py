"""grades.csv: the grades of a class for spreadsheets."""

import csv
import io

from noughts.checker.reports.wording import points_text, unwritten
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview, failed
from noughts.classroom.reports.sentences import why_undecided
from noughts.words import Words

FIRST = ("student", "id", "late", "attempt", "points", "maximum")
LAST = ("failed", "remark")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet's formulas begin


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
    # Without a byte order mark, Excel does not read UTF-8.
    return f"\ufeff{buffer.getvalue()}"


def _cells(hand_in: HandIn, titles: list[str], say: Words) -> list[str]:
    """Return a student's row."""
    record = hand_in.record
    is_graded = hand_in.graded  # without a judgement no points, not even a zero
    points = points_text(record.points, say) if is_graded else ""
    open_ = {check.name for check in record.undecided}
    sections = {
        str(section.title): points_text(section.points, say)
        for section in record.sections
        if is_graded and {item.check for item in section.items} - open_
    }
    return [
        hand_in.label,
        hand_in.id,
        say("class.late") if hand_in.late else "",
        str(hand_in.attempt or ""),
        points,
        points_text(record.maximum, say),
        *(sections.get(title, "") for title in titles),
        " ".join(check.name for check in failed(record)),
        " ".join(_remarks(hand_in, say)),
    ]


def _remarks(hand_in: HandIn, say: Words) -> list[str]:
    """Return the remarks on a student's file."""
    record = hand_in.record
    if hand_in.fault:
        return [say("table.fault", why=hand_in.fault)]
    said = [str(record.refusal)] if record.refusal else []
    if todo := unwritten(record):
        said.append(say("class.unwritten", names=" ".join(todo)))
    return [*said, *record.notes[: len(hand_in.notes)], *why_undecided(record)]


def defuse(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
