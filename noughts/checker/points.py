"""The points that a file has earned: its checks, as a rubric counts them."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from noughts.checker.evidence import ALPHABETA
from noughts.checker.record import Check, Item, Record, Section, Status, failing
from noughts.checker.rubric import Rubric
from noughts.words.said import Said, quoted

EARNED: set[Status] = {"passed", "excused"}


def applied(rubric: Rubric, record: Record) -> Record:
    """Return the record as this rubric has it: its sentences, its bonus, its points."""
    own = dict(rubric.sentences)
    checks = tuple(
        replace(check, sentence=quoted(own[check.name])) if check.name in own else check
        for check in map(partial(_bonus, rubric, record), record.checks)
    )
    sections = grade(rubric.of(record.functions), checks, bool(record.refusal))
    return replace(record, checks=checks, sections=sections)


def _bonus(rubric: Rubric, record: Record, check: Check) -> Check:
    """Return the check of the bonus as earned where the rubric takes it on trust."""
    if check.name != ALPHABETA or rubric.bonus_needs_evidence:
        return check
    minimax = [each for each in record.checks if each.function == "minimax"]
    if check.status not in ("absent", "unjudged") or failing(minimax):
        return check
    return replace(check, status="passed", note=Said("note.on_trust"))


def grade(
    rubric: Rubric, checks: Iterable[Check], refused: bool
) -> tuple[Section, ...]:
    """
    Return the sections with the points that were earned.

    What was not checked, or we could not judge, is neither in the points nor in the
    maximum: of the second there is an item, out of 0. A bonus has to be earned.
    """
    statuses = {check.name: check.status for check in checks}

    def counts(item: Item) -> bool:
        status = statuses.get(item.check)
        at_stake = status != "unjudged" or item.maximum > 0
        return refused or (status is not None and at_stake)

    def graded_item(item: Item, bonus: bool) -> Item:
        status = statuses.get(item.check)
        points = item.maximum if status in EARNED else 0
        open_ = status == "unjudged" and not bonus
        return Item(item.check, points, 0 if open_ else item.maximum)

    graded = list[Section]()
    for section in rubric.sections:
        items = tuple(
            graded_item(item, section.bonus) for item in section.items if counts(item)
        )
        if items:
            graded.append(replace(section, items=items))
    return tuple(graded)
