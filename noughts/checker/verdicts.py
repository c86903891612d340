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
from noughts.checker.answers import FAILED, MUTATED, Answer, observed, opaque_text
from noughts.checker.checks import INVALID, PROMISES, Promise, told_of
from noughts.checker.exception_hints import meaning
from noughts.checker.questions import Question, abouts
from noughts.checker.record import NOTHING, Check, Failure, Move, Status
from noughts.contract import Action
from noughts.notation import board_text
from noughts.words.said import Said, quoted

# A slow search is asked the positions in the middle of the game last. Who answers less
# than this share in time has shown nothing: else stalling would earn points.
ENOUGH = 0.9
MOST_CAUSES = 5  # kinds of failure that are shown for one check
# What these say of None themselves is more than that it is None.
NONE_HINTED = {p.name for p in PROMISES if p.function == "winner"} | {"minimax.legal"}
# All that these can answer, as a student writes it.
POSSIBLE = {
    "player": {"mX": "X", "mO": "O"},
    "winner": {"mX": "X", "mO": "O", "n": "None"},
    "terminal": {"t": "True", "f": "False"},
    "utility": {"i1": "1", "i0": "0", "i-1": "-1"},
}


def verdicts(sheet: AnswerSheet) -> Iterator[Check]:
    """
    Yield the verdict of every check about a function.

    Who shows nothing earns nothing; but who answers, and refuses what is not valid, has
    shown that.
    """
    nothing = shows_nothing(sheet)
    silent = nothing.key == "note.silent"
    for promise in PROMISES:
        if promise.function == sheet.function:
            found = verdict(promise, sheet, bool(nothing))
            charged = nothing and (silent or promise.name != INVALID)
            pure = promise.name.endswith(".pure")
            if sheet.unwritten:
                found = replace(found, status="unfinished")
            elif charged and found.status in ("passed", "unfinished"):
                status: Status = "absent" if pure else "failed"
                found = replace(found, status=status, note=nothing)
            yield found


def shows_nothing(sheet: AnswerSheet) -> Said:
    """Return why a function shows nothing by what it answers; empty if it does."""
    function = sheet.function
    if function == "initial_state" or not sheet.wrong:
        return NOTHING
    every = sheet.said()
    if function == "minimax":  # None where the game is over shows nothing by itself
        every = (a.like or a.said for q, a in sheet.pairs() if q.about == "open")
    first = next(every, None)
    if first is None:
        return NOTHING
    if first[0] in FAILED:
        silent = all(said[0] in FAILED for said in every)
        return Said("note.silent", function=function) if silent else NOTHING
    if not all(said == first for said in every):
        return NOTHING
    kind, _, text = first[1:].partition("|")
    opaque = first[0] == "o" and text == opaque_text(kind)
    return Said("note.opaque" if opaque else "note.constant", function=function)


def verdict(promise: Promise, sheet: AnswerSheet, constant: bool = False) -> Check:
    """
    Return the verdict of one check, its failures grouped by cause.

    Of a function that is `constant` every answer is the same.
    """
    causes, cases = dict[str, tuple[Question, Answer]](), Counter[str]()
    wrongs = [*sheet.wrongs(promise.about)]
    if sheet.function == "minimax":  # with few cells free a search is easiest to follow
        wrongs.sort(key=lambda pair: pair[0].key.count("."))
    for question, answer in wrongs:
        if not promise.rule(question, answer):
            cause = answer.cause
            if promise.name == INVALID:  # an example of each kind
                cause = question.about
            if cause not in causes and len(causes) == MOST_CAUSES:
                cause = next(reversed(causes))
            causes.setdefault(cause, (question, answer))
            cases[cause] += 1
    failing, wanted = cases.total(), questions_about(promise)
    asked = wanted if sheet.complete else _asked_about(promise, sheet)
    status: Status = "failed" if failing else "passed"
    if not failing and asked < ENOUGH * wanted:
        status = "failed" if sheet.hangs else "unjudged"
        if promise.name.endswith(".pure"):
            status = "absent"  # nothing was changed, and nothing was shown
    if failing and all(answer.unwritten for _, answer in causes.values()):
        status = "unfinished"
    enough = asked == wanted or sheet.unwritten
    return Check(
        promise.name,
        told_of(promise.name),
        status,
        asked,
        failing,
        NOTHING if enough else _unasked(sheet, asked, wanted),
        tuple(
            _failure(promise, question, answer, cases[cause], constant)
            for cause, (question, answer) in causes.items()
        ),
    )


