"""
Which function is to blame if several fail.

Two rules decide, and both look at answers alone. A function is asked again with right
functions substituted for other wrong ones: what passes then is excused. And a check is
excused if all its wrong answers follow from what the file's own `winner` or `player`
says: the same mistake, written twice.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from itertools import product

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import said_of
from noughts.checker.asking import PATIENCE
from noughts.checker.case import Case, Talk
from noughts.checker.checks import CHECK_RULES
from noughts.checker.questions import Question, every
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.verdicts import shows_nothing
from noughts.game.board import put, replies, turn
from noughts.game.contract import RULES
from noughts.texts.said import Said

FOLLOWING = {
    "terminal": "winner",
    "utility": "winner",
    "minimax": "winner",
    "result": "player",
}
WORTH = {"mX": 1, "mO": -1, "n": 0}  # of a finished game, by what `winner` says
SaidOfBoards = Mapping[str, str]  # answers in wire format, by board
Accepts = Callable[[Question, str], bool]


def separate(case: Case) -> Talk[None]:
    """
    Find the roots, rules that fail on their own; excuse what fails because of them.

    A root fails even with right functions substituted for all other wrong ones.
    """
    wrong = [name for name in RULES if failing(case.checks.get(name, ()))]
    for name in wrong:
        others = [each for each in wrong if each != name and case.misleads(each)]
        if not others or case.is_stub(name):
            case.roots.append(name)
        else:
            healed, _ = yield from heal(case, name, others)
            if failing(healed):
                case.roots.append(name)
    if wrong and not case.roots:  # they call each other in a circle
        case.roots.append(wrong[0])
    for name in wrong:
        yield from excuse(case, name)


def excuse(case: Case, name: str) -> Talk[None]:
    """Excuse the checks that a function fails only because of others."""
    yield from excuse_healed(case, name)
    yield from excuse_consequences(case, name)


# --- Healed by right functions ----------------------------------------------


def excuse_healed(case: Case, name: str) -> Talk[None]:
    """
    Excuse the checks that pass with right functions substituted for the roots.

    First the roots that mislead every caller are replaced, then also a `result` that
    fails to raise.
    """
    sheet = case.sheets.get(name)
    if sheet is None or not failing(case.checks[name]) or case.is_stub(name):
        return
    causes, healed, healed_sheet = list[str](), list[Check](), sheet
    for roots in (case.causes_of(name), [r for r in case.roots if r != name]):
        if roots and roots != causes:
            causes = roots
            healed, healed_sheet = yield from heal(case, name, causes)
            if not failing(healed):
                break
    if not causes:
        return
    named = [cause for cause in causes if failing(case.checks[cause])] or causes
    alone = case.judged(name, first=healed_sheet.wrong)  # its own faults
    case.checks[name] = [
        excused(one, other, named, case.time_up)
        for one, other in zip(alone, healed, strict=True)
    ]
    if healed_sheet.wrong or not failing(healed):
        case.alone.setdefault(name, sheet)
        case.sheets[name] = healed_sheet


def excused(alone: Check, healed: Check, causes: list[str], time_up: bool) -> Check:
    """Return a check of the file alone, excused if right functions heal it, or open."""
    named = {"function": alone.function, "causes": causes}
    if alone.status not in (*FAULTS, "absent", "unjudged"):
        return alone
    if healed.status == "passed" and healed.asked:
        note = Said("note.excused", **named)
        return replace(alone, status="excused", note=note, causes=tuple(causes))
    if time_up and failing([alone]) and not healed.failing:
        return replace(alone, status="unjudged", note=Said("note.untried", **named))
    return alone


def heal(
    case: Case, name: str, others: Collection[str]
) -> Talk[tuple[list[Check], AnswerSheet]]:
    """Return the verdicts and answers with right functions substituted for others."""
    key = name, frozenset(others)
    if key not in case.healed:
        sheet, setup = AnswerSheet(name), case.setup(others, tables=name == "minimax")
        hung = name in case.sheets and case.sheets[name].hangs
        strikes = 1 if hung else PATIENCE
        yield from case.enter(sheet, every(name), setup, strikes=strikes)
        case.healed[key] = case.judged(name, sheet), sheet
    return case.healed[key]


# --- Consequences of a wrong `winner` or `player` ---------------------------


def excuse_consequences(case: Case, name: str) -> Talk[None]:
    """Excuse what follows from what the wrong `winner` or `player` says."""
    first = FOLLOWING.get(name, "")
    if first not in case.roots or not failing(case.checks[name]):
        return
    claims = claims_of(case.sheets.get(first))
    sheet = case.own_sheet(name)
    if not claims or sheet is None or not sheet.complete:
        return
    best = (yield from best_moves(case, claims)) if name == "minimax" else {}

    def accepts(question: Question, said: str) -> bool:
        if name == "minimax":
            return said in best.get(question.key, ())
        return said == following(question, claims.get(question.key, ""))

    note = Said("note.shared", function=name, name=first)
    case.checks[name] = [
        replace(check, status="excused", note=note, causes=(first,))
        if check.status in FAULTS and repeats(check, sheet, accepts)
        else check
        for check in case.checks[name]
    ]


def repeats(check: Check, sheet: AnswerSheet, accepts: Accepts) -> bool:
    """Return whether all wrong answers are accepted, and at least half were right."""
    name = check.name
    if ".unbeatable" in name:  # games are lost by moves of this check
        name = "minimax.optimal"
    elif not 0 < 2 * check.failing <= check.asked:
        return False
    (rule,) = (each for each in CHECK_RULES if each.name == name)
    return all(accepts(q, answer.said) for q, answer in rule.broken_by(sheet))


def claims_of(sheet: AnswerSheet | None) -> dict[str, str]:
    """Return the answer of a function on each board; none if it shows nothing."""
    if sheet is None or not sheet.complete or shows_nothing(sheet):
        return {}
    return {question.key: answer.said for question, answer in sheet.pairs()}


def following(question: Question, claim: str) -> str:
    """Return the answer that would be right if that of `winner` or `player` were."""
    key = question.key
    match question.function:
        case "terminal" if claim in WORTH:
            return "t" if claim != "n" or "." not in key else "f"
        case "utility" if claim in WORTH:
            return f"i{WORTH[claim]}"
        case "result" if claim in ("mX", "mO") and question.valid:
            return "b" + put(key, question.action, claim[1])
    return claim if claim[:1] == "r" else ""  # an exception is passed on


def best_moves(case: Case, claims: SaidOfBoards) -> Talk[dict[str, set[str]]]:
    """Return the best actions on each board, in the game that this `winner` defines."""
    wanted = sorted(fair_boards() - claims.keys())
    answers = yield from case.ask("winner", wanted)
    said = dict(claims)
    for key, answer in zip(wanted, answers, strict=True):
        said[key] = answer.said if answer else ""
    return best_in(said) if set(said.values()) <= WORTH.keys() else {}


@cache
def fair_boards() -> frozenset[str]:
    """Return every board on which the players took turns, won or not."""
    boards = map("".join, product("XO.", repeat=9))
    return frozenset(b for b in boards if b.count("X") - b.count("O") in (0, 1))


def best_in(claims: SaidOfBoards) -> dict[str, set[str]]:
    """Return the best actions on each board if `winner` were right."""
    value, best = dict[str, int](), dict[str, set[str]]()
    for key in sorted(claims, key=lambda key: key.count(".")):
        after = {} if claims[key] != "n" else replies(key)
        worth = {action: value[board] for action, board in after.items()}
        if worth:
            value[key] = (max if turn(key) == "X" else min)(worth.values())
            good = (action for action in worth if worth[action] == value[key])
            best[key] = {said_of(action) for action in good}
        else:
            value[key], best[key] = WORTH[claims[key]], {"n"}
    return best
