"""What the models share: lines, and answers compared with what is meant."""

from collections.abc import Iterable, Sequence
from typing import Any

from noughts import oracle
from noughts.board import LINES, put, turn
from noughts.checker.answers import Answer, said_of
from noughts.checker.questions import Question
from noughts.contract import Action

Line = tuple[int, ...]
Lines = Sequence[Line]
ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]


def is_answered(answer: Answer, value: Any) -> bool:
    """Return whether an answer is this value."""
    return answer.said == said_of(value)


def is_placed(question: Question, answer: Answer, cell: Action, mark: str = "") -> bool:
    """Return whether an answer is the board with a mark on a cell, taken or not."""
    mark = mark or turn(question.key)
    return answer.said == "b" + put(question.key, cell, mark)


def winner_of(key: str) -> str | None:
    """Return who has won, if anybody has."""
    return oracle.table()[key].winner


def all_equal(key: str, line: Line) -> bool:
    """Return whether a line holds the same three times, marks or nothing."""
    a, b, c = line
    return key[a] == key[b] == key[c]


def filling(key: str, lines: Iterable[Line]) -> list[str]:
    """Return whose marks fill those of these lines that are full."""
    return [key[a] for a, b, c in lines if "." != key[a] == key[b] == key[c]]
