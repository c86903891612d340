"""What a file is asked: every function, on every position it is specified for."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol

from noughts import oracle
from noughts.contract import PARAMETERS
from noughts.notation import board_text

FUNCTIONS = tuple(PARAMETERS)
HELPERS = FUNCTIONS[:-1]  # all but minimax, which builds on them
CELLS = [divmod(n, 3) for n in range(9)]

OUT_OF_RANGE = [(3, 0), (0, 3)]
NEGATIVE = [(-1, 2), (2, -1), (-1, -1)]
MALFORMED: list[Any] = [None, "ab", (0,), (0, 0, 0), [0, 0]]


class Question(NamedTuple):
    """A call of one function of the contract."""

    function: str
    key: str = ""  # the nine marks of the board; empty for initial_state
    action: Any = ...  # of result alone

    @property
    def arguments(self) -> tuple[Any, ...]:
        board = (oracle.board_of(self.key),) if self.key else ()
        return board if self.action is ... else (*board, self.action)

    @property
    def board(self) -> str:
        return board_text(oracle.board_of(self.key)) if self.key else ""

    @property
    def call(self) -> str:
        given = ["board"] if self.key else []
        given += [] if self.action is ... else [repr(self.action)]
        return f"{self.function}({', '.join(given)})"


class Answer(Protocol):
    """What the sandbox tells of a call."""

    @property
    def value(self) -> Any: ...
    @property
    def error(self) -> Exception | None: ...
    @property
    def mutated(self) -> bool: ...


# The answers of a file, by function: smallest boards first, then in text order.
Sheet = dict[str, list[tuple[Question, Answer]]]


@cache
def questions(function: str) -> tuple[Question, ...]:
    """Return all that a function is asked, smallest boards first."""
    return tuple(_ASKED[function]())


@cache
def keys() -> list[str]:
    """Return the key of every position, fewest marks first."""
    return [oracle.key_of(board) for board in oracle.positions()]


def in_progress() -> list[str]:
    """Return the keys of the positions in which somebody is to move."""
    return [key for key in keys() if oracle.table()[key].turn]


def finished() -> list[str]:
    """Return the keys of the positions in which the game is over."""
    return [key for key in keys() if not oracle.table()[key].turn]


def valid(question: Question) -> bool:
    """Return whether a question to `result` is about an empty cell."""
    if question.action not in CELLS:
        return False
    i, j = question.action
    return question.key[3 * i + j] == "."


def _results() -> Iterator[Question]:
    for key in in_progress():
        for action in [*CELLS, *OUT_OF_RANGE, *NEGATIVE, *MALFORMED]:
            yield Question("result", key, action)


def _over(keys: Callable[[], list[str]], function: str) -> Callable[[], list[Question]]:
    return lambda: [Question(function, key) for key in keys()]


_ASKED: dict[str, Callable[[], Any]] = {
    "initial_state": lambda: [Question("initial_state")] * 2,
    "player": _over(in_progress, "player"),
    "actions": _over(in_progress, "actions"),
    "result": _results,
    "winner": _over(keys, "winner"),
    "terminal": _over(keys, "terminal"),
    "utility": _over(finished, "utility"),
    "minimax": _over(keys, "minimax"),
}
