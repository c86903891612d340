"""All functions but minimax: asked on every board, and their faults separated."""

from collections.abc import Collection, Sequence

from noughts.checker.asking import Stage
from noughts.checker.blame import separate
from noughts.checker.case import Case, Talk, ask_sample, enter, judged
from noughts.checker.questions import HELPERS, every
from noughts.checker.record import failing
from noughts.words.said import Said


def judge_rules(case: Case, chosen: Collection[str]) -> Talk:
    """
    Judge all functions but minimax, and separate their faults.

    Functions that were not chosen are asked, too, if a wrong one may call them or
    minimax is to be judged.
    """
    wanted = [name for name in HELPERS if name in chosen]
    yield from ask_rules(case, wanted)
    if "minimax" in chosen and "minimax" not in case.missing:
        yield from ask_sample(case, ["minimax"])
    wrong = [name for name in wanted if failing(case.checks[name])]
    if any(not case.is_stub(name) for name in wrong) or "minimax" in chosen:
        yield from ask_rules(case, [n for n in HELPERS if n not in wanted])
    yield from separate(case)


def ask_rules(case: Case, names: Sequence[str]) -> Talk:
    """Ask these functions everything, unless a sample shows a placeholder."""
    present = [name for name in names if name not in case.missing]
    yield from ask_sample(case, present)
    for name in names:
        case.checks[name] = judged(case, name, case.sheets.get(name))
    for name in present:
        sheet = case.sheets[name]
        if sheet.unwritten:
            continue
        earlier = dict(sheet.wrong)
        yield from enter(case, sheet, every(name), Stage.RULES)
        if sheet.keep(earlier):
            case.notes.append(Said("note.unsteady", function=name))
        case.checks[name] = judged(case, name, sheet)
