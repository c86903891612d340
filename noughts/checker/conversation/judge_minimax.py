"""Minimax: its answers, with verified rules beside it and without."""

from collections.abc import Collection, Iterator

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.asking import Stage
from noughts.checker.conversation.blame import (
    causes_of,
    charged,
    excused,
    heal_by_causes,
    unless_vain,
)
from noughts.checker.conversation.case import BARE, Case, Talk
from noughts.checker.conversation.games import play_games
from noughts.checker.conversation.one_function import judged
from noughts.checker.conversation.same_game import share_minimax
from noughts.checker.conversation.talk import enter
from noughts.checker.questions import Question, every, questions, sample
from noughts.checker.record import Check, failing
from noughts.checker.truth import meant
from noughts.words.said import Said

ALONE = 4  # of the emptiest kinds of boards that are asked without memory
UNSTEADY = Said("note.unsteady")


def judge_minimax(case: Case, chosen: Collection[str]) -> Talk:
    """Judge minimax; excuse it where right helpers heal it."""
    if "minimax" not in chosen:
        return
    sheet, causes = case.sheets.get("minimax"), causes_of(case, "minimax")
    tried: tuple[list[str], list[Check], AnswerSheet] | None = None
    if sheet is None or sheet.unwritten:
        case.checks["minimax"] = judged(case, "minimax", sheet)
        if sheet is None or source_text.is_stub(case.tree, "minimax"):
            return
    elif not sheet.hangs:
        if causes and endless(sheet):  # to ask it all would leave no time for the proof
            tried = yield from heal_by_causes(case, "minimax")
        if tried is None or failing(tried[1]):
            case.sheets["minimax"] = yield from ask_minimax(case)
            case.sheets["minimax"].keep(sheet.wrong)
    case.checks["minimax"] = alone = judged(case, "minimax", case.sheets["minimax"])
    causes = causes_of(case, "minimax")
    if failing(alone) and causes:
        tried = tried or (yield from heal_by_causes(case, "minimax"))
        causes, healed, again = tried
        named = charged(case, causes)
        told = excused(alone, healed, named, case.time_up)
        case.checks["minimax"] = unless_vain(told, case.sheets["minimax"], again)
        if again.complete:
            case.alone["minimax"] = case.sheets["minimax"]
            case.sheets["minimax"] = again
    yield from share_minimax(case)


def judge_games(case: Case) -> Talk:
    """
    Judge minimax by whole games, if it is right on every board; return if it fails.

    No right helper heals what is wrong in a game alone.
    """
    checks = case.checks.get("minimax", ())
    right = bool(checks) and all(each.status == "passed" for each in checks)
    if (
        not right
        or case.time_up
        or not (yield from play_games(case, case.sheets["minimax"]))
    ):
        return False
    case.checks["minimax"] = judged(case, "minimax", case.sheets["minimax"])
    return True


def endless(sheet: AnswerSheet) -> bool:
    """Return whether calls without end are all that comes where there is an action."""
    answers = [answer for question, answer in sheet.pairs() if question.about == "open"]
    return bool(answers) and all(a.kind == "RecursionError" for a in answers)


def ask_minimax(case: Case) -> Talk:
    """
    Return the answers of minimax on every board.

    Rules that were right on every board answer from a table meanwhile. Where a sample
    of the untouched file shows that this changes something, all is asked again without
    the table; so it is where that sample takes longer than the rubric allows. What is
    wrong without the table once stays wrong.
    """
    sheet = AnswerSheet("minimax")
    yield from enter(case, sheet, every("minimax"), Stage.MINIMAX, case.searching())
    if sheet.hangs or not case.searching()["known"]:
        return sheet
    bare = yield from ask_bare(case)
    slow = any(answer.said == "l" for answer in bare.wrong.values())
    if slow:  # what was quick with the table is not to stand beside what is late
        sheet = AnswerSheet("minimax")
    if slow or any(differing(sheet, bare)):
        for question, answer in differing(sheet, bare):
            sheet.take({question.number: answer})
        case.tables = False
        yield from enter(case, sheet, every("minimax"), Stage.MINIMAX, case.setup())
        if any(differing(sheet, bare)):
            case.notes.append(UNSTEADY)
    sheet.keep(bare.wrong)
    return sheet


def ask_bare(case: Case) -> Talk:
    """
    Return what minimax answers to a sample, the file untouched.

    What is late counts only where the rubric says how long a move may take.
    """
    boards, bare = questions("minimax").boards, AnswerSheet("minimax")
    some = [*sample("minimax")]
    for empty in range(5, 10):
        some += [n for n, key in enumerate(boards) if key.count(".") == empty][:ALONE]
    seconds = 0.0 if case.limited else BARE
    yield from enter(case, bare, some, Stage.BARE, case.setup(), seconds=seconds)
    if not case.limited:
        bare.forget_late()
    return bare


def differing(
    sheet: AnswerSheet, bare: AnswerSheet
) -> Iterator[tuple[Question, Answer]]:
    """Yield the bare answers that are right where the others are not, or wrong."""
    for question, answer in bare.pairs():
        if sheet.asked[question.number] and answer.said != "l":
            first = sheet.answer(question)
            if meant(question, first) != meant(question, answer):
                yield question, answer
