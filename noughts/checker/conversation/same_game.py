"""
One fault in `winner` and `minimax`: the search plays another game, and plays it well.

What shares a wrong `winner` ends the game where that sees a win. So the actions of
`minimax` are compared with the best of the game that this `winner` ends; if they are
those, nothing else is wrong in the search, and the fault is charged to `winner`.
"""

from collections.abc import Mapping, Set
from functools import cache
from itertools import product

from noughts.board import replies, turn
from noughts.checker import answers, truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.conversation.blame import causes_of, heal
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.same_fault import (
    WORTH,
    SaidOfBoards,
    ask_boards,
    can_share,
    charged_to,
    excused_by,
    told_by,
)
from noughts.checker.questions import Question, keys, open_keys
from noughts.checker.record import FAULTS, Check, failing

LEGALITY = ("minimax.legal", "minimax.none")  # whatever an action is worth
Best = Mapping[str, Set[str]]  # actions as the wire has them, by the key of the board


def share_minimax(case: Case) -> Talk:
    """Excuse minimax where it plays right the game that the file's `winner` ends."""
    sheet = case.alone.get("minimax", case.sheets["minimax"])
    told = told_by(case.sheets.get("winner")) if "winner" in case.roots else {}
    related = told and can_share(case, "winner", "minimax", told)
    if not related or not failing(case.checks["minimax"]):
        return
    causes = causes_of(case, "minimax")
    beside = [each for each in causes if case.sharing.get(each, each) != "winner"]
    if beside:
        _, sheet = yield from heal(case, "minimax", beside)
    best = (yield from best_moves(case, told)) if sheet.complete else None
    if best:
        checks = excused_moves(case, best, sheet)
        if not failing(check for check in checks if check.name == "minimax.optimal"):
            case.sharing["minimax"] = "winner"
            checks = [
                charged_to("winner", check)
                if check.status in FAULTS and ".unbeatable" in check.name
                else check
                for check in checks
            ]
        case.checks["minimax"] = checks


def best_moves(case: Case, told: SaidOfBoards) -> Talk:
    """
    Return the best actions on each board of the game that `winner` ends.

    Return None where it does not say who has won, or sees so few wins that actions
    hardly matter: then they show nothing of a search.
    """
    more = yield from ask_boards(case, "winner", boards() - told.keys())
    said = {**told, **more}
    if not said.keys() >= boards() or not set(said.values()) <= WORTH.keys():
        return None
    best = best_in(said)
    most = deciding({key: truth.optimal(key) for key in keys()})
    return best if 2 * deciding(best) >= most else None


def excused_moves(case: Case, best: Best, sheet: AnswerSheet) -> list[Check]:
    """Return the verdicts on minimax, without what is right in that game."""

    def fits(question: Question, answer: Answer) -> bool:
        return answer.said in best[question.key]

    def is_legal(question: Question, answer: Answer) -> bool:
        if best[question.key] == {"n"}:
            return answer.said == "n"
        return answer.said[0] == "c" and answer.cell in replies(question.key)

    return [
        legal if legal.name in LEGALITY else check
        for legal, check in zip(
            excused_by(case, "winner", "minimax", is_legal, sheet),
            excused_by(case, "winner", "minimax", fits, sheet),
            strict=True,
        )
    ]


@cache
def boards() -> frozenset[str]:
    """Return every board on which the players took turns, whoever has won."""
    every = map("".join, product("XO.", repeat=9))
    fair = (key for key in every if key.count("X") - key.count("O") in (0, 1))
    return frozenset(fair)


def deciding(best: Best) -> int:
    """Return in how many positions it matters which action is taken."""
    return sum(len(best[key]) < key.count(".") for key in open_keys())


def best_in(told: SaidOfBoards) -> Best:
    """Return the best actions on each board where what was told is who has won."""
    value, best = dict[str, int](), dict[str, Set[str]]()
    for key in sorted(told, key=lambda key: key.count(".")):
        after = {} if told[key] != "n" else replies(key)
        worth = {action: value[board] for action, board in after.items()}
        if worth:
            value[key] = (max if turn(key) == "X" else min)(worth.values())
            good = (action for action in worth if worth[action] == value[key])
            best[key] = {answers.said_of(action) for action in good}
        else:
            value[key], best[key] = WORTH[told[key]], {"n"}
    return best
