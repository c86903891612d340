"""The right answer to each question, and whether an answer is right."""

from functools import cache
from typing import Any

from noughts import oracle
from noughts.board import START, board_of, play
from noughts.checker.answers import NOT_OWN, Answer, observed, said_of, shown
from noughts.checker.questions import Question, questions
from noughts.words.said import Said

UTILITY = {"X": 1, "O": -1, None: 0}


def right(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type included."""
    if not question.valid:
        return answer.refused
    if question.function == "minimax":
        return answer.said in optimal(question.key)
    return answer.said == said(question) and not answer.shared


def meant(question: Question, answer: Answer) -> bool:
    """Return whether the answer is right, its type aside."""
    return right(question, answer) or (
        answer.like in optimal(question.key)
        if question.function == "minimax"
        else answer.like == said(question)
    )


@cache
def optimal(key: str) -> frozenset[str]:
    """Return the optimal actions of a position in wire format."""
    return frozenset(map(said_of, oracle.table()[key].optimal or {None}))


def said(question: Question) -> str:
    """Return the right answer to a valid question in wire format."""
    if question.function == "result":
        return "b" + play(question.key, question.action)
    return said_about(question.function, question.key)


@cache
def said_about(function: str, key: str) -> str:
    """Return the right answer about a position in wire format."""
    return said_of(value_of(function, key))


@cache
def known(function: str) -> str:
    """Return every board with its right answer; for `result`, who moves."""
    about = "player" if function == "result" else function
    boards = questions(function).boards
    return " ".join(f"{key} {said_about(about, key)}" for key in boards)


def value_of(function: str, key: str) -> Any:
    """Return the right answer of a function about a position."""
    match function:
        case "initial_state":
            return board_of(START)
        case "player":
            return oracle.table()[key].turn
        case "actions":
            return {divmod(n, 3) for n in range(9) if key[n] == "."}
        case "winner":
            return oracle.table()[key].winner
        case "terminal":
            return oracle.table()[key].turn is None
        case "utility":
            return UTILITY[oracle.table()[key].winner]
    raise ValueError(f"{function} has no single right answer")


def expected(question: Question) -> Said:
    """Return the right answer as it is shown in a report."""
    if not question.valid:
        return Said("value.invalid")
    if question.function == "minimax":
        best = sorted(oracle.table()[question.key].optimal)
        if not best:
            return Said("value.over")
        board = board_of(question.key)
        promised = {oracle.after(board, action) for action in best}
        exact = len(promised) == 1
        return Said("value.best", actions=best, verdict=verdict(promised.pop(), exact))
    return shown(Answer(said(question)))


def verdict(promise: oracle.Verdict, exact: bool = True) -> Said:
    """Return what a position is worth: `wins in 3`; only `wins` if not exact."""
    name = {1: "wins", 0: "draw", -1: "loses"}[promise.outcome]
    if not exact or not promise.outcome:
        return Said(f"value.{name}")
    return Said(f"verdict.{name}", n=promise.moves)


def got(question: Question, answer: Answer) -> Said:
    """Return the wrong answer as it is shown in a report."""
    value = shown(answer)
    if answer.failed:
        return Said("value.call", call=question.call, what=value)
    strange = observed(answer, NOT_OWN)
    return Said("value.seen", value=value, what=strange) if strange else value
