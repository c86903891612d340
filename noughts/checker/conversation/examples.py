"""What is shown of a fault is asked once more."""

from dataclasses import replace

from noughts.checker import answers
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import Answer
from noughts.checker.asking import Ask, Stage, UnjudgedError
from noughts.checker.conversation.case import Case, Talk
from noughts.checker.conversation.judge_minimax import UNSTEADY
from noughts.checker.conversation.one_function import judged
from noughts.checker.conversation.talk import ask
from noughts.checker.questions import Question, on_wire
from noughts.checker.record import FAULTS
from noughts.words.said import Said

EXAMPLES = 6  # failures of one function that are asked again


def ask_examples(case: Case, function: str) -> Talk:
    """
    Ask what is shown of a function again: for tracebacks, and if it stays so.

    In a process that was asked nothing else: what hangs on earlier calls differs there.
    """
    sheet = to_be_shown(case, function)
    shown = [c for c in case.checks[function] if c.status in FAULTS and c.failures]
    if sheet is None or not shown or case.time_up or sheet.unwritten:
        return
    examples = examples_of(sheet)
    if not examples:
        return
    told = yield from asked_again(case, examples)
    other = list[Answer]()
    for number, answer in told.items():
        first = sheet.wrong[number]
        if first.said[0] in "rR" and first.kind == answer.kind:
            more = first._replace(text=answer.text, traceback=answer.traceback)
            sheet.wrong[number] = more
        elif answer.said not in (first.said, "l"):
            other.append(answer)
    if other:  # one of them tells it, and tells more than that it is so
        text = answers.shown(other[0])
        note = Said("note.differs", function=function, text=text)
        less = [UNSTEADY] if function == "minimax" else []
        case.notes = [*(each for each in case.notes if each not in less), note]
    fresh = {check.name: check for check in judged(case, function, sheet)}
    case.checks[function] = [
        replace(check, failures=fresh[check.name].failures)
        if check.status in FAULTS and fresh[check.name].failures
        else check
        for check in case.checks[function]
    ]


def asked_again(case: Case, examples: list[Question]) -> Talk:
    """Return what comes where questions are asked anew, by their numbers."""
    function, numbers = examples[0].function, [each.number for each in examples]
    asked = Ask(
        case.source,
        case.setup(),
        function,
        on_wire(function, numbers),
        Stage.EXAMPLES,
        fresh=True,
    )
    try:
        answers = yield from ask(case, asked)
    except UnjudgedError:  # it has been loaded before
        return {}
    told = zip(numbers, answers, strict=True)
    return {number: answer for number, answer in told if answer is not None}


def to_be_shown(case: Case, function: str) -> AnswerSheet | None:
    """
    Return what the file itself answers, not what it would with right functions in it.

    Of what is wrong, if there is any, that which is wrong with these functions too.
    """
    sheet, alone = case.sheets.get(function), case.alone.get(function)
    if sheet is None or alone is None:
        return sheet
    return alone.only(sheet.wrong.keys()) or alone


def examples_of(sheet: AnswerSheet) -> list[Question]:
    """Return a few of the questions that are answered wrongly, one of each kind."""
    seen = dict[tuple[str, str], Question]()
    for question, answer in sheet.wrongs():
        if answer.absent:
            continue  # there is nothing more to see, and it takes long
        if question.valid and question.function != "initial_state":
            seen.setdefault((question.about, answer.cause), question)
        if len(seen) == EXAMPLES:
            break
    return list(seen.values())
