"""What the right answer to a question is, and whether an answer is right."""

from functools import cache
from typing import Any

from noughts import oracle
from noughts.board import START, board_of, play, replies
from noughts.checker.answers import Answer, observed, said_of, shown
from noughts.checker.questions import Question

UTILITY = {"X": 1, "O": -1, None: 0}
NOT_OWN = "RSL"  # what can be wrong with a board that is not one of its own


def right(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type included."""
    if not question.valid:
        return answer.refused
    if question.function == "minimax":
        return answer.said in optimal(question.key)
    return answer.said == said(question) and not answer.shared


def meant(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right but perhaps for its type."""
    return right(question, answer) or (
        answer.like in optimal(question.key)
        if question.function == "minimax"
        else answer.like == said(question)
    )


@cache
def optimal(key: str) -> frozenset[str]:
    """Return the optimal actions of a position as they stand on the wire."""
    return frozenset(map(said_of, oracle.table()[key].optimal or {None}))


@cache
def said(question: Question) -> str:
    """Return the one right answer to a valid question as it stands on the wire."""
    return said_of(value(question))


def value(question: Question) -> Any:
    """Return the one right answer to a question that has one."""
    key = question.key
    match question.function:
        case "initial_state":
            return board_of(START)
        case "player":
            return oracle.table()[key].turn
        case "actions":
            return set(replies(key))
        case "result":
            return board_of(play(key, question.action))
        case "winner":
            return oracle.table()[key].winner
        case "terminal":
            return oracle.table()[key].turn is None
        case "utility":
            return UTILITY[oracle.table()[key].winner]
    raise ValueError(f"{question.function} has no single right answer")


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
    return shown(Answer(said(question)))


def got(question: Question, answer: Answer) -> str:
    """Return what came instead, in words."""
    text = shown(answer)
    if answer.failed:
        return f"{question.call} {text}"
    strange = observed(answer, NOT_OWN)
    return f"{text}: {strange}" if strange else text
