"""
One slip in what several functions share: without it, each of them is right.

Where `actions` and `terminal` rest on one wrong helper, the answers of the one say
nothing of the other. A changed file does: what `terminal` has wrong only as long as the
slip of `actions` is there is charged to `actions`, and excused in `terminal`.
"""

from noughts.checker.asking import UnjudgedError
from noughts.checker.conversation.blame import causes_of, harmful, heal
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.find_slip import answers_of, proved
from noughts.checker.conversation.one_function import judged
from noughts.checker.conversation.same_fault import charged_to
from noughts.checker.record import FAULTS, failing
from noughts.checker.slips.experiment import Slip
from noughts.checker.slips.suspects import suspected


def share_slips(case: Case) -> Talk:
    """Excuse what a root has wrong only by a slip that explains another root."""
    for first in case.roots:
        if is_charged(case, first) and (slip := (yield from shared_slip(case, first))):
            case.slips.append(slip)
            for name in sharers(case, slip):
                yield from excuse_slip(case, slip, name)
    case.unchanged.clear()  # it was asked before the causes were told apart


def is_charged(case: Case, root: str) -> bool:
    """Return whether a root is written, and its fault is charged to no other."""
    alone = root not in case.sharing and not case.is_stub(root)
    return alone and failing(case.checks[root])


def sharers(case: Case, slip: Slip) -> list[str]:
    """Return the other roots that rest on the place of a slip by themselves."""
    users = {*case.graph.users(slip.place.change)} - {slip.function}
    return [root for root in case.roots if root in users and is_charged(case, root)]


def shared_slip(case: Case, first: str) -> Talk:
    """Return the slip that explains a root, if it is in what other roots use, too."""
    slips = (each for each in suspected(case.tree, first) if sharers(case, each))
    proof = yield from proved(case, first, slips)
    return proof[0] if proof else None


def excuse_slip(case: Case, slip: Slip, name: str) -> Talk:
    """
    Excuse the checks of a root that fail with another's slip, and pass without it.

    Both times right functions stand in the place of its causes. If what is left wrong
    in this root misleads no caller, then all that is charged to it, its own faults and
    those that others share with it, is charged to the function that has the slip.
    """
    first, before, causes = slip.function, case.checks[name], causes_of(case, name)
    if causes:
        before, _ = yield from heal(case, name, causes)
    try:
        sheet = yield from answers_of(case, slip.source, name)
    except UnjudgedError:
        return
    healed = {
        one.name
        for one, other in zip(before, judged(case, name, sheet), strict=True)
        if one.status in FAULTS and other.status == "passed" and other.asked
    }
    case.checks[name] = [
        charged_to(first, check) if check.name in healed else check
        for check in case.checks[name]
    ]
    if healed and not harmful(case.checks[name]):
        for other in [name, *(n for n, at in case.sharing.items() if at == name)]:
            case.sharing[other] = first
            case.checks[other] = [
                charged_to(first, check) if check.causes == (name,) else check
                for check in case.checks[other]
            ]
