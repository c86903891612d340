"""What the right answer to a question is, and whether an answer is right."""

from functools import cache
from typing import Any

from noughts import oracle
from noughts.board import START, board_of, play, replies
from noughts.checker.questions import Answer, Question
from noughts.notation import board_text
from noughts.sandbox import EngineRaised

UTILITY = {"X": 1, "O": -1, None: 0}
MARKS = {"X", "O", None}
LONGEST = 160  # characters of a value in a report


def right(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type included."""
    if not question.valid:
        return refused(answer)
    if answer.error:
        return False
    if question.function == "minimax":
        optimal = oracle.table()[question.key].optimal or {None}
        return any(same(answer.value, action) for action in optimal)
    return same(answer.value, value(question))


def refused(answer: Answer) -> bool:
    """Return whether the engine refused the question by an exception of its own."""
    return isinstance(answer.error, EngineRaised) and not unfinished(answer)


def unfinished(answer: Answer) -> bool:
    """Return whether the function has not been written yet, and says so."""
    return getattr(answer.error, "kind", "") == "NotImplementedError"


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal and of the same types, all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, set):
        # Equal sets can differ in type inside: {(0, 0)} == {(False, 0.0)}.
        return one == other and all(any(same(a, b) for b in other) for a in one)
    return bool(one == other)


def value(question: Question) -> Any:
    """Return the one right answer to a question that has one."""
    return _value(question.function, question.key, question.action)


@cache
def _value(function: str, key: str, action: Any) -> Any:
    match function:
        case "initial_state":
            return board_of(START)
        case "player":
            return oracle.table()[key].turn
        case "actions":
            return set(replies(key))
        case "result":
            return board_of(play(key, action))
        case "winner":
            return oracle.table()[key].winner
        case "terminal":
            return oracle.table()[key].turn is None
        case "utility":
            return UTILITY[oracle.table()[key].winner]
    raise ValueError(f"{function} has no single right answer")


def expected(question: Question) -> str:
    """Return the right answer in words."""
    if not question.valid:
        return "an exception, because the action is not valid"
    if question.function == "minimax":
        best = sorted(oracle.table()[question.key].optimal)
        if not best:
            return "None, because the game is over"
        board = board_of(question.key)
        return f"{' or '.join(map(str, best))}: {oracle.verdict(board)}"
    return shown(value(question))


def got(answer: Answer) -> str:
    """Return what came instead, in words."""
    return _cut(str(answer.error)) if answer.error else shown(answer.value)


def shown(value: Any) -> str:
    """Return a value as text: a board in its notation, a set in order."""
    if is_board(value):
        return board_text(value)
    if isinstance(value, set) and value:
        return _cut("{" + ", ".join(sorted(map(repr, value))) + "}")
    return _cut(repr(value))


def is_board(value: Any) -> bool:
    """Return whether a value is three rows of three marks."""
    return (
        type(value) is list
        and len(value) == 3
        and all(type(row) is list and len(row) == 3 for row in value)
        and all(type(cell) in (str, type(None)) for row in value for cell in row)
        and all(cell in MARKS for row in value for cell in row)
    )


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
