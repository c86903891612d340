"""What the models share: lines, and answers compared with what is meant."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from noughts.board import LINES, put, turn
from noughts.checker.answers import Answer, said_of
from noughts.checker.questions import Question
from noughts.contract import Action

Line = tuple[int, ...]
ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]
CROSSED = [line for pair in zip(ROWS, COLUMNS, strict=True) for line in pair]
BLOCKS = [*permutations([ROWS, COLUMNS, DIAGONALS]), (CROSSED, DIAGONALS)]
ORDERS = [
    [line for block in blocks for line in block] for blocks in BLOCKS
]  # in which people look at the lines


def is_answered(answer: Answer, value: Any) -> bool:
    """Return whether an answer is this value."""
    return answer.said == said_of(value)


def is_placed(question: Question, answer: Answer, cell: Action, mark: str = "") -> bool:
    """Return whether an answer is the board with a mark on a cell, taken or not."""
    mark = mark or turn(question.key)
    return answer.said == "b" + put(question.key, cell, mark)


def all_equal(question: Question, line: Line) -> bool:
    """Return whether a line holds the same three times, marks or nothing."""
    a, b, c = line
    key = question.key
    return key[a] == key[b] == key[c]


def first_full(question: Question, lines: Iterable[Line]) -> str | None:
    """Return whose mark fills the first of these lines that is full."""
    return next(iter(filling(question, lines)), None)


def filling(question: Question, lines: Iterable[Line]) -> list[str]:
    """Return whose marks fill those of these lines that are full."""
    key = question.key
    return [key[a] for a, b, c in lines if "." != key[a] == key[b] == key[c]]
