"""The calls of a file's search, validated as they come from its process."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from noughts.board import board_of, free, play, replies
from noughts.notation import board_text
from noughts.observe.trace import RULES
from noughts.oracle import Truth, table
from noughts.text import clean_line
from noughts.words import NoughtsError

MOST = 8_000  # calls of one search, and steps of one call
TEXT = 100  # characters
SQUARES = range(1, 10)
# The types of a row of `trace`.
TYPES = (
    *(str, int, int, int, str | None, str, int, int | None),
    *(list, list | None, int, str | None, int),
)


class UnreadableError(NoughtsError):
    """The search cannot be followed: nothing can be claimed about it."""

    def __init__(self, why: str) -> None:
        super().__init__(f"own.unreadable.{why}")


class Gave(NamedTuple):
    """The return value of a call; the kind `endless` means that it never returned."""

    kind: str
    value: Any = None  # a number, square, squares, board or text; a pair is a list
    text: str = ""  # as Python writes it

    @property
    def number(self) -> float | None:
        """The value of a position, if the call returned one."""
        number = self.value[0] if self.kind == "pair" else self.value
        return number if self.kind in ("number", "pair") else None

    def __str__(self) -> str:
        match self.kind:
            case "number":
                return number_text(self.value)
            case "actions":
                cells = (str(divmod(square - 1, 3)) for square in self.value)
                return f"{{{', '.join(cells)}}}"
            case "board":
                return board_text(board_of(self.value))
        return self.text


@dataclass(eq=False)
class Call:
    """A call of one of the file's functions with a board; a row of `trace`."""

    n: int
    path: str  # of the function: `Search.value`, `minimax.<locals>.<lambda>`
    first_line: int
    above: int  # index of the calling call, -1 for none
    made_at: int  # line of the call
    rule: str | None  # its name in the contract
    board: str
    thing: int  # number of the board's list, -1 for none
    move: int | None  # square argument
    arguments: dict[str, str]  # the others
    gave: Gave
    line: int  # line of the return
    after: str | None  # the board at the end, if it changed
    unseen: int  # number of calls without a board
    below: list["Call"] = field(default_factory=list)

    @property
    def function(self) -> tuple[str, int]:
        """The identity of the function: its path and first line."""
        return self.path, self.first_line

    @property
    def name(self) -> str:
        """The name of the function, or of the one that contains a lambda."""
        return [each for each in self.path.split(".") if each[:1] not in ("", "<")][-1]

    @cached_property
    def key(self) -> str:
        """The position: after the move, if a free square is an argument."""
        truth = table().get(self.board)
        if self.move and self.rule is None and truth and truth.turn:
            cell = divmod(self.move - 1, 3)
            if cell in free(self.board):
                return play(self.board, cell)
        return self.board

    @property
    def truth(self) -> Truth | None:
        """The truth about the position; None if no game reaches it."""
        return table().get(self.key)

    @property
    def is_over(self) -> bool:
        """Whether the game is over or the position is unreachable."""
        return self.truth is None or self.truth.turn is None

    def is_reply_to(self, above: "Call") -> bool:
        """Return whether the position is one move after that of another call."""
        return not above.is_over and self.key in replies(above.key).values()

    def all(self) -> Iterator["Call"]:
        """Yield this call and all nested ones in order."""
        yield self
        for call in self.below:
            yield from call.all()


class TraceStep(NamedTuple):
    """An event in the watched call."""

    kind: str  # line, call, set (a variable), shares (rows of the board), puts (on it)
    value: float  # the line, the index of the call, or the new value
    name: str  # the variable


class Run(NamedTuple):
    """One search."""

    calls: list[Call]
    steps: list[TraceStep]
    more: bool  # whether a limit ended the search

    @property
    def root(self) -> Call:
        return self.calls[0]


def read_run(value: Any) -> Run:
    """Return a run from an untrusted answer; UnreadableError if it is malformed."""
    try:
        rows, steps, more = value
        run = Run([], [_step(each) for each in steps[:MOST]], more is True)
        for n, row in enumerate(rows[:MOST]):
            call = _call(n, _cleaned(row))
            run.calls.append(call)
            if n:
                run.calls[call.above].below.append(call)
    except (TypeError, ValueError, LookupError) as error:
        raise UnreadableError("calls") from error
    if not run.calls or run.root.rule != "minimax" or run.root.board not in table():
        raise UnreadableError("calls")
    return run


def _cleaned(value: Any) -> Any:
    """Return plain data with all texts shortened and safe to display."""
    if type(value) is list:
        return [_cleaned(each) for each in value]
    return clean_line(value[:TEXT]) if type(value) is str else value


def _call(n: int, row: list[Any]) -> Call:
    """Return a call from its row, or raise TypeError."""
    arguments, gave = row[8:10]
    # Only texts are hashed: the hashes of numbers could be made to collide.
    if not all(type(text) is str for pair in arguments for text in pair):
        raise TypeError("not the arguments of a call")
    cells: list[Any] = [*row[:8], dict(arguments), _gave(gave), *row[10:]]
    call = Call(n, *cells)
    valid = (
        all(map(isinstance, row, TYPES))
        and re.search(r"(^|\.)\w", call.path)
        and (-1 < call.above < n if n else call.above == -1)
        and call.rule in (None, *RULES)
        and _is_board(call.board)
        and call.move in (None, *SQUARES)
    )
    if not valid:
        raise TypeError("not a call")
    return call


def _is_board(text: str) -> bool:
    return len(text) == 9 and {*text} <= {*"XO."}


def _gave(value: Any) -> Gave:
    """Return the answer of a call, or raise TypeError."""
    match value:
        case None:
            return Gave("endless")
        case ["none", None, str(text)]:
            return Gave("none", None, text)
        case ["number", number, str(text)]:
            return Gave("number", _number(number), text)
        case ["pair", [number, square], str(text)] if square in (None, *SQUARES):
            return Gave("pair", [_number(number), square], text)
        case ["action", square, str(text)] if square in SQUARES:
            return Gave("action", square, text)
        case ["actions", list(squares), str(text)] if all(
            square in SQUARES for square in squares
        ):
            return Gave("actions", sorted(squares), text)
        case ["board", str(board), str(text)] if _is_board(board):
            return Gave("board", board, text)
        case ["lists" | "text" | "raised" as kind, str(value), str(text)]:
            return Gave(kind, value, text)
    raise TypeError("not an answer")


def _number(value: Any) -> float:
    """Return a number; those that JSON lacks come as text."""
    return value if type(value) is int else float(value)


def _step(step: Any) -> TraceStep:
    match step:
        case ["line" | "call" | "shares" | "puts" as kind, int(value), str(name)]:
            return TraceStep(kind, value, _cleaned(name))
        case ["set", value, str(name)]:
            return TraceStep("set", _number(value), _cleaned(name))
    raise TypeError("not a step")


def number_text(number: float) -> str:
    """Return a value as people write it: +1, 0, -1."""
    return f"{number:+g}".replace("-", "\N{MINUS SIGN}") if number else "0"
