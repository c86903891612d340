"""All functions but minimax: asked, and their faults told apart."""

from collections.abc import Collection, Sequence

from noughts.checker.conversation.blame import excuse, heal
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.one_function import ask_rules, ask_sample, judged
from noughts.checker.conversation.same_fault import share_faults
from noughts.checker.conversation.same_slip import share_slips
from noughts.checker.questions import HELPERS
from noughts.checker.record import failing


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
    for name in names:
        case.checks[name] = judged(case, name, case.sheets.get(name))
    yield from ask_rules(case, [n for n in present if not case.sheets[n].unwritten])


def separate(case: Case) -> Talk:
    """
    Find the functions that fail by themselves, and excuse what fails through them.

    A root fails with right functions in the place of all others that are wrong. An
    excuse needs more: with only the roots replaced, the function must pass.
    """
    wrong = case.wrong()
    for name in wrong:
        others = [w for w in wrong if w != name and w in case.reached(name)]
        if not others or case.is_stub(name):
            case.roots.append(name)
        else:
            healed, _ = yield from heal(case, name, others)
            if failing(healed):
                case.roots.append(name)
    yield from share_faults(case)
    yield from share_slips(case)
    alone = {name: case.checks[name] for name in wrong}
    yield from excuse(case, alone)
    # Functions that call each other in a circle, and none of which fails by itself.
    circle = [
        name
        for name in wrong
        if name not in case.roots
        and failing(case.checks[name])
        and case.graph.calls_itself(name)
    ]
    if circle:
        case.roots += circle
        rest = {name: checks for name, checks in alone.items() if name not in circle}
        yield from excuse(case, rest)
    case.roots += [n for n in wrong if n not in case.roots and failing(case.checks[n])]
