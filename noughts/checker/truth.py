"""The right answer to each question, and whether an answer is right."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from noughts.checker.answers import (
    ANY_EXCEPTION,
    UNKNOWN,
    Answer,
    fits,
    said_of,
    said_of_board,
    shown,
    strangeness,
)
from noughts.checker.questions import Question, boards
from noughts.game import oracle
from noughts.game.board import START, board_of, free, turn, winner
from noughts.texts.said import Said

UTILITY = {"X": 1, "O": -1, None: 0}
MARKS = "XO."


def right(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type included."""
    return not answer.like and has_right_value(question, answer)


def has_right_value(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type aside."""
    want = wanted(question.function)[question.number]
    return fits(want, answer.like or answer.said) and not answer.shared


@cache
def wanted(function: str) -> Sequence[str | frozenset[str]]:
    """Return the right answers by number; for minimax, sets of them."""
    if function == "minimax":
        return [optimal(key) for key in boards(function)]
    if function == "result":
        return [said for key in boards(function) for said in _results(key)]
    return [said_about(function, key) for key in boards(function)]


def _results(key: str) -> list[str]:
    """Return the right answers to the questions to `result` about a board."""
    mark = turn(key)
    cells = [
        said_of_board(key[:n] + mark + key[n + 1 :]) if key[n] == "." else ANY_EXCEPTION
        for n in range(9)
    ]
    return [*cells, ANY_EXCEPTION]


@cache
def optimal(key: str) -> frozenset[str]:
    """Return the optimal actions of a position in wire format."""
    return frozenset(map(said_of, oracle.table()[key].optimal or {None}))


@cache
def said_about(function: str, key: str) -> str:
    """Return the right answer about a position in wire format."""
    return said_of(value_of(function, key))


@cache
def table(function: str, *, asked: bool = False) -> str:
    """
    Return a function's right answers on all boards of marks, in a fixed order.

    For `result` they are the marks to put. If `asked`, only boards that the function is
    asked about have an answer. The engine decodes it: see `asker.AnswerTable`.
    """
    about = "player" if function == "result" else function
    every = map("".join, product(MARKS, repeat=9))
    if asked:
        known = frozenset(boards(function))
        return " ".join(
            said_about(about, key) if key in known else UNKNOWN for key in every
        )
    return " ".join(said_of(value_of(about, key)) for key in every)


winner_of = cache(winner)


def value_of(function: str, key: str) -> Any:
    """Return the right answer of a function about a board."""
    match function:
        case "initial_state":
            return board_of(START)
        case "player":
            return turn(key)
        case "actions":
            return {*free(key)}
        case "winner":
            return winner_of(key)
        case "terminal":
            return winner_of(key) is not None or "." not in key
        case "utility":
            return UTILITY[winner_of(key)]
    raise ValueError(f"{function} has no single right answer")


def expected(question: Question) -> Said:
    """Return the right answer as shown in reports."""
    if not question.valid:
        return Said("value.invalid")
    if question.function == "minimax":
        best = sorted(oracle.table()[question.key].optimal)
        if not best:
            return Said("value.over")
        board = board_of(question.key)
        verdicts = [oracle.after(board, action) for action in best]
        when = "verdict" if len({*verdicts}) == 1 else "value"  # without the moves
        return Said("value.best", actions=best, verdict=outcome_text(when, verdicts[0]))
    return shown(Answer(str(wanted(question.function)[question.number])))


def outcome_text(when: str, verdict: oracle.Verdict) -> Said:
    """Return an outcome: `wins in 3`, `loses in 3 moves`, `would draw`."""
    name = {1: "wins", 0: "draw", -1: "loses"}[verdict.outcome]
    counted = {"n": verdict.moves} if verdict.outcome else {}
    return Said(f"{when}.{name}", **counted)


def got(question: Question, answer: Answer) -> Said:
    """Return the wrong answer as shown in reports."""
    value = shown(answer)
    if answer.failed:
        return Said("value.call", call=question.call, what=value)
    strange = strangeness(answer)
    return Said("value.seen", value=value, what=strange) if strange else value
