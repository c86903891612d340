"""From answers to verdicts: what each check found, and the best example of it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from noughts import oracle
from noughts.board import board_of, play, replies
from noughts.checker import truth
from noughts.checker.checks import PROMISES, Promise
from noughts.checker.questions import Answer, Question, Sheet, questions
from noughts.checker.record import Check, Failure, Move, Status
from noughts.contract import Action
from noughts.notation import board_text

# A slow search is asked its hardest positions last, and these are few. Who answers less
# than this share in time has shown nothing: else stalling would earn points.
ENOUGH = 0.9
TIME_UP = "Only {asked:,} of {wanted:,} questions could be asked in the time."
# To raise an exception whatever is asked refuses no wrong action in particular.
SILENT = "`{function}` raises an exception even where it should answer."


def verdicts(sheet: Sheet, functions: Iterable[str]) -> Iterator[Check]:
    """Yield the verdict of every check about these functions."""
    for promise in PROMISES:
        if promise.function in functions:
            answers = sheet.get(promise.function, [])
            found = verdict(promise, answers)
            if found.status == "passed" and all(answer.error for _, answer in answers):
                note = SILENT.format(function=promise.function)
                found = replace(found, status="failed", note=note)
            yield found


def verdict(promise: Promise, answers: Iterable[tuple[Question, Answer]]) -> Check:
    """Return the verdict of one check, its failures grouped by cause."""
    asked, causes = 0, dict[str, list[tuple[Question, Answer]]]()
    for question, answer in answers:
        if promise.about in ("", question.about):
            asked += 1
            if not promise.rule(question, answer):
                causes.setdefault(_cause(answer), []).append((question, answer))
    failing, wanted = sum(map(len, causes.values())), questions_about(promise)
    status: Status = "failed" if failing or asked < ENOUGH * wanted else "passed"
    if failing and all(truth.unfinished(cases[0][1]) for cases in causes.values()):
        status = "unfinished"
    return Check(
        promise.name,
        promise.sentence,
        status,
        asked,
        failing,
        "" if asked == wanted else TIME_UP.format(asked=asked, wanted=wanted),
        tuple(_failure(promise, cases) for cases in causes.values()),
    )


@cache
def questions_about(promise: Promise) -> int:
    """Return how many questions a check rests on."""
    about = promise.about
    return sum(about in ("", q.about) for q in questions(promise.function))


def rested(name: str, sentence: str, failures: Iterable[Failure]) -> Check:
    """Return the verdict of a check that rests on the text of the file."""
    found = tuple(failures)
    status: Status = "failed" if found else "passed"
    return Check(name, sentence, status, failing=len(found), failures=found)


def _cause(answer: Answer) -> str:
    """Return what failures must share to be one: the exception, or a plain answer."""
    if answer.error:
        return f"{type(answer.error).__name__} {getattr(answer.error, 'kind', '')}"
    return "an answer"


def _failure(promise: Promise, cases: list[tuple[Question, Answer]]) -> Failure:
    """Return the failure on the first of its boards, which is the smallest."""
    question, answer = cases[0]
    changed = promise.name.endswith(".pure") and answer.mutated
    line, end = refutation(question, answer)
    return Failure(
        question.call,
        question.board,
        "the board unchanged" if changed else truth.expected(question),
        "the board was changed" if changed else truth.got(answer),
        len(cases),
        _hint(promise, answer),
        line,
        end,
        str(getattr(answer.error, "traceback", "") or ""),
    )


def _hint(promise: Promise, answer: Answer) -> str:
    if truth.unfinished(answer):
        return f"`{promise.function}` is not written yet."
    if getattr(answer.error, "kind", "") == "RecursionError":
        return "The recursion never ends: it must stop where terminal(board) is True."
    nothing = answer.error is None and answer.value is None
    if nothing and promise.function not in ("winner", "minimax"):
        return f"`{promise.function}` ends without `return` on this board."
    return promise.hint


def refutation(question: Question, answer: Answer) -> tuple[tuple[Move, ...], str]:
    """Return how best play punishes a wrong action of minimax, and how it ends."""
    searched = question.function == "minimax" and question.about == "open"
    after = replies(question.key) if searched else {}
    if answer.error or type(answer.value) is not tuple or answer.value not in after:
        return (), ""
    board, action = board_of(question.key), answer.value
    if action in oracle.look(board).optimal:
        return (), ""
    rest = oracle.line(board_of(after[action]))
    end = f"{action}: {oracle.after(board, action)}; possible: {oracle.verdict(board)}"
    return moves(question.key, [action, *rest]), end


def moves(key: str, actions: Iterable[Action]) -> tuple[Move, ...]:
    """Return a line of play from a position, move by move."""
    line = list[Move]()
    for action in actions:
        mark = oracle.table()[key].turn
        assert mark is not None
        key = play(key, action)
        line.append(Move(mark, action, board_text(board_of(key))))
    return tuple(line)
