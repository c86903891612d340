"""
The one slip that explains what a function does: a changed file shows it.

Only where no change does, what text and answers show together is told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import Stage, UnjudgedError
from noughts.checker.checks import PROMISES
from noughts.checker.conversation.blame import causes_of
from noughts.checker.conversation.bonus import searches_deep
from noughts.checker.conversation.case import BARE, REPLACEABLE, Case, Talk
from noughts.checker.conversation.talk import enter
from noughts.checker.questions import every
from noughts.checker.record import FAULTS
from noughts.checker.slips.experiment import Slip
from noughts.checker.slips.suspects import shown_by, suspected
from noughts.checker.verdicts import ENOUGH, shows_nothing
from noughts.words.said import Said

TRIAL = 60  # wrong answers that a changed file is asked, and as many right ones
QUICK = 12  # of them that are asked first
KEY = "unhashable type"


def find_slip(case: Case, function: str) -> Talk:
    """Return the one slip that explains what a function does, if it can be proved."""
    if function not in case.sheets:
        return []
    proof = yield from proved(case, function, suspected(case.tree, function))
    if proof is None or case.time_up:
        return []
    if proof:
        found = proof[0].misconception
        if causes := causes_of(case, function):
            note = {"function": function, "line": found.line, "causes": causes}
            case.notes.append(Said("note.without", **note))
    else:
        deep = searches_deep(case.heard)
        found = shown_by(case.tree, case.sheets[function], deep)
    faulty = (c.name for c in case.checks[function] if c.status in FAULTS)
    return [replace(found, checks=tuple(faulty))] if found else []


def proved(case: Case, function: str, slips: Iterable[Slip]) -> Talk:
    """
    Return the first slip that a changed file proves, alone in a list; none if none is.

    Return None where there is no more time, or where the text is not the cause: Python
    names it, or the unchanged file passes the trial, too, so that what was asked before
    is the cause.
    """
    sheet = case.sheets[function]
    if told_by_python(sheet) or leaves(sheet):
        return None
    trial = trial_of(sheet)
    for slip in slips if trial else ():
        if case.time_up:
            return None
        if (yield from repairs(case, slip, trial)):
            try:
                if (yield from heals(case, case.source, function, trial)):
                    return None
            except UnjudgedError:
                return None
            return [(yield from only_needed(case, slip, trial))]
    return []


def only_needed(case: Case, slip: Slip, trial: Sequence[int]) -> Talk:
    """Return a slip with no more places than must be changed to heal the file."""
    for part in slip.place.parts:
        if len(slip.place.parts) > 1 and not case.time_up:
            fewer = slip.without(part)
            if (yield from repairs(case, fewer, trial)):
                slip = fewer
    return slip


def told_by_python(sheet: AnswerSheet) -> bool:
    """
    Return whether what Python says is the cause: an unknown name, a list as a key.

    Where another thing takes the place of what is named, the file is right, but not
    because that thing was wrong. The same holds for a rule that calls itself.
    """
    kinds, known = {answer.kind for answer in sheet.wrong.values()}, {"NameError"}
    if sheet.function != "minimax":  # there `{}.add` and `{[]}` are known slips
        known |= {"RecursionError"}
    else:
        known |= {"AttributeError"}
        if any(KEY in answer.text for answer in sheet.wrong.values()):
            known |= {"TypeError"}
    return kinds <= known


def leaves(sheet: AnswerSheet) -> bool:
    """Return whether what is wrong is only that Python is left: the hint says so."""
    return all(answer.leaves for answer in sheet.wrong.values())


def trial_of(sheet: AnswerSheet) -> list[int]:
    """
    Return some questions for a changed file: wrong ones, right ones, quick first.

    Of many, those that an unpruned search takes longest for, the first, are left out.
    """
    wrong = [n for n in sheet.wrong if not sheet.wrong[n].absent]
    kept = [n for n, asked in enumerate(sheet.asked) if asked and n not in sheet.wrong]
    return sorted(some_of(wrong) + some_of(kept), reverse=True) if wrong else []


def some_of(questions: list[int]) -> list[int]:
    """Return as many questions as a trial has, evenly spread; all, if they are few."""
    step = len(questions) // TRIAL + 1
    return questions[step // 2 :: step]


def repairs(case: Case, slip: Slip, trial: Sequence[int]) -> Talk:
    """Return whether a file without a slip is right there, and elsewhere as before."""
    try:
        healed = yield from heals(case, slip.source, slip.function, trial)
        return healed and not (yield from harms(case, slip))
    except UnjudgedError:
        return False


def heals(case: Case, source: str, function: str, trial: Sequence[int]) -> Talk:
    """Return whether a changed file answers all of a trial as it should."""
    sheet = AnswerSheet(function)
    for some in (trial[:QUICK], trial[QUICK:]):
        yield from try_out(case, source, sheet, some)
        answered = sum(sheet.asked) - len(sheet.wrong)
        if any(a.said != "l" for a in sheet.wrong.values()) or not answered:
            return False
    return answered >= ENOUGH * len(trial)


def harms(case: Case, slip: Slip) -> Talk:
    """
    Return whether a change makes another function fail a check that it passed.

    The other function is asked before the change and after it, both times with right
    functions in the place of its causes. Two things tell nothing: a check that fails
    before the change, too, and a function that gives the same answer to everything.
    """
    for name in REPLACEABLE:
        if name == slip.function or name not in case.sheets:
            continue
        if name not in case.unchanged:
            case.unchanged[name] = yield from answers_of(case, case.source, name)
        before = case.unchanged[name]
        if shows_nothing(before):
            continue
        after = yield from answers_of(case, slip.source, name)
        failed = {check for _, check in faults_of(before)}
        for number, check in faults_of(after):
            if check not in failed and is_answered(before, number):
                return True
    return False


def faults_of(sheet: AnswerSheet) -> Iterator[tuple[int, str]]:
    """Yield the questions answered wrongly, each with a check that fails by it."""
    for promise in PROMISES:
        if promise.function == sheet.function:
            for question, answer in sheet.wrongs(promise.about):
                if answer.said != "l" and not promise.rule(question, answer):
                    yield question.number, promise.name


def is_answered(sheet: AnswerSheet, number: int) -> bool:
    """Return whether a question was asked, and answered in time."""
    late = number in sheet.wrong and sheet.wrong[number].said == "l"
    return bool(sheet.asked[number]) and not late


def answers_of(case: Case, source: str, name: str) -> Talk:
    """Return the answers of a function: of a search, those about some positions."""
    sheet, wanted = AnswerSheet(name), every(name)
    if name == "minimax":
        wanted = some_of([*range(len(sheet.asked))])[::-1]
    yield from try_out(case, source, sheet, wanted)
    return sheet


def try_out(
    case: Case, source: str, sheet: AnswerSheet, numbers: Sequence[int]
) -> Talk:
    """
    Ask one function of a changed file, right functions in the place of its causes.

    The unchanged file, with which a changed one is compared, is asked in a fresh
    process, too.
    """
    causes = causes_of(case, sheet.function)
    search = sheet.function == "minimax"
    setup = case.searching(causes) if search else case.setup(causes)
    fresh = source == case.source
    asked = case, sheet, numbers, Stage.CAUSE, setup, source
    yield from enter(*asked, seconds=BARE, fresh=fresh)
