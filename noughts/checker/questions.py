"""The questions: every function, on every position it is specified for."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import LINES, board_of
from noughts.contract import PARAMETERS
from noughts.notation import board_text

FUNCTIONS = tuple(PARAMETERS)
HELPERS = FUNCTIONS[:-1]  # all but minimax, which builds on them
CELLS = [divmod(n, 3) for n in range(9)]

# Invalid actions, by kind. No assignment demands that the last two be rejected: that
# they are accepted is noted and costs nothing.
NOT_CELLS: dict[str, list[Any]] = {
    "range": [(3, 0), (0, 3)],
    "negative": [(-1, 2), (2, -1), (-1, -1)],
    "shape": [None, "ab", (0,)],
    "triple": [(0, 0, 0)],
    "lists": [[0, 0]],
}
NO_CELLS = [about for about, some in NOT_CELLS.items() for _ in some]
ACTIONS = [*CELLS, *(action for some in NOT_CELLS.values() for action in some)]
STARTS = 3  # calls of initial_state: each must return a new board


class Question(NamedTuple):
    """A call of one function of the contract."""

    function: str
    number: int  # among the questions to this function, few marks first
    about: str = ""  # its kind: "taken", "rows", "tie", ...
    key: str = ""  # nine marks; empty for initial_state
    action: Any = ...  # for result only

    @property
    def valid(self) -> bool:
        """Whether a value is expected, rather than an exception."""
        return self.function != "result" or self.about == "valid"

    @property
    def board(self) -> str:
        return board_text(board_of(self.key)) if self.key else ""

    @property
    def call(self) -> str:
        given = ["board"] if self.key else []
        given += [] if self.action is ... else [repr(self.action)]
        return f"{self.function}({', '.join(given)})"


class Questions:
    """All questions to a function, few marks first, made on demand."""

    def __init__(self, function: str, boards: Sequence[str]) -> None:
        self.function, self.boards = function, boards
        self.actions: list[Any] = ACTIONS if function == "result" else [...]
        self._count = len(boards) * len(self.actions)
        self._made = dict[int, Question]()

    @cached_property
    def stakes(self) -> list[str]:
        """The kind of each question."""
        return abouts(self.function)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Question:
        if number not in self._made:
            board, action = divmod(number, len(self.actions))
            about = self.stakes[number]
            key, given = self.boards[board], self.actions[action]
            made = Question(self.function, number, about, key, given)
            self._made[number] = made
        return self._made[number]

    def __iter__(self) -> Iterator[Question]:
        return (self[n] for n in range(len(self)))


@cache
def questions(function: str) -> Questions:
    """Return all questions to a function."""
    return Questions(function, _BOARDS[function]())


@cache
def abouts(function: str) -> list[str]:
    """Return the kind of each question to a function."""
    boards = questions(function).boards
    match function:
        case "result":
            return [about for key in boards for about in _about_actions(key)]
        case "winner":
            return list(map(_about_lines, boards))
        case "terminal":
            return list(map(_about_end, boards))
        case "utility":
            return [oracle.table()[key].winner or "tie" for key in boards]
        case "minimax":
            return ["open" if oracle.table()[key].turn else "over" for key in boards]
    return [""] * len(boards)


def _about_actions(key: str) -> list[str]:
    return ["valid" if mark == "." else "taken" for mark in key] + NO_CELLS


def _about_lines(key: str) -> str:
    """Return the kind of the first full line."""
    won = oracle.table()[key].winner
    if not won:
        return "none"
    full = [n for n, line in enumerate(LINES) if all(key[c] == won for c in line)]
    return ("rows", "columns", "diagonals")[full[0] // 3]


def _about_end(key: str) -> str:
    truth = oracle.table()[key]
    return "won" if truth.winner else "open" if truth.turn else "full"


@cache
def keys() -> list[str]:
    """Return the key of every position, fewest marks first."""
    return sorted(oracle.table(), key=lambda key: (-key.count("."), key))


@cache
def open_keys() -> list[str]:
    """Return the positions in which the game goes on."""
    return [key for key in keys() if oracle.table()[key].turn]


_BOARDS: dict[str, Callable[[], list[str]]] = {
    "initial_state": lambda: [""] * STARTS,
    "player": open_keys,
    "actions": open_keys,
    "result": open_keys,
    "winner": keys,
    "terminal": keys,
    "utility": lambda: [key for key in keys() if not oracle.table()[key].turn],
    "minimax": keys,
}


# --- Order and samples ------------------------------------------------------

QUICK = 4  # empty cells up to which a search is quick
SAMPLE = 24  # questions


@cache
def every(function: str) -> list[int]:
    """
    Return the numbers of all questions to a function in the order of asking.

    Quick searches come first, then the longest, so that stalling until the time is up
    does not avoid the emptiest boards.
    """
    asked = questions(function)
    if function != "minimax":
        return [*range(len(asked))]
    empty = [key.count(".") for key in asked.boards]

    def place(number: int) -> tuple[bool, int]:
        long = empty[number] > QUICK
        return long, -empty[number] if long else empty[number]

    return sorted(range(len(asked)), key=place)


@cache
def sample(function: str) -> list[int]:
    """Return a few questions from all stages of the game, but no long search."""
    boards, each = questions(function).boards, len(questions(function).actions)
    stakes = questions(function).stakes
    if function == "initial_state":
        return [*range(len(boards))]
    if function == "result":
        some = _spread(range(len(boards)), SAMPLE // 4)
        return [each * n + k for n in some for k in range(each)]
    quick = [n for n, key in enumerate(boards) if key.count(".") <= QUICK]
    some = _spread(quick, SAMPLE)
    # Begin with an open game: after the end even a placeholder is right.
    return sorted(some, key=lambda n: stakes[n] == "over")


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    return [things[n * (len(things) - 1) // (most - 1)] for n in range(most)]


def on_wire(function: str, numbers: Sequence[int]) -> list[str]:
    """Return questions in wire format: nine marks, and the number of an action."""
    boards = questions(function).boards
    if function == "result":
        many = len(ACTIONS)
        return [f"{boards[n // many]}{n % many}" for n in numbers]
    return [boards[n] or "-" for n in numbers]
