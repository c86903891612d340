"""Minimax: its answers, with memory and without."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.batches import Batch, batches, sample
from noughts.checker.conversation.blame import (
    causes_of,
    charged,
    excused,
    heal_by_causes,
    unless_vain,
)
from noughts.checker.conversation.case import BARE, REPLACEABLE, Case, Talk
from noughts.checker.conversation.games import play_games
from noughts.checker.conversation.one_function import ask_few, entering, judged
from noughts.checker.conversation.same_game import share_minimax
from noughts.checker.conversation.talk import ask_batches
from noughts.checker.questions import Question, questions
from noughts.checker.record import FAULTS, Check, failing
from noughts.checker.rounds import AGAIN, Round, Stage
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
    elif not any(case.sheets[each].hangs for each in causes if each in case.sheets):
        if causes and endless(sheet):  # to ask it all would leave no time for the proof
            tried = yield from heal_by_causes(case, "minimax")
        if tried is None or failing(tried[1]):
            yield from ask_few(case, searching(case), {"minimax": sheet})
            if not sheet.hangs:
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
    may_play = right and not case.time_up and "minimax" not in case.pure
    if not may_play or not (yield from play_games(case, case.sheets["minimax"])):
        return False
    case.checks["minimax"] = judged(case, "minimax", case.sheets["minimax"])
    return True


def endless(sheet: AnswerSheet) -> bool:
    """Return whether calls without end are all that comes where there is an action."""
    answers = [answer for question, answer in sheet.pairs() if question.about == "open"]
    return bool(answers) and all(a.kind == "RecursionError" for a in answers)


def ask_minimax(case: Case) -> Talk:
    """
    Return the answers of minimax; the others are asked once more behind it.

    Where a sample without any memory shows that memory changes something, however the
    file hides what its functions hang on, all is asked again without it; so it is where
    that sample takes longer than the rubric allows. What is wrong without memory once
    stays wrong.
    """
    sheet = AnswerSheet("minimax")
    later = yield from ask_all(case, sheet)
    if case.pure:
        bare = yield from ask_bare(case)
        slow = any(answer.said == "l" for answer in bare.wrong.values())
        if slow:  # what was quick with memory is not to stand beside what is late
            sheet = AnswerSheet("minimax")
        if slow or any(fresh_in(case, later)) or any(differing(sheet, bare)):
            for question, answer in differing(sheet, bare):
                sheet.take(Batch("minimax", [question.number]), [answer])
            case.pure = []
            later = yield from ask_all(case, sheet)
        if any(differing(sheet, bare)):
            case.notes.append(UNSTEADY)
        sheet.keep(bare.wrong)
    yield from charge_later(case, dict(fresh_in(case, later)))
    return sheet


def charge_later(case: Case, fresh: dict[str, dict[int, Answer]]) -> Talk:
    """
    Charge the functions that are wrong only after a search.

    Those that call no other of them are charged. The others are asked again, after a
    search with right functions in the place of the first ones: who is right then is
    excused. What is charged here can excuse minimax, unless it reads a table that
    minimax names: then it may be minimax that has changed the table.
    """
    first = [n for n in fresh if not case.reached(n) & fresh.keys() - {n}] or [*fresh]
    for name, wrong in fresh.items():
        case.sheets[name].wrong |= wrong
    rest = {name: wrong for name, wrong in fresh.items() if name not in first}
    healed = (yield from right_behind(case, first, rest)) if rest else ()
    for name in fresh:
        note = Said("note.later", function=name)
        checks = [
            replace(check, note=note) if check.status in FAULTS else check
            for check in judged(case, name, case.sheets[name])
        ]
        if name in healed:
            checks = excused(checks, case.checks[name], first)
        else:
            case.notes.append(note)
            if not case.graph.tables("minimax", name):
                case.roots.append(name)
        case.checks[name] = checks


def right_behind(
    case: Case, roots: Collection[str], fresh: dict[str, dict[int, Answer]]
) -> Talk:
    """Return what is right after a search with right functions in place of roots."""
    sheets, inside = {"minimax": AnswerSheet("minimax")}, case.extension(roots, True)
    asked = searching(case)._replace(what=f"minimax {AGAIN}", extension=inside)
    again = [sample(name) for name in fresh for _ in range(2)]
    yield from ask_batches(case, asked, batches("minimax"), entering(sheets), again)
    sheet = sheets.pop("minimax")
    case.healed["minimax", inside] = judged(case, "minimax", sheet), sheet
    return {
        name
        for name, seen in sheets.items()
        if seen.wrong.keys() <= case.sheets[name].wrong.keys() - fresh[name].keys()
    }


def ask_all(case: Case, sheet: AnswerSheet) -> Talk:
    """Enter the answers of minimax; return what the others answer behind it."""
    helpers = [f for f in REPLACEABLE if f in case.sheets and f not in case.missing]
    steady = [f for f in helpers if all(c.status == "passed" for c in case.checks[f])]
    again = [sample(name) for name in steady for _ in range(2)]
    sheets = {"minimax": sheet}
    wanted = batches("minimax")
    yield from ask_batches(case, searching(case), wanted, entering(sheets), again)
    return {name: seen for name, seen in sheets.items() if seen is not sheet}


def searching(case: Case) -> Round:
    """Return a round for minimax, with memory; its questions are to come."""
    return Round(Stage.MINIMAX, case.source, case.extension(memory=True), [], True)


def fresh_in(
    case: Case, later: dict[str, AnswerSheet]
) -> Iterator[tuple[str, dict[int, Answer]]]:
    """Yield what is wrong, or strange, behind a search, and was not so before."""
    for name, seen in later.items():
        known = case.sheets[name].wrong
        if fresh := {n: a for n, a in seen.wrong.items() if n not in known}:
            yield name, fresh


def ask_bare(case: Case) -> Talk:
    """
    Return what minimax answers to a sample, without any memory.

    What is late counts only where the rubric says how long a move may take.
    """
    some = sample("minimax").singles()
    boards = questions("minimax").boards
    for empty in range(5, 10):
        group = [n for n, key in enumerate(boards) if key.count(".") == empty]
        some += [Batch("minimax", [n]) for n in group[:ALONE]]
    bare = {"minimax": AnswerSheet("minimax")}

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        late = given[0].said == "l"
        if not given[0].absent or (late and case.limited):
            entering(bare)(batch, given)

    seconds = 0.0 if case.limited else BARE
    asked = Round(Stage.BARE, case.source, case.extension(), [], True, seconds)
    yield from ask_batches(case, asked, some, enter)
    return bare["minimax"]


def differing(
    sheet: AnswerSheet, bare: AnswerSheet
) -> Iterator[tuple[Question, Answer]]:
    """Yield the bare answers that are right where the others are not, or wrong."""
    for question, answer in bare.pairs():
        if sheet.asked[question.number] and answer.said != "l":
            first = sheet.answer(question)
            if meant(question, first) != meant(question, answer):
                yield question, answer
