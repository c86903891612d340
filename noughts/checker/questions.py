"""What a file is asked: every function, on every position it is specified for."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import LINES, board_of, key_of
from noughts.contract import PARAMETERS
from noughts.notation import board_text

FUNCTIONS = tuple(PARAMETERS)
HELPERS = FUNCTIONS[:-1]  # all but minimax, which builds on them
CELLS = [divmod(n, 3) for n in range(9)]

OUT_OF_RANGE = [(3, 0), (0, 3)]
NEGATIVE = [(-1, 2), (2, -1), (-1, -1)]
MALFORMED: list[Any] = [None, "ab", (0,), (0, 0, 0)]
LIST: list[Any] = [[0, 0]]  # no assignment asks that it be refused: noted, not charged
ACTIONS = [*CELLS, *OUT_OF_RANGE, *NEGATIVE, *MALFORMED, *LIST]


class Question(NamedTuple):
    """A call of one function of the contract."""

    function: str
    number: int  # among the questions to this function: small boards first
    about: str = ""  # what is at stake: "taken", "rows", "tie", ...
    key: str = ""  # the nine marks of the board; empty for initial_state
    action: Any = ...  # of result alone

    @property
    def valid(self) -> bool:
        """Whether it has an answer: else an exception must come."""
        return self.function != "result" or self.about == "valid"

    @property
    def arguments(self) -> tuple[Any, ...]:
        board = (board_of(self.key),) if self.key else ()
        return board if self.action is ... else (*board, self.action)

    @property
    def board(self) -> str:
        return board_text(board_of(self.key)) if self.key else ""

    @property
    def call(self) -> str:
        given = ["board"] if self.key else []
        given += [] if self.action is ... else [repr(self.action)]
        return f"{self.function}({', '.join(given)})"


@cache
def questions(function: str) -> tuple[Question, ...]:
    """Return all that a function is asked, smallest boards first."""
    return tuple(
        Question(function, number, *rest)
        for number, rest in enumerate(_ASKED[function]())
    )


@cache
def keys() -> list[str]:
    """Return the key of every position, fewest marks first."""
    return [key_of(board) for board in oracle.positions()]


def _initial() -> Iterator[tuple[Any, ...]]:
    yield from [(), (), ()]  # each must be as empty as the first, and another one


def _open() -> Iterator[tuple[Any, ...]]:
    """Yield the positions in which somebody is to move."""
    yield from (("", key) for key in keys() if oracle.table()[key].turn)


def _results() -> Iterator[tuple[Any, ...]]:
    for _, key in _open():
        for action in ACTIONS:
            yield _about_action(key, action), key, action


def _about_action(key: str, action: Any) -> str:
    if action in CELLS:
        i, j = action
        return "valid" if key[3 * i + j] == "." else "taken"
    if action in LIST:
        return "list"
    if action in OUT_OF_RANGE:
        return "range"
    return "negative" if action in NEGATIVE else "shape"


def _lines() -> Iterator[tuple[Any, ...]]:
    """Yield all positions, by the kind of line that is full; of two kinds the first."""
    for key in keys():
        won = oracle.table()[key].winner
        full = [
            n
            for n, line in enumerate(LINES)
            if won and all(key[cell] == won for cell in line)
        ]
        yield ("rows", "columns", "diagonals")[full[0] // 3] if full else "none", key


def _ends() -> Iterator[tuple[Any, ...]]:
    for key in keys():
        truth = oracle.table()[key]
        yield "won" if truth.winner else "open" if truth.turn else "full", key


def _scores() -> Iterator[tuple[Any, ...]]:
    for key in keys():
        truth = oracle.table()[key]
        if not truth.turn:
            yield truth.winner or "tie", key


def _searches() -> Iterator[tuple[Any, ...]]:
    yield from (("open" if oracle.table()[key].turn else "over", key) for key in keys())


_ASKED: dict[str, Callable[[], Iterator[tuple[Any, ...]]]] = {
    "initial_state": _initial,
    "player": _open,
    "actions": _open,
    "result": _results,
    "winner": _lines,
    "terminal": _ends,
    "utility": _scores,
    "minimax": _searches,
}
