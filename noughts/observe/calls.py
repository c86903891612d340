"""The calls of a file's search, validated as they come from its process."""

import re
from collections.abc import Callable, Iterator
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

    kind: (
        str  # line, call, set (a variable), shares (rows of the board) or puts (on it)
    )
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
        run = Run([], [_step(*each) for each in steps[:MOST]], more is True)
        for n, row in enumerate(rows[:MOST]):
            cells = zip(READERS, row, strict=True)
            call = Call(n, *(read(cell) for read, cell in cells))
            if not -1 <= call.above < n or (call.above == -1) != (n == 0):
                raise TypeError("not the place of a call")
            run.calls.append(call)
            if call.above >= 0:
                run.calls[call.above].below.append(call)
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise UnreadableError("calls") from error
    if not run.calls or run.root.rule != "minimax" or run.root.board not in table():
        raise UnreadableError("calls")
    return run


def _exactly(kind: type, is_valid: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a reader of values of one type."""

    def read(value: Any) -> Any:
        if type(value) is not kind or not is_valid(value):
            raise TypeError(f"not a valid {kind.__name__}")
        return clean_line(str(value)[:TEXT]) if kind is str else value

    return read


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _number(value: Any) -> float:
    """Return a number; those that JSON lacks come as text."""
    if type(value) not in (int, float, str):
        raise TypeError("not a number")
    return value if type(value) is int else float(value)


_text = _exactly(str, lambda _: True)
_path = _exactly(str, lambda value: re.search(r"(^|\.)\w", value))
_whole = _exactly(int, lambda _: True)
_square = _exactly(int, lambda value: 1 <= value <= 9)
_board = _exactly(str, lambda value: len(value) == 9 and {*value} <= {*"XO."})
_rule = _exactly(str, lambda value: value in RULES)


def _arguments(value: Any) -> dict[str, str]:
    return {_text(name): _text(text) for name, text in value[:10]}


def _squares(value: Any) -> list[int]:
    return sorted(map(_square, value[:9]))


def _pair(value: Any) -> list[Any]:
    number, square = value
    return [_number(number), _or_none(_square)(square)]


KINDS = {
    "none": _or_none(_text),
    "number": _number,
    "pair": _pair,  # a number and perhaps an action
    "action": _square,
    "actions": _squares,
    "lists": _text,  # actions that are lists
    "board": _board,
    "text": _text,  # anything else
    "raised": _text,
}


def _gave(value: Any) -> Gave:
    if value is None:
        return Gave("endless")
    kind, value, text = value
    return Gave(kind, KINDS[_text(kind)](value), _text(text))


# The fields of Call after the first.
READERS: tuple[Callable[[Any], Any], ...] = (
    *(_path, _whole, _whole, _whole, _or_none(_rule), _board, _whole),
    *(_or_none(_square), _arguments, _gave, _whole, _or_none(_text), _whole),
)


def _step(kind: Any, value: Any, name: Any) -> TraceStep:
    if kind not in ("line", "call", "set", "shares", "puts"):
        raise TypeError("not a step")
    return TraceStep(kind, (_number if kind == "set" else _whole)(value), _text(name))


def number_text(number: float) -> str:
    """Return a value as people write it: +1, 0, -1."""
    return f"{number:+g}".replace("-", "\N{MINUS SIGN}") if number else "0"
