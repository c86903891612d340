"""
Which function is to blame if several fail.

Two rules decide, and both look at answers alone. A function is asked again with right
functions substituted for other wrong ones: what passes then is excused, because of
those without which it still fails. And a check is excused if all its wrong answers
follow from what the file's own `winner` or `player` says: the same mistake, written
twice.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer, said_of, said_of_board
from noughts.checker.asking import PATIENCE
from noughts.checker.case import Case, Judged, Talk
from noughts.checker.checks import CHECK_RULES
from noughts.checker.questions import Question, every
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.verdicts import shows_nothing
from noughts.checker.whole_games import SIDES
from noughts.game.board import put, replies, turn
from noughts.game.contract import FUNCTIONS, RULES, Mark
from noughts.texts.said import Said

FOLLOWING = {
    "terminal": "winner",
    "utility": "winner",
    "minimax": "winner",
    "result": "player",
}
EXCUSABLE = (*FAULTS, "absent", "unjudged")  # statuses of checks that may be excused
TRIED = 24  # wrong answers that are asked again without one of several causes
WORTH = {"X": 1, "O": -1, None: 0}  # of a finished game, by its winner
Claims = Mapping[str, Answer]  # by board
Accepts = Callable[[Question, Answer], bool]


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
            healed = yield from heal(case, name, others)
            if failing(healed.checks):
                case.roots.append(name)
    yield from charge_circles(case, wrong)
    for name in wrong:
        yield from excuse(case, name)
    for members in case.circles:
        name_circle(case, members)


# --- Circles ----------------------------------------------------------------


def charge_circles(case: Case, wrong: Collection[str]) -> Talk[None]:
    """
    Make the first member of each circle a root.

    The members of a circle are right only with each other's right versions, so none of
    them fails on its own, and the roots do not explain them.
    """
    while True:
        left = list[str]()
        for name in wrong:
            if name not in case.roots:
                healed = yield from healed_checks(case, name, case.causes_of(name))
                if failing(healed):
                    left.append(name)
        if not left:
            return
        circle = yield from find_circle(case, left)
        case.roots.append(circle[0])
        if len(circle) > 1:
            case.circles.append(tuple(circle))


def find_circle(case: Case, left: Sequence[str]) -> Talk[list[str]]:
    """Return the members of a circle that depends on no other circle."""
    needs = dict[str, list[str]]()
    for name in left:
        needs[name] = [each for each in left if each != name and case.misleads(each)]
        # Where any of several would do, the first in the contract's order stays.
        for other in needs[name][::-1]:
            right = {*case.causes_of(name), *needs[name]} - {other}
            if not (yield from still_fails(case, name, right)):
                needs[name].remove(other)
    reached = {name: reach(name, needs) for name in left}
    circles = (
        [name for name in left if name == first or name in reached[first]]
        for first in left
        if all(first in reached[other] for other in reached[first])
    )
    # Where any of several would do, nothing is needed alone: the first is charged.
    return next((each for each in circles if len(each) > 1), [left[0]])


def reach(name: str, needs: Mapping[str, Collection[str]]) -> set[str]:
    """Return what a function needs, directly or through others."""
    found, todo = set[str](), [*needs[name]]
    while todo:
        if (each := todo.pop()) not in found:
            found.add(each)
            todo += needs[each]
    return found


def name_circle(case: Case, members: tuple[str, ...]) -> None:
    """Say in the checks of a circle which functions it has, and where it is charged."""
    charged = members[:1]
    note = Said("note.circle", causes=[*members], function=members[0])

    def concerns(check: Check) -> bool:
        if check.function == members[0]:
            return check.status == "failed" and not check.note
        return check.status == "excused" and check.causes == charged

    for name in members:
        case.checks[name] = [
            replace(check, note=note) if concerns(check) else check
            for check in case.checks[name]
        ]


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
    if sheet is None or case.is_stub(name):
        return
    if not failing(case.checks[name]) and not sheet.sampled:
        return
    healed, causes = None, list[str]()
    for roots in (case.causes_of(name), [r for r in case.roots if r != name]):
        if roots and roots != causes:
            causes = roots
            healed = yield from heal(case, name, causes)
            if not failing(healed.checks):
                break
    if healed is None:
        return
    own_faults = {  # shown first: the answer is the one that is explained
        number
        for number, answer in healed.sheet.wrong.items()
        if number in sheet.wrong and sheet.wrong[number].said == answer.said
    }
    alone = case.judged(name, first=own_faults or healed.sheet.wrong)
    if sheet.sampled:
        alone = completed(alone, healed.checks)
    checks = list[Check]()
    for one, other in zip(alone, healed.checks, strict=True):
        named = causes
        if one.status in EXCUSABLE and is_shown_right(other):
            named = yield from causes_that_matter(case, one, causes)
        checks.append(excused(one, other, named, case.time_up))
    case.checks[name] = checks
    if healed.sheet.wrong or not failing(healed.checks):
        case.explained[name] = healed.sheet


def excused(alone: Check, healed: Check, causes: list[str], time_up: bool) -> Check:
    """Return a check of the file alone, excused if right functions heal it, or open."""
    named = {"function": alone.function, "causes": causes}
    if alone.status not in EXCUSABLE:
        return alone
    if is_shown_right(healed):
        note = Said("note.excused", **named)
        return replace(alone, status="excused", note=note, causes=tuple(causes))
    if time_up and failing([alone]) and not healed.failing:
        return replace(alone, status="unjudged", note=Said("note.untried", **named))
    return alone


def completed(alone: Sequence[Check], healed: Sequence[Check]) -> list[Check]:
    """
    Return checks by a sample; where nothing was wrong in it, the healed verdict counts.

    Games are lost by the answers of other checks, so they need all of these right.
    """
    any_wrong = any(check.failing for check in alone)
    return [
        one if one.failing or (any_wrong and one.name in SIDES) else other
        for one, other in zip(alone, healed, strict=True)
    ]


def is_shown_right(check: Check) -> bool:
    """Return whether a check has passed, and questions show it."""
    return check.status == "passed" and check.asked > 0


def causes_that_matter(
    case: Case, check: Check, causes: Sequence[str]
) -> Talk[list[str]]:
    """
    Return the causes without which a check that they explain still fails.

    They are left out one at a time, the last of the contract first: where either of two
    would do, the earlier one is named.
    """
    needed, name = sorted(causes, key=FUNCTIONS.index), check.function
    for cause in reversed(needed[:]):
        others = [each for each in needed if each != cause]
        if not others or (yield from still_fails(case, name, others, check)):
            continue
        healed = yield from healed_checks(case, name, others)
        if any(is_shown_right(each) for each in healed if each.name == check.name):
            needed = others
    return needed


def still_fails(
    case: Case, name: str, right: Collection[str], check: Check | None = None
) -> Talk[bool]:
    """
    Return whether a few wrong answers are still wrong with these functions right.

    If a check is given, its wrong answers count alone.
    """
    sheet, some = case.sheets.get(name), AnswerSheet(name)
    if sheet is None:
        return False
    wrong = broken_numbers(sheet, check)
    numbers = wrong[:: len(wrong) // TRIED + 1]
    setup = case.setup(right, tables=name == "minimax")
    yield from case.enter(some, numbers, setup, strikes=1)
    return bool(broken_numbers(some, check)) or not some.answers


def broken_numbers(sheet: AnswerSheet, check: Check | None) -> list[int]:
    """Return the questions that fail a check, or any check, quick searches first."""
    rules = [rule for rule in CHECK_RULES if check and rule.name == check.name]
    if not rules:  # any check; games are lost by the answers of other checks
        rules = [rule for rule in CHECK_RULES if rule.function == sheet.function]
    found = {q.number for rule in rules for q, _ in rule.broken_by(sheet)}
    return [number for number in every(sheet.function) if number in found]


def healed_checks(
    case: Case, name: str, others: Collection[str]
) -> Talk[Sequence[Check]]:
    """Return the verdicts with right functions substituted for others, if any."""
    if not others:
        return case.checks[name]
    return (yield from heal(case, name, others)).checks


def heal(case: Case, name: str, others: Collection[str]) -> Talk[Judged]:
    """Return the verdicts and answers with right functions substituted for others."""
    key = name, frozenset(others)
    if key not in case.healed:
        sheet, setup = AnswerSheet(name), case.setup(others, tables=name == "minimax")
        earlier = case.to_explain().get(name)
        hung = earlier is not None and earlier.hangs
        strikes = 1 if hung else PATIENCE
        yield from case.enter(sheet, every(name), setup, strikes=strikes)
        case.healed[key] = Judged(sheet, tuple(case.judged(name, sheet)))
    return case.healed[key]


# --- Consequences of a wrong `winner` or `player` ---------------------------


def excuse_consequences(case: Case, name: str) -> Talk[None]:
    """Excuse what follows from what the wrong `winner` or `player` says."""
    first = FOLLOWING.get(name, "")
    if first not in case.roots or not failing(case.checks[name]):
        return
    claims = claims_of(case.to_explain().get(first))
    sheet = case.sheets.get(name)
    if not claims or sheet is None or not sheet.complete:
        return
    best = (yield from best_moves(case, claims)) if name == "minimax" else {}

    def accepts(question: Question, answer: Answer) -> bool:
        if name == "minimax":
            return answer.said in best.get(question.key, ())
        claim = claims.get(question.key)
        return claim is not None and answer.said == following(question, claim)

    note = Said("note.shared", function=name, name=first)
    case.checks[name] = [
        replace(check, status="excused", note=note, causes=(first,), repeats=True)
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
    return all(accepts(q, answer) for q, answer in rule.broken_by(sheet))


def claims_of(sheet: AnswerSheet | None) -> dict[str, Answer]:
    """Return the answer of a function on each board; none if it shows nothing."""
    if sheet is None or not sheet.complete or shows_nothing(sheet):
        return {}
    return {question.key: answer for question, answer in sheet.pairs()}


def following(question: Question, claim: Answer) -> str | None:
    """Return the answer that would be right if that of `winner` or `player` were."""
    key = question.key
    match question.function:
        case "terminal" if names_winner(claim):
            return said_of(claim.value is not None or "." not in key)
        case "utility" if names_winner(claim):
            return said_of(WORTH[claim.value])
        case "result" if claim.what == "mark" and question.valid:
            return said_of_board(put(key, question.action, claim.value))
    return claim.said if claim.what == "raised" else None  # an exception is passed on


def names_winner(answer: Answer | None) -> bool:
    """Return whether an answer is one that `winner` may give."""
    return answer is not None and answer.what in ("mark", "none")


def best_moves(case: Case, claims: Claims) -> Talk[dict[str, set[str]]]:
    """Return the best actions on each board, in the game that this `winner` defines."""
    wanted = sorted(fair_boards() - claims.keys())
    answers = yield from case.ask("winner", wanted)
    said = {**claims, **dict(zip(wanted, answers, strict=True))}
    winners = {key: each.value for key, each in said.items() if each}
    return best_in(winners) if all(map(names_winner, said.values())) else {}


@cache
def fair_boards() -> frozenset[str]:
    """Return every board on which the players took turns, won or not."""
    boards = map("".join, product("XO.", repeat=9))
    return frozenset(b for b in boards if b.count("X") - b.count("O") in (0, 1))


def best_in(winners: Mapping[str, Mark]) -> dict[str, set[str]]:
    """Return the best actions on each board if `winner` were right."""
    value, best = dict[str, int](), dict[str, set[str]]()
    for key in sorted(winners, key=lambda key: key.count(".")):
        after = {} if winners[key] else replies(key)
        worth = {action: value[board] for action, board in after.items()}
        if worth:
            value[key] = (max if turn(key) == "X" else min)(worth.values())
            good = (action for action in worth if worth[action] == value[key])
            best[key] = {said_of(action) for action in good}
        else:
            value[key], best[key] = WORTH[winners[key]], {said_of(None)}
    return best
