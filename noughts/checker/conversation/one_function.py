"""One function: a sample of its answers, its sheet, the verdicts on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.batches import Batch, batches, few, sample
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.talk import TakeAnswers, ask_batches
from noughts.checker.record import Check
from noughts.checker.rounds import PATIENCE, Round, Stage
from noughts.checker.unbeatable import unbeatable
from noughts.checker.verdicts import verdicts
from noughts.words.said import Said

SHORT = 1.0  # seconds for an answer in a sample


def entering(sheets: dict[str, AnswerSheet]) -> TakeAnswers:
    """Return what enters the answers of a batch in its sheet."""

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        function = batch.function
        if function not in sheets:
            sheets[function] = AnswerSheet(function)
        sheets[function].take(batch, given)

    return enter


def ask_sample(case: Case, names: Sequence[str]) -> Talk:
    """
    Return sheets with a few answers of each; unwritten where these show nothing.

    What is late here does not count: it is asked again, and has more time then.
    """
    sheets = {name: AnswerSheet(name) for name in names}
    some, late = [sample(name) for name in names], Counter[str]()

    def enter(batch: Batch, given: Sequence[Answer]) -> None:
        if given[0].said == "l":
            late[batch.function] += 1
        else:
            entering(sheets)(batch, given)

    if some:
        extension = case.extension()
        asked = Round(Stage.SAMPLE, case.source, extension, [], seconds=SHORT)
        yield from ask_batches(case, asked, some, enter)
    for name, sheet in sheets.items():
        sheet.stalls = late[name] >= PATIENCE
        valid = [answer for question, answer in sheet.pairs() if question.valid]
        stub = source_text.is_stub(case.tree, name)
        sheet.unwritten = bool(valid) and all(
            answer.unwritten or (stub and answer.said == "n") for answer in valid
        )
    return sheets


def ask_few(case: Case, asked: Round, sheets: dict[str, AnswerSheet]) -> Talk:
    """
    Ask each function that was silent in its sample a few questions, with more time.

    If these are waited for in vain, too, it hangs: nobody asks it anything else.
    """
    silent = [name for name, sheet in sheets.items() if sheet.silent]
    wanted = [batch for name in silent for batch in few(name)]
    yield from ask_batches(case, asked, wanted, entering(sheets))


def ask_rules(case: Case, names: Sequence[str]) -> Talk:
    """Enter all answers of some functions; of those that never answer, that."""
    sheets = {name: case.sheets[name] for name in names}
    earlier = {name: dict(sheet.wrong) for name, sheet in sheets.items()}
    asked = Round(Stage.RULES, case.source, case.extension(), [])
    yield from ask_few(case, asked, sheets)
    left = [name for name in names if not sheets[name].hangs]
    wanted = [batch for name in left for batch in batches(name)]
    yield from ask_batches(case, asked, wanted, entering(sheets))
    for name, sheet in sheets.items():
        sheet.keep(earlier[name])
        case.checks[name] = judged(case, name, sheet)


def judged(case: Case, name: str, sheet: AnswerSheet | None) -> list[Check]:
    """Return the verdicts on one function."""
    sheet = sheet or AnswerSheet(name)
    checks = list(verdicts(sheet))
    if name == "minimax":
        games = unbeatable(sheet.by_board())
        if all(check.status == "unfinished" for check in checks):
            games = [replace(game, status="unfinished", note=Said()) for game in games]
        checks += games
    if name in case.missing:
        note = Said("note.missing", function=name)
        return [replace(check, status="unfinished", note=note) for check in checks]
    return checks


def written(case: Case, name: str) -> bool:
    """Return whether a function is more than its name."""
    return any(check.status != "unfinished" for check in case.checks[name])


def takes(sheet: AnswerSheet | None, about: str) -> bool:
    """Return whether `result` takes a list, or a triple, for a cell."""
    return sheet is not None and any(
        question.about == about and not answer.failed
        for question, answer in sheet.wrongs()
    )
