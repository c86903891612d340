"""All functions but minimax: asked, and their faults told apart."""

from collections.abc import Collection, Sequence

from noughts.checker.batches import batches
from noughts.checker.conversation.blame import separate
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.one_function import ask_sample, entering, judged
from noughts.checker.conversation.talk import ask_batches
from noughts.checker.questions import HELPERS
from noughts.checker.record import failing
from noughts.checker.rounds import Round, Stage


def judge_functions(case: Case, chosen: Collection[str]) -> Talk:
    """
    Judge the functions but minimax, and separate their faults from each other's.

    Those that were not chosen are asked if a chosen one is wrong that may call them, or
    minimax is to be judged. What is not written calls nothing.
    """
    wanted = [f for f in HELPERS if f in chosen]
    yield from ask_helpers(case, wanted)
    if "minimax" in chosen and "minimax" not in case.missing:
        sheets = yield from ask_sample(case, ["minimax"])
        case.sheets |= sheets
    more = set[str]()
    for name in chosen:
        if case.is_stub(name):
            continue
        if name == "minimax" or failing(case.checks.get(name, ())):
            more |= case.reached(name)
    yield from ask_helpers(case, [f for f in HELPERS if f in more - {*wanted}])
    yield from separate(case)


def ask_helpers(case: Case, names: Sequence[str]) -> Talk:
    """Ask these functions everything, unless a sample shows that they are not there."""
    present = [name for name in names if name not in case.missing]
    case.sheets |= yield from ask_sample(case, present)
    todo = [name for name in present if not case.sheets[name].unwritten]
    if todo:
        first = {name: dict(case.sheets[name].wrong) for name in todo}
        wanted = [batch for name in todo for batch in batches(name)]
        asked = Round(Stage.RULES, case.source, case.extension(), [])
        yield from ask_batches(case, asked, wanted, entering(case.sheets))
        for name in todo:
            case.sheets[name].keep(first[name])
    for name in names:
        case.checks[name] = judged(case, name, case.sheets.get(name))
