"""
What follows from a wrong `winner` or `player`: the same mistake, written down again.

A check is excused if each of its wrong answers is the right one where what the file's
own `winner` or `player` says is the truth, and at least half of its answers are right.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

from noughts.board import put, replies, turn
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import said_of
from noughts.checker.asking import Ask, Stage
from noughts.checker.case import Case, Talk, ask
from noughts.checker.checks import PROMISES
from noughts.checker.questions import Question
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.verdicts import shows_nothing
from noughts.words.said import Said

FOLLOWING = {"terminal": "winner", "utility": "winner", "result": "player"}
FOLLOWING |= {"minimax": "winner"}
WORTH = {"mX": 1, "mO": -1, "n": 0}
SaidOfBoards = Mapping[str, str]  # by key, as the wire has it
Accepted = Callable[[Question], Collection[str]]


def excuse_consequences(case: Case, name: str) -> Talk:
    """Excuse what a function has wrong only as another that is charged for it."""
    first = FOLLOWING.get(name, "")
    if first not in case.roots or not failing(case.checks[name]):
        return
    told = told_by(case.sheets.get(first))
    sheet = case.alone.get(name, case.sheets.get(name))
    if not told or sheet is None or not sheet.complete:
        return
    accepted = follows(told)
    if name == "minimax":
        best = yield from best_moves(case, told)
        accepted = lambda question: best.get(question.key, ())  # noqa: E731
    case.checks[name] = [
        replace(
            check,
            status="excused",
            note=Said("note.shared", function=name, name=first),
            causes=(first,),
        )
        if check.status in FAULTS and repeats(check, sheet, accepted)
        else check
        for check in case.checks[name]
    ]


def repeats(check: Check, sheet: AnswerSheet, accepted: Accepted) -> bool:
    """Return whether all that is wrong in a check repeats another's mistake."""
    if ".unbeatable" in check.name:  # games are lost by the moves of this check
        names = ["minimax.optimal"]
    else:
        names = [check.name]
        if not check.failing or 2 * check.failing > check.asked:
            return False
    return all(
        answer.said in (accepted(question) or ())
        for promise in PROMISES
        if promise.name in names
        for question, answer in sheet.wrongs(promise.about)
        if not promise.rule(question, answer)
    )


def told_by(sheet: AnswerSheet | None) -> dict[str, str]:
    """Return what a function says of each board; nothing if that shows nothing."""
    if sheet is None or not sheet.complete or shows_nothing(sheet):
        return {}
    return {question.key: answer.said for question, answer in sheet.pairs()}


def follows(told: SaidOfBoards) -> Accepted:
    """Return what is right of a board where what was told of it is the truth."""

    def accepted(question: Question) -> Collection[str]:
        said, key = told.get(question.key, ""), question.key
        match question.function:
            case "terminal" if said in WORTH:
                return {"t" if said != "n" or "." not in key else "f"}
            case "utility" if said in WORTH:
                return {f"i{WORTH[said]}"}
            case "result" if said in ("mX", "mO") and question.valid:
                return {"b" + put(key, question.action, said[1])}
        return {said} if said[:1] == "r" else ()  # what is raised is passed on

    return accepted


# --- The game that a wrong `winner` ends ------------------------------------


def best_moves(case: Case, told: SaidOfBoards) -> Talk:
    """Return the best actions on each board of the game that `winner` ends."""
    wanted = sorted(fair_boards() - told.keys())
    asked = Ask(case.source, case.setup(), "winner", wanted, Stage.RULES)
    answers = yield from ask(case, asked)
    said = dict(told)
    for key, answer in zip(wanted, answers, strict=True):
        said[key] = answer.said if answer else ""
    known = set(said.values()) <= WORTH.keys()
    best = best_in(said) if known else {}
    return best


@cache
def fair_boards() -> frozenset[str]:
    """Return every board on which the players took turns, whoever has won."""
    every = map("".join, product("XO.", repeat=9))
    fair = (key for key in every if key.count("X") - key.count("O") in (0, 1))
    return frozenset(fair)


def best_in(told: SaidOfBoards) -> dict[str, set[str]]:
    """Return the best actions on each board where what was told is who has won."""
    value, best = dict[str, int](), dict[str, set[str]]()
    for key in sorted(told, key=lambda key: key.count(".")):
        after = {} if told[key] != "n" else replies(key)
        worth = {action: value[board] for action, board in after.items()}
        if worth:
            value[key] = (max if turn(key) == "X" else min)(worth.values())
            good = (action for action in worth if worth[action] == value[key])
            best[key] = {said_of(action) for action in good}
        else:
            value[key], best[key] = WORTH[told[key]], {"n"}
    return best
