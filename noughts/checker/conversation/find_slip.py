"""The one slip that explains what minimax does: a changed file shows it."""

from collections.abc import Sequence
from dataclasses import replace

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.batches import Batch
from noughts.checker.conversation.case import BARE, Case, Talk, UnjudgedError
from noughts.checker.conversation.one_function import entering
from noughts.checker.conversation.talk import ask_once
from noughts.checker.record import FAULTS
from noughts.checker.rounds import Round, Stage
from noughts.checker.slips.experiment import shown_by, suspected
from noughts.checker.verdicts import ENOUGH

TRIAL = 60  # wrong answers that a changed file is asked, and as many right ones
QUICK = 12  # of them that are asked first


def find_slip(case: Case) -> Talk:
    """Return the one slip that explains what minimax does, if it can be proved."""
    sheet = case.sheets["minimax"]
    faulty = [c.name for c in case.checks["minimax"] if c.status in FAULTS]
    if seen := shown_by(case.tree, sheet):
        return [replace(seen, checks=tuple(faulty))]
    trial = [Batch("minimax", [number]) for number in trial_of(sheet)]
    for slip in suspected(case.tree):
        if (yield from heals(case, slip.source, trial)):
            return [replace(slip.misconception, checks=tuple(faulty))]
    return []


def trial_of(sheet: AnswerSheet) -> list[int]:
    """Return some questions for a changed file: wrong ones, right ones, quick first."""
    wrong = [n for n in sheet.wrong if sheet.wrong[n].said[0] not in "ld"]
    kept = list(sheet.chosen)
    some = [*wrong[:: len(wrong) // TRIAL + 1], *kept[:: len(kept) // TRIAL + 1]]
    return sorted(some, reverse=True) if wrong else []


def heals(case: Case, source: str, trial: Sequence[Batch]) -> Talk:
    """Return whether a changed file answers all of a trial as it should."""
    sheets = {"minimax": AnswerSheet("minimax")}
    for some in (trial[:QUICK], trial[QUICK:]):
        asked = Round(Stage.CAUSE, source, case.extension(memory=True), [], True, BARE)
        try:
            yield from ask_once(case, asked, some, entering(sheets))
        except UnjudgedError:
            return False
        sheet = sheets["minimax"]
        if any(a.said != "l" for a in sheet.wrong.values()) or not sheet.chosen:
            return False
    return len(sheet.chosen) >= ENOUGH * len(trial)
