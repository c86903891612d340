"""
Many questions in one message, and their answers back.

The other half is `many` in `inside.py`. What comes back was written by a process that
the student's code shares, so it is taken apart with care: an answer in any unforeseen
form makes the whole batch void, and its questions are asked one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from noughts.board import board_of
from noughts.checker.questions import Answer, Question
from noughts.sandbox import EngineRaised
from noughts.text import clean

SIZE = 64  # positions in one message


class Told(NamedTuple):
    """An answer that came in a batch."""

    value: Any = None
    error: Exception | None = None
    mutated: bool = False


def batches(questions: Iterable[Question]) -> Iterator[list[Question]]:
    """Yield the questions in batches: what searches, or has no board, stands alone."""
    for function, group in groupby(questions, key=lambda each: each.function):
        if function in ("minimax", "initial_state"):
            yield from ([question] for question in group)
            continue
        batch = list[Question]()
        for _, about in groupby(group, key=lambda each: each.key):
            batch += about
            if len(batch) >= SIZE:
                yield batch
                batch = []
        if batch:
            yield batch


def packed(batch: Sequence[Question]) -> tuple[str, tuple[Any, ...]]:
    """Return a batch as one call: each board once; its actions are known inside."""
    if len(batch) == 1:
        return batch[0].function, batch[0].arguments
    keys = list(dict.fromkeys(question.key for question in batch))
    return "many", (batch[0].function, keys)


def unpacked(batch: Sequence[Question], told: Any) -> list[Answer]:
    """Return the answers to a batch; raise ValueError if they are not all there."""
    if type(told) is not list or len(told) != len(batch):
        raise ValueError(f"not the answers to {len(batch)} questions")
    return [_answer(question, each) for question, each in zip(batch, told, strict=True)]


def _answer(question: Question, told: Any) -> Answer:
    if type(told) is list and told and type(told[0]) is bool:
        match told:
            case [mutated, value]:
                return Told(value, None, mutated)
            case [mutated, str(key), "board"] if len(key) == 9 and set(key) <= _MARKS:
                return Told(board_of(key), None, mutated)
            case [mutated, str(kind), str(text), "raised"]:
                return Told(None, _raised(question.call, kind, text), mutated)
    raise ValueError(f"{told!r} is no answer")


_MARKS = set("XO.")


def _raised(call: str, kind: str, text: str) -> EngineRaised:
    return EngineRaised(call, clean(kind), clean(text), "")
