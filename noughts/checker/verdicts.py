"""From answers to verdicts: what each check found, and the best example of it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import compress

from noughts import oracle
from noughts.board import board_of, play, replies
from noughts.checker import truth
from noughts.checker.answer_sheet import AnswerSheet
from noughts.checker.answers import FAILED, MUTATED, Answer, observed
from noughts.checker.checks import PROMISES, Promise
from noughts.checker.exception_hints import meaning
from noughts.checker.questions import REFUSED, Question, abouts
from noughts.checker.record import Check, Failure, Move, Status
from noughts.checker.rounds import PATIENCE
from noughts.contract import Action
from noughts.notation import board_text

# A slow search is asked the positions in the middle of the game last. Who answers less
# than this share in time has shown nothing: else stalling would earn points.
ENOUGH = 0.9
MOST_CAUSES = 5  # kinds of failure that are shown for one check
TIME_UP = "Only {asked:,} of {wanted:,} questions could be asked in the time."
GIVEN_UP = (
    "Only {asked:,} of {wanted:,} questions were asked: `{function}` took too long, or "
    "ended the program, too often."
)
# To raise an exception, or to answer the same, whatever is asked shows nothing.
UNEARNED = ": that shows nothing, and earns no points."
SILENT = "`{function}` raises an exception even where it should answer" + UNEARNED
CONSTANT = "`{function}` gives the same answer wherever it gives one" + UNEARNED
OPAQUE = "`{function}` never answers with anything that can be read" + UNEARNED
ENDLESS = (
    "The calls never come to an end: each must get nearer to the end of the game, with "
    "the board after an action, and stop where the game is over."
)
CIRCLE = "The calls lead back to `{function}`, and never come to an end."
RAISED = "`{function}` breaks off: the exception comes from the last line named."
NOTHING = "`{function}` ends without `return` on this board, or returns None."
NEVER = "`{function}` ends without `return` on every board, or returns None on each."
# What these say of None themselves is more than that it is None.
NONE_HINTED = {p.name for p in PROMISES if p.function == "winner"} | {"minimax.legal"}
# All that these can answer, as a student writes it.
POSSIBLE = {
    "player": {"mX": "X", "mO": "O"},
    "winner": {"mX": "X", "mO": "O", "n": "None"},
    "terminal": {"t": "True", "f": "False"},
    "utility": {"i1": "1", "i0": "0", "i-1": "-1"},
}
NO_CELL = "That is no cell of the board: an action is a tuple (i, j), each 0, 1 or 2."
OTHER = "That is none of the answers that `{function}` can give: {answers}."
LATE = (
    "`{function}` does not come to an end there, or takes far too long: in every loop "
    "something must change that ends it."
)
LAZY = "`{function}` gives a {kind} instead of an answer: it has a `yield` or `async`."
TEXT = (
    "What `{function}` returns there is a text, even if it looks like more when "
    "printed: return the value itself, without `str` and without quotes."
)
UNWRITTEN = (
    "`{function}` ends in a NotImplementedError there: that part is not written yet."
)


def verdicts(sheet: AnswerSheet) -> Iterator[Check]:
    """
    Yield the verdict of every check about a function.

    Who shows nothing earns nothing; but who answers, and refuses what is not valid, has
    shown that.
    """
    nothing = shows_nothing(sheet)
    silent = nothing == SILENT.format(function=sheet.function)
    for promise in PROMISES:
        if promise.function == sheet.function:
            found = verdict(promise, sheet, bool(nothing))
            charged = nothing and (silent or promise.about not in REFUSED)
            if sheet.unwritten:
                found = replace(found, status="unfinished")
            elif charged and found.status in ("passed", "unfinished"):
                found = replace(found, status="failed", note=nothing)
            yield found


def shows_nothing(sheet: AnswerSheet) -> str:
    """Return why a function shows nothing by what it answers; empty if it does."""
    function = sheet.function
    if function == "initial_state" or not sheet.wrong:
        return ""
    every = sheet.said()
    first = next(every, None)
    if first is None:
        return ""
    if first[0] in FAILED:
        silent = all(said[0] in FAILED for said in every)
        return SILENT.format(function=function) if silent else ""
    if not all(said == first for said in every):
        return ""
    opaque = first[0] == "o" and "|an object of type " in first
    return (OPAQUE if opaque else CONSTANT).format(function=function)


def verdict(promise: Promise, sheet: AnswerSheet, constant: bool = False) -> Check:
    """
    Return the verdict of one check, its failures grouped by cause.

    Of a function that is `constant` every answer is the same.
    """
    causes, cases = dict[str, tuple[Question, Answer]](), Counter[str]()
    for question, answer in sheet.wrongs(promise.about):
        if not promise.rule(question, answer):
            cause = answer.cause
            if cause not in causes and len(causes) == MOST_CAUSES:
                cause = next(reversed(causes))
            causes.setdefault(cause, (question, answer))
            cases[cause] += 1
    failing, wanted = cases.total(), questions_about(promise)
    asked = wanted if sheet.complete else _asked_about(promise, sheet)
    status: Status = "failed" if failing or asked < ENOUGH * wanted else "passed"
    if failing and all(answer.unwritten for _, answer in causes.values()):
        status = "unfinished"
    enough = asked == wanted or sheet.unwritten
    return Check(
        promise.name,
        promise.sentence,
        status,
        asked,
        failing,
        "" if enough else _unasked(sheet, asked, wanted),
        tuple(
            _failure(promise, *causes[cause], cases[cause], constant)
            for cause in causes
        ),
    )


def _unasked(sheet: AnswerSheet, asked: int, wanted: int) -> str:
    """Return why not all questions were asked."""
    without = sum(answer.absent for answer in sheet.wrong.values())
    why = GIVEN_UP if without >= PATIENCE else TIME_UP
    return why.format(asked=asked, wanted=wanted, function=sheet.function)


@cache
def questions_about(promise: Promise) -> int:
    """Return how many questions a check rests on."""
    every = abouts(promise.function)
    return every.count(promise.about) if promise.about else len(every)


def _asked_about(promise: Promise, sheet: AnswerSheet) -> int:
    asked = list(compress(abouts(promise.function), sheet.asked))
    return asked.count(promise.about) if promise.about else len(asked)


def text_check(name: str, sentence: str, failures: Iterable[Failure]) -> Check:
    """Return the verdict of a check that rests on the text of the file."""
    found = tuple(failures)
    status: Status = "failed" if found else "passed"
    return Check(name, sentence, status, failing=len(found), failures=found)


def _failure(
    promise: Promise, question: Question, answer: Answer, cases: int, constant: bool
) -> Failure:
    """Return the failure on the first of its boards, which is the smallest."""
    changed = promise.name.endswith(".pure") and answer.mutated
    line, end = refutation(question, answer)
    return Failure(
        question.call,
        question.board,
        "what it is given, unchanged" if changed else truth.expected(question),
        observed(answer, MUTATED) if changed else truth.got(question, answer),
        cases,
        promise.hint if changed else _hint(promise, answer, constant),
        line,
        end,
        answer.traceback,
    )


def _hint(promise: Promise, answer: Answer, constant: bool = False) -> str:
    if answer.unwritten:
        return UNWRITTEN.format(function=promise.function)
    if answer.leaves:
        return f"Raise an Exception: {answer.kind} ends the whole program."
    if answer.said == "l":
        return LATE.format(function=promise.function)
    if answer.kind in ("generator", "coroutine"):
        return LAZY.format(function=promise.function, kind=answer.kind)
    if promise.about in REFUSED:
        return promise.hint
    if answer.kind == "RecursionError":
        endless = ENDLESS if promise.function == "minimax" else CIRCLE
        return endless.format(function=promise.function)
    if answer.raised:
        named = RAISED.format(function=promise.function) if answer.traceback else ""
        return meaning(answer) or named
    if answer.said == "n" and constant:
        return NEVER.format(function=promise.function)
    if answer.said == "n" and promise.name not in NONE_HINTED:
        return NOTHING.format(function=promise.function)
    possible = POSSIBLE.get(promise.function, {})
    quoted = answer.text[1:-1] in possible.values() or not possible
    if answer.kind == "str" and quoted:
        return TEXT.format(function=promise.function)
    if promise.name == "minimax.optimal" and answer.cell is None:
        return NO_CELL
    if possible and answer.said not in possible:
        given = {"function": promise.function, "answers": ", ".join(possible.values())}
        return OTHER.format(**given)
    return promise.hint


def refutation(question: Question, answer: Answer) -> tuple[tuple[Move, ...], str]:
    """Return how best play punishes a wrong action of minimax, and how it ends."""
    searched = question.function == "minimax" and question.about == "open"
    after = replies(question.key) if searched else {}
    action = answer.cell
    if action is None or action not in after:
        return (), ""
    board = board_of(question.key)
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