def _unasked(sheet: AnswerSheet, asked: int, wanted: int) -> Said:
    """Return why not all questions were asked."""
    if not sheet.hangs:
        return Said("note.time_up", asked=asked, wanted=wanted)
    return Said("note.given_up", asked=asked, wanted=wanted, function=sheet.function)


@cache
def questions_about(promise: Promise) -> int:
    """Return how many questions a check rests on."""
    every = abouts(promise.function)
    return _concerning(promise, every)


def _asked_about(promise: Promise, sheet: AnswerSheet) -> int:
    asked = list(compress(abouts(promise.function), sheet.asked))
    return _concerning(promise, asked)


def _concerning(promise: Promise, stakes: list[str]) -> int:
    """Return how many questions with these stakes a check is about."""
    counted = promise.about.split()
    return sum(map(stakes.count, counted)) if counted else len(stakes)


def text_check(name: str, failures: Iterable[Failure]) -> Check:
    """Return the verdict of a check that rests on the text of the file."""
    found = tuple(failures)
    status: Status = "failed" if found else "passed"
    return Check(name, told_of(name), status, failing=len(found), failures=found)


def _failure(
    promise: Promise, question: Question, answer: Answer, cases: int, constant: bool
) -> Failure:
    """Return the failure on the first of its boards, which is the smallest."""
    changed = promise.name.endswith(".pure") and answer.mutated
    line, end = refutation(question, answer)
    return Failure(
        quoted(question.call),
        question.board,
        Said("value.unchanged") if changed else truth.expected(question),
        Said("value.several", what=observed(answer, MUTATED))
        if changed
        else truth.got(question, answer),
        cases,
        promise.hint if changed else _hint(promise, answer, constant),
        line,
        end,
        answer.traceback,
    )


def _hint(promise: Promise, answer: Answer, constant: bool = False) -> Said:
    function = promise.function

    def hint(name: str, **parts: str) -> Said:
        return Said(f"hint.{name}", **parts)

    if answer.unwritten:
        return hint("unwritten", function=function)
    if answer.leaves:
        return hint("leaves", kind=answer.kind)
    if answer.said == "l":
        return hint("late", function=function)
    if answer.kind in ("generator", "coroutine"):
        return hint("lazy", function=function, kind=answer.kind)
    if promise.name == INVALID:
        return promise.hint
    if answer.kind == "RecursionError":
        endless = hint("endless")
        return endless if function == "minimax" else hint("circle", function=function)
    if answer.raised:
        named = hint("raised", function=function) if answer.traceback else NOTHING
        return meaning(answer) or named
    if answer.said == "n" and constant:
        return hint("never", function=function)
    if answer.said == "n" and promise.name not in NONE_HINTED:
        return hint("nothing", function=function)
    possible = POSSIBLE.get(function, {})
    if answer.kind == "str" and (
        answer.text[1:-1] in possible.values() or not possible
    ):
        return hint("text", function=function)
    if promise.name == "minimax.optimal" and answer.cell is None:
        return hint("no_cell")
    if possible and answer.said not in possible:
        return hint("other", function=function, answers=", ".join(possible.values()))
    return promise.hint


def refutation(question: Question, answer: Answer) -> tuple[tuple[Move, ...], Said]:
    """Return how best play punishes a wrong action of minimax, and how it ends."""
    searched = question.function == "minimax" and question.about == "open"
    after = replies(question.key) if searched else {}
    action = answer.cell
    if action is None or action not in after:
        return (), NOTHING
    board = board_of(question.key)
    if action in oracle.look(board).optimal:
        return (), NOTHING
    rest = oracle.line(board_of(after[action]))
    best = min(oracle.look(board).best)
    end = Said(
        "value.punished",
        action=str(action),
        after=promised("after", oracle.after(board, action)),
        best=str(best),
        would=promised("would", oracle.verdict(board)),
    )
    return moves(question.key, [action, *rest]), end


def promised(when: str, verdict: oracle.Verdict) -> Said:
    """Return what an action leads to, or another would: `loses in 3 moves`."""
    name = {1: "wins", 0: "draw", -1: "loses"}[verdict.outcome]
    counted = {"n": verdict.moves} if verdict.outcome else {}
    return Said(f"value.{when}.{name}", **counted)


def moves(key: str, actions: Iterable[Action]) -> tuple[Move, ...]:
    """Return a line of play from a position, move by move."""
    line = list[Move]()
    for action in actions:
        mark = oracle.table()[key].turn
        assert mark is not None
        key = play(key, action)
        line.append(Move(mark, action, board_text(board_of(key))))
    return tuple(line)
