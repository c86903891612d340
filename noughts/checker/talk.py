"""Questions asked: a list of numbers goes out, answers by number come back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from noughts.checker import source_text
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import PATIENCE, Ask, Stage
from noughts.checker.case import Case, Talk
from noughts.checker.games import unbeatable
from noughts.checker.questions import on_wire, sample
from noughts.checker.record import Check
from noughts.checker.verdicts import verdicts
from noughts.contract import CELL
from noughts.words.said import Said

SAMPLE_SECONDS = 5.0  # for one answer of a sample, in which no search is long


def ask(case: Case, asked: Ask) -> Talk:
    """
    Return the answers to questions, None for those that were not asked.

    A notebook stays one where it was written down anew, without its comments.
    """
    if case.source.startswith(CELL) and not asked.source.startswith(CELL):
        asked = asked._replace(source=f"{CELL}\n{asked.source}")
    answers = yield asked
    case.time_up |= None in answers and waited(answers) < asked.strikes
    return answers


def enter(
    case: Case,
    sheet: AnswerSheet,
    numbers: Sequence[int],
    what: str,
    setup: Mapping[str, Any] | None = None,
    source: str = "",
    beside: Iterable[AnswerSheet] = (),
    **more: Any,
) -> Talk:
    """
    Ask some questions of a function, and enter the answers in its sheet.

    A function that has hung PATIENCE times is not asked again. Once one function hangs,
    the others are given up at once: they may only call the first.
    """
    if sheet.hangs or case.time_up or not numbers:
        return
    hung = any(each.hangs for each in (*case.sheets.values(), *beside))
    strikes = 1 if hung and setup is None else PATIENCE
    asked = Ask(
        source or case.source,
        case.setup() if setup is None else setup,
        sheet.function,
        on_wire(sheet.function, numbers),
        what,
        **({"strikes": strikes} | more),
    )
    answers = yield from ask(case, asked)
    told = zip(numbers, answers, strict=True)
    sheet.take({number: answer for number, answer in told if answer is not None})
    sheet.hangs = waited(answers) >= asked.strikes


def waited(answers: Sequence[Any]) -> int:
    """Return how many answers were waited for in vain."""
    return sum(answer is not None and answer.absent for answer in answers)


def ask_sample(case: Case, names: Sequence[str]) -> Talk:
    """Return sheets with a few answers of each; unwritten where these show nothing."""
    sheets = {name: AnswerSheet(name) for name in names}
    for name, sheet in sheets.items():
        others = sheets.values()
        asked = case, sheet, sample(name), Stage.SAMPLE
        yield from enter(*asked, beside=others, seconds=SAMPLE_SECONDS)
        valid = [answer for question, answer in sheet.pairs() if question.valid]
        stub = source_text.is_stub(case.tree, name)
        sheet.unwritten = bool(valid) and all(
            answer.unwritten or (stub and answer.said == "n") for answer in valid
        )
    return sheets


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
