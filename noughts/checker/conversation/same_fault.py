"""
One fault in several functions: each answers as if the first of them were right.

Where `winner`, `terminal` and `utility` share a function, a class or a table of the
file's own, no right function in the place of one heals another, though one place is
wrong. Their answers show it: if what `winner` says were the truth, `terminal` would be
right. So what the two share is charged to the first, and excused in the second.

Where a wrong helper sees lines of both players, it matters whom one asks for first, and
every order is right: what each of them would say is as good as what `winner` says.

An excuse needs proof: where `winner` sees few wins, or none, nobody knows whether what
follows from it would be right if there were more. And where `utility` is right with
what they share, that is not what is wrong in `winner`.
"""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace

from noughts.board import put, turn
from noughts.checker import truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.asking import Ask, Stage
from noughts.checker.checks import PROMISES
from noughts.checker.conversation.blame import causes_of, harmful, heal
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.talk import ask
from noughts.checker.questions import Question, open_keys
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.verdicts import shows_nothing
from noughts.words.said import Said

# Whose answers the right answers of others follow from.
FOLLOWING = {"winner": ("terminal", "utility"), "player": ("result",)}
WORTH = {"mX": 1, "mO": -1, "n": 0}
BOTH = "both"  # have won, as it seems
WON = ("mX", "mO", BOTH)
VALUES = {said: f"i{worth}" for said, worth in WORTH.items()} | {BOTH: "i0"}

SaidOfBoards = Mapping[str, str]  # by key, as the wire has it
Fits = Callable[[Question, Answer], bool]


def share_faults(case: Case) -> Talk:
    """Excuse what a root has wrong only as another, with which it shares code."""
    for first, others in FOLLOWING.items():
        told = told_by(case.sheets.get(first)) if first in case.roots else {}
        for name in others if told else ():
            written = name in case.roots and name in case.sheets
            if written and can_share(case, first, name, told):
                yield from share_fault(case, first, name, told)


def share_fault(case: Case, first: str, name: str, told: SaidOfBoards) -> Talk:
    """Excuse what a function has wrong where what the first told is the truth."""
    sheet = case.sheets[name]
    if beside := [cause for cause in causes_of(case, name) if cause != first]:
        _, sheet = yield from heal(case, name, beside)
    idle = yield from ask_where_unclear(case, name, told)
    checks = excused_by(case, first, name, fitting(told, idle), sheet)
    if first == "winner" and failing(checks):
        for said in (yield from ask_by_mark(case, told)):
            other = excused_by(case, first, name, fitting(said, idle), sheet)
            checks = min(checks, other, key=count_of_faults)
    case.checks[name] = checks
    if not harmful(checks):
        case.sharing[name] = first


def told_by(sheet: AnswerSheet | None) -> dict[str, str]:
    """Return what a function says of each board; nothing if that shows nothing."""
    if sheet is None or not sheet.complete or shows_nothing(sheet):
        return {}
    return {question.key: answer.said for question, answer in sheet.pairs()}


def can_share(case: Case, first: str, name: str, told: SaidOfBoards) -> bool:
    """
    Return whether the fault of one function can be in code that another rests on, too.

    A third function can be a witness that some of that code is right: it rests on it by
    itself, asks it for the same, and is right, though it would be wrong on every board
    on which the first is wrong, if what that says were the truth.
    """
    names = case.graph.shared(first, name)
    wrong = {question.key for question, _ in case.sheets[first].wrongs()}
    for witness in FOLLOWING[first]:
        sheet = case.sheets.get(witness)
        if sheet and sheet.complete and not sheet.wrong:
            said = ((question, answer.said) for question, answer in sheet.pairs())
            if wrong <= {q.key for q, each in said if each != follows(told, q)}:
                names -= {
                    each
                    for each in case.graph.own(witness).names
                    if case.graph.asks_as(witness, first, each)
                }
    return bool(names)


def count_of_faults(checks: Iterable[Check]) -> int:
    """Return how many checks are charged."""
    return sum(check.status in FAULTS for check in checks)


# What is said of a board, by whose lines a helper sees, and by who has moved last.
ORDERS: tuple[Callable[[list[str], str], str], ...] = (
    lambda seen, _: seen[0] if seen else "n",  # X is asked for first
    lambda seen, _: seen[-1] if seen else "n",  # O is
    lambda seen, _: BOTH if len(seen) > 1 else (seen or ["n"])[0],  # the difference
    lambda seen, last: last if last in seen else "n",  # who has moved, and nobody else
)


