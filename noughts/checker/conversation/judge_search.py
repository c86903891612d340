"""How it searches, and whether that earns the bonus."""

from typing import Any

from noughts.checker import evidence
from noughts.checker.conversation.case import Case, Talk, UnjudgedError
from noughts.checker.conversation.one_function import written
from noughts.checker.conversation.talk import ask
from noughts.checker.rounds import Reply, Round, Stage

PRINTS = (
    "While `minimax` searches, the file prints: {n:,} times for one move. That slows "
    "the game, and hides what matters."
)
PRINTS_ONCE = PRINTS.replace("{n:,} times", "once")


def judge_search(case: Case) -> Talk:
    """Return the verdict on the bonus, and what was seen of the search."""
    if "minimax" in case.missing or not written(case, "minimax"):
        return evidence.absent(), None
    (status,) = (
        check.status
        for check in case.checks["minimax"]
        if check.name == "minimax.optimal"
    )
    sheet = case.alone.get("minimax", case.sheets.get("minimax"))
    if sheet and sheet.stalls and (sheet.hangs or case.calls_hanging("minimax")):
        return evidence.verdict(case.tree, {}, status)  # it would be waited for again
    told, late = dict[str, Any](), set[str]()
    for what, source, call in evidence.looks(case.source, case.tree, case.own_marks):

        def take(reply: Reply, what: str = what) -> None:
            if reply.status == "ok":
                told[what] = reply.value
            elif reply.status == "late":
                late.add(what)

        asked = Round(
            Stage.SEARCH,
            source,
            evidence.EXTENSION,
            [call],
            search=True,
            seconds=evidence.SECONDS,
            fresh=True,
        )
        try:
            yield from ask(case, asked, take)
        except UnjudgedError:
            continue
        if "heard" in late:  # and so would be all that follows
            break
    case.heard = told.get("heard")
    if n := evidence.printed(case.heard):
        case.notes.append(PRINTS_ONCE if n == 1 else PRINTS.format(n=n))
    return evidence.verdict(case.tree, told, status)
