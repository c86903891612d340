"""Files for the teacher: the filled-in list of grades, feedback, and grades.csv."""

import csv
import io
from collections.abc import Iterator
from html import escape
from pathlib import Path

from noughts import files
from noughts.checker.record import Record
from noughts.checker.reports import html
from noughts.checker.reports.wording import CASE, notes, points_text, summary, unwritten
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview, failed
from noughts.texts import Words

FEEDBACK = "feedback.zip"
SHOWN = 5  # faults in a comment
# Columns of grades.csv before and after those of the sections.
FIRST = ("student", "id", "late", "attempt", "points", "maximum")
LAST = ("failed", "remark")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a spreadsheet's formulas begin


def write_upload(
    folder: Path, overview: Overview, gradebook: Gradebook | None, say: Words
) -> None:
    """Write the filled-in list and Moodle's zip file of pages."""
    uploads = dict[str, bytes]()
    if gradebook:

        def comment(hand_in: HandIn) -> str:
            lines = feedback_lines(hand_in.record, say)  # Moodle reads them as HTML
            return "<br>".join(escape(line, quote=False) for line in lines)

        gradebook.fill(overview.hand_ins, overview.maximum, comment)
        uploads[Path(gradebook.table.path).name] = gradebook.table.write()
    pages = [
        (f"{moodle_folder(each)}/feedback.html", html.report(each.record, say.language))
        for each in overview.hand_ins
        if each.platform == "moodle" and each.id and not each.failed
    ]
    if pages:
        uploads[FEEDBACK] = files.zipped(
            (path, text.encode("utf-8", "replace")) for path, text in pages
        )
    for name, data in uploads.items():
        folder.mkdir(exist_ok=True)
        files.write_whole(folder / name, data)


def moodle_folder(hand_in: HandIn) -> str:
    """Return the folder in which Moodle expects a student's feedback."""
    return f"{hand_in.student}_{hand_in.id}_assignsubmission_file_"


def feedback_lines(record: Record, say: Words) -> Iterator[str]:
    """Yield the lines of a student's comment."""
    yield summary(record, say)
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
    # Without a byte order mark, Excel does not read UTF-8.
    return f"\ufeff{buffer.getvalue()}"


def _cells(hand_in: HandIn, titles: list[str], say: Words) -> list[str]:
    """Return a student's row; without a judgement no points, not even a zero."""
    record = hand_in.record
    points = points_text(record.points, say) if record.graded else ""
    sections = {
        str(section.title): points_text(section.points, say)
        for section in record.sections
        if record.graded and not all(item.open for item in section.items)
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
    record, todo = hand_in.record, unwritten(hand_in.record)
    if hand_in.failed:
        return [say("table.fault", why=record.refusal)]
    said = [str(record.refusal)] if record.refusal else []
    if todo:
        said.append(say("class.unwritten", names=" ".join(todo)))
    return [*said, *notes(record)]


def defuse(cell: str) -> str:
    """Escape a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
