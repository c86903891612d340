"""What goes back to the students: a few lines for a worksheet, a page in a zip."""

from collections.abc import Iterable, Iterator

from noughts import disk
from noughts.checker.record import Check, Record
from noughts.checker.reports.wording import CASE, points_text, summary
from noughts.words import Words

SHOWN = 5  # faults; the page has them all


def lines(record: Record, say: Words) -> Iterator[str]:
    """Yield what a student should read beside the grade."""
    yield summary(record, say.language)
    if record.hint:
        yield record.hint
    for known in record.misconceptions:
        yield f"{known.function}: {known.title} {known.hint}"
    for check in record.faults[:SHOWN]:
        yield _fault(check, say)
    if (more := len(record.faults) - SHOWN) > 0:
        yield say("upload.more_faults", n=more)
    for section in record.sections:
        if section.points < section.maximum and not section.bonus:
            points, maximum = (
                points_text(each, say) for each in (section.points, section.maximum)
            )
            yield f"{section.title}: {points}/{maximum}"


def _fault(check: Check, say: Words) -> str:
    """Return a fault in a line: the sentence, and the smallest case, or the reason."""
    why = str(check.note)
    if check.failures and check.failures[0].board:
        first = check.failures[0]
        why = say("upload.case", **{name: getattr(first, name) for name in CASE})
    return f"\N{BALLOT X} {check.sentence} {why}".rstrip()


def packed(pages: Iterable[tuple[str, str]]) -> bytes:
    """Return a zip of pages, each in the folder that the platform knows it by."""
    return disk.zipped(
        (f"{folder}/feedback.html", page.encode("utf-8", "replace"))
        for folder, page in pages
    )
