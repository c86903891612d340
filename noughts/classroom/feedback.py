"""Files to upload: the list of grades, and feedback pages for Moodle."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from noughts import files
from noughts.checker.record import Check, Record
from noughts.checker.reports import html
from noughts.checker.reports.wording import CASE, points_text, summary
from noughts.classroom.gradebook import Gradebook
from noughts.classroom.hand_ins import HandIn
from noughts.classroom.overview import Overview
from noughts.words import Words

FEEDBACK = "feedback.zip"
SHOWN = 5  # faults in a comment


def write_upload(
    folder: Path, overview: Overview, gradebook: Gradebook | None, say: Words
) -> None:
    """Write the filled-in list and Moodle's zip file of pages."""
    if gradebook:

        def comment(hand_in: HandIn) -> str:
            return "<br>".join(feedback_lines(hand_in.record, say))

        gradebook.fill(overview.hand_ins, overview.maximum, comment)
        folder.mkdir(exist_ok=True)
        path = folder / Path(gradebook.table.path).name
        files.write_whole(path, gradebook.table.write(), durable=True)
    pages = [
        (f"{moodle_folder(each)}/feedback.html", render_page(each.record, say))
        for each in overview.hand_ins
        if each.platform == "moodle" and each.id and not each.fault
    ]
    if pages:
        folder.mkdir(exist_ok=True)
        files.write_whole(folder / FEEDBACK, files.zipped(pages), durable=True)


def moodle_folder(hand_in: HandIn) -> str:
    """Return the folder in which Moodle expects a student's feedback."""
    name = hand_in.student.replace("_", " ")  # Moodle takes the id after "_"
    return f"{name}_{hand_in.id}_assignsubmission_file_"


def feedback_lines(record: Record, say: Words) -> Iterator[str]:
    """Yield the lines of a student's comment."""
    yield summary(record, say.language)
    if record.hint:
        yield record.hint
    for known in record.misconceptions:
        yield f"{known.function}: {known.title} {known.hint}"
    for check in record.faults[:SHOWN]:
        yield describe_fault(check, say)
    if (more := len(record.faults) - SHOWN) > 0:
        yield say("upload.more_faults", n=more)
    for section in record.sections:
        if section.points < section.maximum and not section.bonus:
            points = points_text(section.points, say)
            yield f"{section.title}: {points}/{points_text(section.maximum, say)}"


def describe_fault(check: Check, say: Words) -> str:
    """Return a failed check in one line, with its smallest case or its note."""
    why = str(check.note)
    if check.failures and check.failures[0].board:
        first = check.failures[0]
        why = say("upload.case", **{name: getattr(first, name) for name in CASE})
    return f"\N{BALLOT X} {check.sentence} {why}".rstrip()


def render_page(record: Record, say: Words) -> bytes:
    """Return a student's page, without the folders of the file."""
    file = record.file.rpartition("/")[2]
    page = html.report(replace(record, file=file), say.language)
    return page.encode("utf-8", "replace")
