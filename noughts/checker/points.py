"""
The points that a file has earned: its checks, as a rubric counts them.

Nothing is run here. A record is judged once; whatever rubric is applied to it, and
however often, it stays the record of the same answers.
"""

from collections.abc import Iterable
from dataclasses import replace

from noughts.checker.checks import told_of
from noughts.checker.record import ALPHABETA, Check, Item, Record, Section, failing
from noughts.checker.rubric import Rubric
from noughts.words.said import quoted

EARNED = frozenset({"passed", "excused"})


def apply(rubric: Rubric, record: Record) -> Record:
    """Return the record as this rubric has it: its title, sentences and points."""
    own = dict(rubric.sentences)
    checks = tuple(
        replace(check, sentence=quoted(own[check.name]))
        if check.name in own
        else check
        if check.function == "style"
        else replace(check, sentence=told_of(check.name))
        for check in record.checks
    )
    sections = grade(rubric.of(record.functions), checks, bool(record.refusal))
    return replace(record, rubric=rubric.title, checks=checks, sections=sections)


def grade(
    rubric: Rubric, checks: Iterable[Check], refused: bool = False
) -> tuple[Section, ...]:
    """Return the sections with the points earned, without what was not asked."""
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
    """Return the points of one check; open, neither earned nor lost, if unjudged."""
    check = checks.get(item.check)
    if check is None:
        return replace(item, points=0)
    earned = check.status in EARNED or _taken_on_trust(rubric, check, checks)
    if check.note.key == "note.marks" and rubric.gives("contract.names"):
        earned = True  # the marks are charged there
    unjudged = check.status == "unjudged" and not earned
    points = item.maximum if earned else 0
    return Item(item.check, points, item.maximum, unjudged)


def _taken_on_trust(rubric: Rubric, check: Check, checks: dict[str, Check]) -> bool:
    """Return whether a bonus is given because the rubric asks for no evidence."""
    if check.name != ALPHABETA or rubric.bonus_needs_evidence:
        return False
    minimax = [each for each in checks.values() if each.function == "minimax"]
    return check.status in ("absent", "unjudged") and not failing(minimax)