def ask_by_mark(case: Case, told: SaidOfBoards) -> Talk:
    """
    Return what can be said of boards where a helper is asked for one player at a time.

    Boards with the marks of one player alone show whose lines the helper sees. Where
    that does not explain what `winner` says of whole boards, nothing is returned.
    """
    only = {key: (key.replace("O", "."), key.replace("X", ".")) for key in told}
    wanted = {board for both in only.values() for board in both} - told.keys()
    alone = {**told, **(yield from ask_boards(case, "winner", wanted))}
    say = [dict[str, str]() for _ in ORDERS]
    for key, boards in only.items():
        pairs = zip(("mX", "mO"), boards, strict=True)
        seen = [said for said, board in pairs if alone.get(board) == said]
        if told[key] not in (seen or ["n"]):
            return []
        last = "mO" if turn(key) == "X" else "mX"
        for each, order in zip(say, ORDERS, strict=True):
            each[key] = order(seen, last)
    return say


def ask_where_unclear(case: Case, name: str, told: SaidOfBoards) -> Talk:
    """Return what `utility` says of boards without a value, `terminal` of full ones."""
    if name == "terminal":
        pairs = case.sheets[name].pairs()
        return {answer.said for question, answer in pairs if question.about == "full"}
    if name != "utility":
        return set()
    wanted = {key for key in open_keys() if is_open(told, key)}
    return {*(yield from ask_boards(case, name, wanted)).values()}


def fitting(told: SaidOfBoards, idle: Set[str]) -> Fits:
    """
    Return a rule: whether an answer is right where what was told is the truth.

    A game that is not over then has no value. So `utility` may say there what it says
    of open boards, in its last `else`, or the true value, if it looks at lines by
    itself. And of a full board whose line is not seen, `terminal` may say what it says
    of ties.
    """

    def fits(question: Question, answer: Answer) -> bool:
        if answer.said == follows(told, question):
            return True
        if question.function == "utility" and is_open(told, question.key):
            return answer.said in {truth.said(question), *idle}
        is_full = told.get(question.key) == "n" and "." not in question.key
        return question.about == "won" and is_full and answer.said in idle

    return fits


def is_open(told: SaidOfBoards, key: str) -> bool:
    """Return whether a game goes on where what was told is the truth."""
    return told.get(key) == "n" and "." in key


def follows(told: SaidOfBoards, question: Question) -> str:
    """Return what a function must say where that is the truth; empty if unclear."""
    said = told.get(question.key, "")
    match question.function:
        case "terminal" if said in WON:
            return "t"
        case "terminal" if said == "n":
            return "f" if "." in question.key else "t"
        case "utility" if said in VALUES:
            return VALUES[said]
        case "result" if said in ("mX", "mO") and question.valid:
            return "b" + put(question.key, question.action, said[1])
        case "terminal" | "utility" | "result" if said[:1] == "r":
            return said  # what is raised is passed on
    return ""


def excused_by(
    case: Case, first: str, name: str, fits: Fits, sheet: AnswerSheet
) -> list[Check]:
    """Return the verdicts on a function, without what is another's fault in it."""
    same = {
        promise.name
        for promise in PROMISES
        if promise.function == name
        and not promise.name.endswith(".pure")
        and all(
            fits(question, answer)
            for question, answer in sheet.pairs()
            if promise.concerns(question)
        )
    }
    return [
        charged_to(first, check)
        if check.status in FAULTS and check.name in same and is_shown(check, first)
        else check
        for check in case.checks[name]
    ]


def charged_to(first: str, check: Check) -> Check:
    """Return a check excused, since the same fault is charged to another function."""
    note = Said("note.shared", function=check.function, name=first)
    return replace(check, status="excused", note=note, causes=(first,))


def is_shown(check: Check, first: str) -> bool:
    """
    Return whether enough answers are right to believe that the others would be.

    What others would say of wins that `winner` does not see is not known. But where
    `player` is wrong, the mark on the board shows it each time.
    """
    return bool(check.asked) and (first == "player" or 2 * check.failing <= check.asked)


def ask_boards(case: Case, function: str, wanted: Set[str]) -> Talk:
    """Return what a function says of boards that nobody need ask it about."""
    some = sorted(wanted)
    if not some:
        return {}
    asked = Ask(case.source, case.setup(), function, some, Stage.RULES)
    answers = yield from ask(case, asked)
    return {k: a.said for k, a in zip(some, answers, strict=True) if a is not None}
