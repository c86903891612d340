"""The questions: every function, on every position it is specified for."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from noughts.game import oracle
from noughts.game.board import LINES, board_of
from noughts.game.notation import board_text

CELLS = [divmod(n, 3) for n in range(9)]

# Actions that are not cells, with their kinds. The boards get one each, in turn.
NO_CELLS: list[tuple[str, Any]] = [
    ("negative", (-1, 2)),
    ("range", (3, 0)),
    ("shape", None),
    ("negative", (2, -1)),
    ("range", (0, 3)),
    ("shape", "ab"),
    ("negative", (-1, -1)),
    ("shape", (0,)),
]
ACTIONS = [*CELLS, *(action for _, action in NO_CELLS)]
PER_BOARD = len(CELLS) + 1  # questions to `result` about one board
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
        place, action = number // PER_BOARD, ACTIONS[action_number(number)]
    about, key = abouts(function)[number], boards(function)[place]
    return Question(function, number, about, key, action)


@cache
def abouts(function: str) -> list[str]:
    """Return the kind of each question to a function."""
    keys = boards(function)
    if function != "result":
        return [_kind(function, key) for key in keys]
    kinds = {".": "valid", "X": "taken", "O": "taken"}
    every = list[str]()
    for n, key in enumerate(keys):
        every += [kinds[mark] for mark in key]
        every.append(NO_CELLS[n % len(NO_CELLS)][0])
    return every


def action_number(number: int) -> int:
    """Return the number of the action in a question to `result`."""
    place, n = divmod(number, PER_BOARD)
    return n if n < len(CELLS) else n + place % len(NO_CELLS)


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
    """Return the kind of the first full line; `none` if there is none."""
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
        some = _spread(range(len(keys)), SAMPLE // 4)
        return [PER_BOARD * n + k for n in some for k in range(PER_BOARD)]
    quick = [n for n, key in enumerate(keys) if key.count(".") <= QUICK]
    some = _spread(quick, SAMPLE)
    # Begin with an open game: after the end even a placeholder is right.
    return sorted(some, key=lambda n: abouts(function)[n] == "over")


def _spread(things: Sequence[Any], most: int) -> list[Any]:
    return [things[n * (len(things) - 1) // (most - 1)] for n in range(most)]


def on_wire(function: str, numbers: Sequence[int]) -> list[str]:
    """Return questions in wire format: nine marks, and the number of an action."""
    texts = _texts(function)
    return [texts[n] for n in numbers]


@cache
def _texts(function: str) -> list[str]:
    keys = boards(function)
    if function != "result":
        return [key or "-" for key in keys]
    numbers = range(len(abouts(function)))
    return [f"{keys[n // PER_BOARD]}{action_number(n)}" for n in numbers]
