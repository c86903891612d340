"""Whose fault it is: what fails by itself, and what through others."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import AGAIN, PATIENCE
from noughts.checker.case import REPLACEABLE, Case, Talk, enter, judged
from noughts.checker.checks import INVALID
from noughts.checker.consequences import excuse_consequences
from noughts.checker.questions import every
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.verdicts import verdicts
from noughts.words.said import Said


def separate(case: Case) -> Talk:
    """
    Find the rules that fail by themselves, the roots; excuse what fails through them.

    A root fails with right functions in the place of all others that are wrong.
    """
    wrong = [name for name in REPLACEABLE if failing(case.checks.get(name, ()))]
    for name in wrong:
        others = [each for each in wrong if each != name and misleads(case, each)]
        if not others or case.is_stub(name):
            case.roots.append(name)
        else:
            healed, _ = yield from heal(case, name, others)
            if failing(healed):
                case.roots.append(name)
    if wrong and not case.roots:  # they call each other in a circle
        case.roots.append(wrong[0])
    for name in wrong:
        yield from excuse(case, name)


def excuse(case: Case, name: str) -> Talk:
    """
    Excuse what a function has wrong only because of others.

    It is asked again with right functions in the place of the roots: first of those
    that mislead every caller, then also of those that fail to raise what they should.
    """
    alone, sheet = case.checks[name], case.sheets.get(name)
    causes, healed, beside = list[str](), list[Check](), sheet
    if sheet is not None and failing(alone) and not case.is_stub(name):
        for some in (causes_of(case, name), [r for r in case.roots if r != name]):
            if some and some != causes:
                causes = some
                healed, beside = yield from heal(case, name, causes)
                if not failing(healed):
                    break
    if causes and sheet and beside:
        named = [cause for cause in causes if failing(case.checks[cause])]
        case.checks[name] = excused(case, alone, healed, named or causes)
        own = sheet.only(beside.wrong.keys())
        if own and failing(case.checks[name]):
            case.checks[name] = with_examples(case.checks[name], own)
        if beside.wrong or not failing(healed):
            case.alone.setdefault(name, sheet)
            case.sheets[name] = beside
    yield from excuse_consequences(case, name)


def causes_of(case: Case, name: str) -> list[str]:
    """Return the other roots that mislead those who call them."""
    return [root for root in case.roots if root != name and misleads(case, root)]


def misleads(case: Case, name: str) -> bool:
    """Return whether a function is wrong in what others build on."""
    return failing(check for check in case.checks[name] if check.name != INVALID)


def excused(
    case: Case, alone: Iterable[Check], healed: Iterable[Check], causes: list[str]
) -> list[Check]:
    """
    Return the verdicts on a function, without the faults of others.

    `alone` are those on the file as it is, `healed` those with right functions in the
    place of its causes. A check that fails only in the first is excused.
    """
    return [
        _excused(one, other, causes, case.time_up)
        for one, other in zip(alone, healed, strict=True)
    ]


def _excused(alone: Check, healed: Check, causes: list[str], time_up: bool) -> Check:
    named = {"function": alone.function, "causes": causes}
    if alone.status not in (*FAULTS, "absent"):  # absent: it shows nothing by itself
        return alone
    if healed.status == "passed" and healed.asked:
        note = Said("note.excused", **named)
        return replace(alone, status="excused", note=note, causes=tuple(causes))
    if time_up and failing([alone]) and not (alone.note or healed.failing):
        return replace(alone, note=Said("note.untried", **named))
    return alone


def with_examples(checks: Iterable[Check], sheet: AnswerSheet) -> list[Check]:
    """Return checks that show only what is wrong whatever the others do."""
    shown = {check.name: check.failures for check in verdicts(sheet)}
    return [
        replace(check, failures=shown[check.name])
        if check.status == "failed" and shown.get(check.name)
        else check
        for check in checks
    ]


def heal(case: Case, name: str, others: Collection[str]) -> Talk:
    """Return the verdicts, and the answers, with right functions instead of others."""
    key = name, frozenset(others)
    if key not in case.healed:
        sheet = AnswerSheet(name)
        setup = case.searching(others) if name == "minimax" else case.setup(others)
        hung = name in case.sheets and case.sheets[name].hangs
        asked = case, sheet, every(name), f"{name} {AGAIN}", setup
        yield from enter(*asked, strikes=1 if hung else PATIENCE)
        case.healed[key] = judged(case, name, sheet), sheet
    return case.healed[key]
