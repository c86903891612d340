"""Questions to an engine's process: some under way, some still to come."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from noughts.sandbox import protocol

# Characters of questions under way. Every pipe holds this many, so writing them never
# blocks, and some thirty questions keep the engine busy while we look at its answers.
WINDOW = 4096

FunctionCall = tuple[str, tuple[Any, ...]]  # a function's name, and its arguments


class Request(NamedTuple):
    """One call under way."""

    function: str
    arguments: tuple[Any, ...]
    number: str  # unguessable: an answer written before the question was asked is void
    line: str


class Pipeline:
    """Questions to one process: those under way, and those to come."""

    def __init__(self, calls: Iterable[FunctionCall]) -> None:
        self.sent: deque[Request] = deque()
        self._coming = map(question_of, calls)
        self._unsent: deque[Request] = deque()
        self._room = WINDOW

    def take(self) -> Iterator[Request]:
        """Move questions from those to come to those under way, while there is room."""
        if self._room < WINDOW // 2:
            return  # a few at a time are sent faster than one by one
        while self._unsent or self._fetch():
            if self.sent and len(self._unsent[0].line) >= self._room:
                return
            question = self._unsent.popleft()
            self.sent.append(question)
            self._room -= len(question.line) + 1
            yield question

    def answered(self) -> None:
        self._room += len(self.sent.popleft().line) + 1

    def put_back(self) -> None:
        """Ask what is under way again: the process that had it is gone."""
        self._unsent.extendleft(reversed(self.sent))
        self.sent.clear()
        self._room = WINDOW

    def _fetch(self) -> bool:
        self._unsent.extend(islice(self._coming, 1))
        return bool(self._unsent)


def question_of(call: FunctionCall) -> Request:
    """Return a call as a question, with a number that nobody can guess."""
    function, arguments = call
    number = new_number()
    text = protocol.encode(list(arguments))
    return Request(function, arguments, number, f"{number} {function} {text}")


def new_number() -> str:
    """Return a number that nobody can guess."""
    return os.urandom(8).hex()
