"""One function: a sample of its answers, its sheet, the verdicts on it."""

from collections.abc import Sequence
from dataclasses import replace

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import Stage
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.talk import enter
from noughts.checker.questions import every, sample
from noughts.checker.record import Check
from noughts.checker.unbeatable import unbeatable
from noughts.checker.verdicts import verdicts
from noughts.words.said import Said


def ask_sample(case: Case, names: Sequence[str]) -> Talk:
    """Return sheets with a few answers of each; unwritten where these show nothing."""
    sheets = {name: AnswerSheet(name) for name in names}
    for name, sheet in sheets.items():
        others = sheets.values()
        yield from enter(case, sheet, sample(name), Stage.SAMPLE, beside=others)
        valid = [answer for question, answer in sheet.pairs() if question.valid]
        stub = source_text.is_stub(case.tree, name)
        sheet.unwritten = bool(valid) and all(
            answer.unwritten or (stub and answer.said == "n") for answer in valid
        )
    return sheets


def ask_rules(case: Case, names: Sequence[str]) -> Talk:
    """Enter all answers of some functions, and judge these."""
    for name in names:
        sheet = case.sheets[name]
        earlier = dict(sheet.wrong)
        yield from enter(case, sheet, every(name), Stage.RULES)
        if sheet.keep(earlier):
            case.notes.append(Said("note.unsteady", function=name))
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
