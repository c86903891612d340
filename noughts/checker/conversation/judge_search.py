"""How it searches, and whether that earns the bonus."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from noughts.checker import evidence, truth
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.conversation.blame import causes_of, charged
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.one_function import written
from noughts.checker.conversation.same_fault import SaidOfBoards, told_by
from noughts.checker.conversation.talk import ask
from noughts.checker.questions import open_keys
from noughts.checker.record import Check, SearchEvidence
from noughts.contract import CONSTANTS
from noughts.words.said import Said

SEVEN = evidence.BOARD.count(".")  # cells that are free where a search is heard


class SearchHeard(NamedTuple):
    """What a process tells of a search, and how it was asked."""

    told: dict[str, Any]
    causes: Sequence[str]  # in whose place were right functions
    board: str  # where it was heard besides; empty if nowhere
    time_up: bool  # so that not all may have been told


def hear_search(case: Case) -> Talk:
    """
    Return what is told of the search; None if there is none.

    Where its moves are excused, its calls are told and counted as these were healed.
    """
    if "minimax" in case.missing or not written(case, "minimax"):
        return None
    causes = healing(case, optimal_in(case))
    sheet = case.alone.get("minimax", case.sheets.get("minimax"))
    told, late = dict[str, Any](), set[str]()
    board = evidence.BOARD if causes else ""
    if "minimax" in case.sharing:
        board = where_right(told_by(case.sheets.get("winner")))
    if sheet and sheet.hangs:
        late.add("heard")
    for what, source, call in evidence.looks(
        case.source, case.tree, case.own_marks, board
    ):
        healed = causes if what != "heard" else ()
        if ("healed" if healed else "heard") in late:  # it would be waited for again
            continue
        answer = yield from watched(case, source, inside(case, healed), call)
        if answer and answer.said == "v":
            told[what] = answer.value
        elif answer and answer.said == "l":
            late.add(what)
    case.heard = told.get("heard")
    if n := evidence.printed(case.heard):
        case.notes.append(Said("note.prints", n=n))
    return SearchHeard(told, causes, board, case.time_up)


def watched(
    case: Case, source: str, setup: dict[str, Any], call: evidence.FunctionCall
) -> Talk:
    """Return what one call comes to, in a process that was asked nothing else."""
    function, arguments = call
    seconds = evidence.SECONDS
    asked = Ask(source, setup, function, [arguments], Stage.SEARCH, seconds, fresh=True)
    with suppress(UnjudgedError):
        (answer,) = yield from ask(case, asked)
        return answer
    return None


def judge_search(
    case: Case, heard: SearchHeard | None
) -> tuple[Check, SearchEvidence | None]:
    """Return the verdict on the bonus, and what was seen of the search."""
    if heard is None:
        return evidence.absent(), None
    told, causes, board, time_up = heard
    named, status = charged(case, causes), optimal_in(case).status
    return evidence.verdict(case.tree, told, status, named, board, time_up)


def optimal_in(case: Case) -> Check:
    """Return the check of the moves."""
    (optimal,) = (c for c in case.checks["minimax"] if c.name == "minimax.optimal")
    return optimal


def healing(case: Case, optimal: Check) -> list[str]:
    """
    Return in whose place right functions heal the moves.

    Where the search shares a fault, a right function in another's place heals nothing.
    """
    if optimal.status != "excused" or "minimax" in case.sharing:
        return []
    causes = causes_of(case, "minimax")
    return [each for each in causes if {*charged(case, [each])} <= {*optimal.causes}]


def where_right(told: SaidOfBoards) -> str:
    """Return a board after which nobody sees that `winner` is wrong; empty if none."""
    wrong = [key for key in told if told[key] != truth.said_about("winner", key)]
    few = (key for key in open_keys() if told and key.count(".") == SEVEN)
    return next((key for key in few if not any(comes_to(key, w) for w in wrong)), "")


def comes_to(key: str, other: str) -> bool:
    """Return whether all marks of a board are on another."""
    return all(mark in (".", there) for mark, there in zip(key, other, strict=True))


def inside(case: Case, causes: Sequence[str]) -> dict[str, Any]:
    """Return what listens in the process, with right functions in place of causes."""
    if not causes:
        return {"extension": evidence.EXTENSION}
    ours = replace(case, marks=[*CONSTANTS.values()], constants=False)
    return ours.setup(causes) | {"extension": evidence.EXTENSION}
