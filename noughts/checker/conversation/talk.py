"""Questions asked: a list of numbers goes out, answers by number come back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.asking import PATIENCE, Ask
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.questions import on_wire
from noughts.contract import CELL


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

    Who has hung PATIENCE times is not asked again. Once one function hangs, the others
    are given up at once: they may only call the first.
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
