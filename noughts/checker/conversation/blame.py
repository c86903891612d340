"""Whose fault it is: what fails by itself, and what through others."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import AGAIN
from noughts.checker.checks import INVALID
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.one_function import judged
from noughts.checker.conversation.talk import enter
from noughts.checker.questions import every
from noughts.checker.record import FAULTS, Check, failing
from noughts.words.said import Said

# What fails here harms nobody who calls the function with sense.
HARMLESS = {INVALID}


def excuse(case: Case, alone: dict[str, list[Check]]) -> Talk:
    """Ask what fails again, with right functions in the place of its causes."""
    for name, checks in alone.items():
        causes = causes_of(case, name)
        if causes and failing(checks) and not case.is_stub(name):
            causes, healed, sheet = yield from heal_by_causes(case, name)
            named = charged(case, causes)
            told = excused(checks, healed, named, case.time_up)
            case.checks[name] = unless_vain(told, case.sheets[name], sheet)
            if failing(case.checks[name]) and not failing(healed):
                continue
            if sheet.wrong or not failing(healed):
                case.alone.setdefault(name, case.sheets[name])
                case.sheets[name] = sheet


def causes_of(case: Case, name: str) -> list[str]:
    """
    Return the roots that a function calls, and that mislead their callers.

    Where the file catches exceptions, a root that does not raise one misleads, too. So
    does a root whose fault is charged elsewhere; but one whose fault is charged to this
    very function is not a cause of it.
    """
    reached = case.reached(name)
    return [
        root
        for root in case.roots
        if name not in (root, case.sharing.get(root))
        and root in reached
        and (misleads(case, root) or (case.catches and failing(case.checks[root])))
    ]


def charged(case: Case, causes: Collection[str]) -> list[str]:
    """Return where the faults of some roots are charged."""
    where = {case.sharing.get(cause, cause) for cause in causes}
    return [root for root in case.roots if root in where]


def heal_by_causes(case: Case, name: str) -> Talk:
    """
    Return the causes that were replaced, and the verdicts and answers without them.

    First only those are replaced that mislead every caller. If it still fails, so
    are those that do not raise what they should. They come last because their callers
    may catch the file's own exceptions, and not those of our right functions.
    """
    causes = causes_of(case, name)
    first = [cause for cause in causes if misleads(case, cause)]
    if first:
        healed, sheet = yield from heal(case, name, first)
    if not first or (len(first) < len(causes) and failing(healed)):
        again = yield from heal(case, name, causes)
        if not first or not failing(again[0]):
            return causes, *again
    return first, healed, sheet


def misleads(case: Case, root: str) -> bool:
    """Return whether a root is wrong in what others build on, whoever is charged."""
    if root == "actions" and only_lists(case):
        return False
    return root in case.sharing or harmful(case.checks[root])


def only_lists(case: Case) -> bool:
    """
    Return whether no more is wrong than that actions come in a list, not in a set.

    The right function in its place gives a list, too: nothing can be healed by it.
    """
    faults = {c.name for c in case.checks["actions"] if c.status in FAULTS}
    wrong = case.sheets["actions"].wrong.values() if "actions" in case.sheets else ()
    lists = all(answer.text[:2] in ("[(", "((") for answer in wrong)
    return faults == {"actions.type"} and lists


def harmful(checks: Iterable[Check]) -> bool:
    """Return whether a function is wrong in what others build on."""
    return failing(check for check in checks if check.name not in HARMLESS)


def excused(
    alone: Iterable[Check],
    healed: Iterable[Check],
    causes: Iterable[str],
    time_up: bool = False,
) -> list[Check]:
    """
    Return the verdicts on a function, without the faults of others.

    `alone` are those on the file as it is, `healed` those with right functions in the
    place of its causes, and of nothing else. A check that fails only in the first is
    excused: its causes are charged. One that fails in both is charged as the file
    itself shows it. So is one for whose proof there was no time, and that is said.
    """
    named = tuple(causes)
    return [
        _excused(one, other, named, time_up)
        for one, other in zip(alone, healed, strict=True)
    ]


def unless_vain(
    checks: list[Check], alone: AnswerSheet, healed: AnswerSheet
) -> list[Check]:
    """
    Return the verdicts on a function; without its causes, if repairing these is vain.

    It is vain if right functions in their place heal no check, and every question that
    is wrong both with them and without is wrong in the same way: by an answer, or by
    the same exception. The student can then begin with this function at once.
    """
    both = alone.wrong.keys() & healed.wrong.keys()
    alike = all(alone.wrong[n].cause == healed.wrong[n].cause for n in both)
    excuses = any(check.status == "excused" for check in checks)
    if excuses or not (both and alike and healed.complete):
        return checks
    return [replace(check, causes=()) for check in checks]


def _excused(
    alone: Check, healed: Check, causes: tuple[str, ...], time_up: bool
) -> Check:
    if alone.status not in FAULTS:
        return alone
    named = {"function": alone.function, "causes": list(causes)}
    if healed.status != "passed" or not healed.asked:
        note = alone.note
        if time_up and not (note or healed.failing):
            note = Said("note.untried", **named)
        return replace(alone, causes=causes, note=note)
    note = Said("note.excused", **named)
    return replace(alone, status="excused", note=note, causes=causes)


def heal(case: Case, name: str, others: Collection[str]) -> Talk:
    """Return the verdicts, and the answers, with right functions instead of others."""
    inside = case.searching(others) if name == "minimax" else case.setup(others)
    asked = name, frozenset(others)
    if asked not in case.healed:
        sheet = AnswerSheet(name)
        yield from enter(case, sheet, every(name), f"{name} {AGAIN}", inside)
        case.healed[asked] = judged(case, name, sheet), sheet
    return case.healed[asked]
