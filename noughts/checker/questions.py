"""The questions: every function, on every position it is specified for."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from noughts import oracle
from noughts.board import LINES, board_of
from noughts.contract import PARAMETERS
from noughts.notation import board_text

FUNCTIONS = tuple(PARAMETERS)
HELPERS = FUNCTIONS[:-1]  # all but minimax, which builds on them
CELLS = [divmod(n, 3) for n in range(9)]

# Invalid actions, by kind.
NOT_CELLS: dict[str, list[Any]] = {
    "range": [(3, 0), (0, 3)],
    "negative": [(-1, 2), (2, -1), (-1, -1)],
    "shape": [None, "ab", (0,)],
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


def questions(function: str) -> list[Question]:
    """Return all questions to a function, few marks first."""
    return [question(function, number) for number in range(len(abouts(function)))]


@cache
def question(function: str, number: int) -> Question:
    """Return one question; making all at once takes long."""
    action: Any = ...
    place = number
    if function == "result":
        place, n = divmod(number, len(ACTIONS))
        action = ACTIONS[n]
    about, key = abouts(function)[number], boards(function)[place]
    return Question(function, number, about, key, action)


@cache
def abouts(function: str) -> list[str]:
    """Return the kind of each question to a function."""
    keys = boards(function)
    if function != "result":
        return [_kind(function, key) for key in keys]
    kinds = {".": "valid", "X": "taken", "O": "taken"}
    return [kind for key in keys for kind in (*(kinds[m] for m in key), *NO_CELLS)]


@cache
def boards(function: str) -> list[str]:
    """Return the boards that a function is specified for, fewest marks first."""
    table = oracle.table()
    match function:
        case "initial_state":
            return [""] * STARTS
        case "player" | "actions" | "result":
            return [key for key in boards("minimax") if table[key].turn]
        case "utility":
            return [key for key in boards("minimax") if not table[key].turn]
    return sorted(table, key=lambda key: (-key.count("."), key))


def _kind(function: str, key: str) -> str:
    """Return the kind of a question about a board."""
    match function:
        case "winner":
            return _kind_of_line(key)
        case "terminal":
            over = "won" if oracle.table()[key].winner else "full"
            return "open" if oracle.table()[key].turn else over
        case "utility":
            return oracle.table()[key].winner or "tie"
        case "minimax":
            return "open" if oracle.table()[key].turn else "over"
    return ""


def _kind_of_line(key: str) -> str:
    """Return the kind of the first full line."""
    won = oracle.table()[key].winner
    if not won:
        return "none"
    full = [n for n, line in enumerate(LINES) if all(key[c] == won for c in line)]
    return ("rows", "columns", "diagonals")[full[0] // 3]


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
    numbers = [*range(len(abouts(function)))]
    if function != "minimax":
        return numbers

    def place(number: int) -> tuple[bool, int]:
        empty = boards(function)[number].count(".")
        return empty > QUICK, -empty if empty > QUICK else empty

    return sorted(numbers, key=place)


@cache
def sample(function: str) -> list[int]:
    """Return a few questions from all stages of the game, but no long search."""
    keys = boards(function)
    if function == "initial_state":
        return [*range(len(keys))]
    if function == "result":
        some, many = _spread(range(len(keys)), SAMPLE // 4), len(ACTIONS)
        return [many * n + k for n in some for k in range(many)]
    quick = [n for n, key in enumerate(keys) if key.count(".") <= QUICK]
    some = _spread(quick, SAMPLE)
    # Begin with an open game: after the end even a placeholder is right.
    return sorted(some, key=lambda n: abouts(function)[n] == "over")


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    return [things[n * (len(things) - 1) // (most - 1)] for n in range(most)]


def on_wire(function: str, numbers: Sequence[int]) -> list[str]:
    """Return questions in wire format: nine marks, and the number of an action."""
    keys, many = boards(function), len(ACTIONS)
    if function == "result":
        return [f"{keys[n // many]}{n % many}" for n in numbers]
    return [keys[n] or "-" for n in numbers]
