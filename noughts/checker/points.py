"""
The points of a file: its checks, counted by a rubric.

Nothing runs here. A file is judged once, and any rubric can be applied to its record.
"""

from collections.abc import Iterable
from dataclasses import replace

from noughts.checker.record import Check, Item, Record, Section
from noughts.checker.rubric import Rubric

EARNED = frozenset({"passed", "excused"})


def apply(rubric: Rubric, record: Record) -> Record:
    """Return the record with the title and the points of this rubric."""
    counted = rubric.of(record.functions)
    sections = grade(counted, record.checks, bool(record.refusal))
    return replace(record, rubric=rubric.title, sections=sections)


def grade(
    rubric: Rubric, checks: Iterable[Check], refused: bool = False
) -> tuple[Section, ...]:
    """Return the sections with the points earned, without checks that were not made."""
    known = {check.name: check for check in checks}
    graded = list[Section]()
    for section in rubric.sections:
        items = tuple(
            _item(rubric, item, known)
            for item in section.items
            if refused or item.check in known
        )
        if items:
            graded.append(replace(section, items=items))
    return tuple(graded)


def _item(rubric: Rubric, item: Item, checks: dict[str, Check]) -> Item:
    """Return the points of one check; they are open if it was not judged."""
    check = checks.get(item.check)
    if check is None:
        return replace(item, points=0)
    earned = check.status in EARNED
    if check.note.key == "note.marks" and rubric.gives("contract.names"):
        earned = True  # the marks are charged there
    unjudged = check.status == "unjudged" and not earned
    points = item.maximum if earned else 0
    return Item(item.check, points, item.maximum, unjudged)
