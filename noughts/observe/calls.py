"""The calls of a file's search, validated as they come from its process."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple

from noughts.board import board_of, free, play, replies
from noughts.notation import board_text
from noughts.oracle import Truth, table
from noughts.text import clean_line
from noughts.words import NoughtsError

RULES = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
MOST = 8_000  # calls of one search, and steps of one call
TEXT = 100  # characters


class UnreadableError(NoughtsError):
    """The search cannot be followed: nothing can be claimed about it."""

    def __init__(self, why: str) -> None:
        super().__init__(f"own.unreadable.{why}")


class Gave(NamedTuple):
    """The return value of a call; the kind `endless` means that it never returned."""

    kind: str
    value: Any = None  # a number, a square, squares, a board or a text
    more: Any = None  # the square of a pair; the type of an action

    @property
    def number(self) -> float | None:
        """The value of a position, if the call returned one."""
        return self.value if self.kind in ("number", "pair") else None

    def __str__(self) -> str:
        match self:
            case Gave("none"):
                return "None"
            case Gave("pair"):
                return f"({number_text(self.value)}, {action_text(self.more)})"
            case Gave("action"):
                pair = action_text(self.value)
                return pair if self.more == "tuple" else f"[{pair[1:-1]}]"
            case Gave("actions"):
                return f"{{{', '.join(map(action_text, self.value))}}}"
            case Gave("board"):
                return board_text(board_of(self.value))
            case Gave("number"):
                return number_text(self.value)
        return str(self.value)


@dataclass(eq=False)
class Call:
    """A call of one of the file's functions with a board."""

    n: int
    path: str  # of the function: `Search.value`, `minimax.<locals>.<lambda>`
    first_line: int
    above: int  # index of the calling call, -1 for none
    made_at: int  # line of the call
    rule: str | None  # its name in the contract
    board: str
    where: str  # place of the board: argument, self, closure or global
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
        if self.move and self.rule is None and self.truth_of(self.board):
            cell = divmod(self.move - 1, 3)
            if table()[self.board].turn and cell in free(self.board):
                return play(self.board, cell)
        return self.board

    @staticmethod
    def truth_of(key: str) -> Truth | None:
        """Return the truth about a position; None if no game reaches it."""
        return table().get(key)

    def is_reply_to(self, above: "Call") -> bool:
        """Return whether the position is one move after that of another call."""
        return not above.is_over and self.key in replies(above.key).values()

    @property
    def truth(self) -> Truth | None:
        return self.truth_of(self.key)

    @property
    def is_over(self) -> bool:
        """Whether the game is over or the position is unreachable."""
        return self.truth is None or self.truth.turn is None

    def all(self) -> Iterator["Call"]:
        """Yield this call and all nested ones in order."""
        yield self
        for call in self.below:
            yield from call.all()


class TraceStep(NamedTuple):
    """An event in the watched call."""

    kind: str  # line, call or set
    name: str  # the variable; empty for the board
    value: Any  # the line, the index of the call, or the new value


class Run(NamedTuple):
    """One search."""

    calls: list[Call]
    steps: list[TraceStep]
    more: bool  # whether a limit ended the search

    @property
    def root(self) -> Call:
        return self.calls[0]


def read_run(value: Any) -> Run:
    """Return a run from an untrusted answer; ValueError if it is malformed."""
    try:
        rows, steps, more = value
        run = Run([], [_step(*each) for each in steps[:MOST]], more is True)
        for n, row in enumerate(rows[:MOST]):
            call = _call(n, row)
            run.calls.append(call)
            if call.above >= 0:
                run.calls[call.above].below.append(call)
    except (TypeError, ValueError, LookupError, RecursionError) as error:
        raise ValueError(f"not the calls of a search: {error}") from error
    if not run.calls or run.root.rule != "minimax" or run.root.board not in table():
        raise ValueError("not a search by minimax")
    return run


def _call(n: int, row: Any) -> Call:
    name, first, above, made_at, rule, board, where, thing, move, arguments = row[:10]
    gave, line, after, unseen = row[10:]
    numbers = (first, above, made_at, thing, line, unseen)
    if any(type(number) is not int for number in numbers) or not -1 <= above < n:
        raise TypeError("not a number of a call")
    if (above == -1) != (n == 0) or rule not in (None, *RULES):
        raise TypeError("not the place of a call")
    if not re.search(r"(^|\.)\w", path := _text(name)):
        raise TypeError("not the name of a function")
    return Call(
        n=n,
        path=path,
        first_line=first,
        above=above,
        made_at=made_at,
        rule=rule,
        board=_board(board),
        where=_text(where),
        thing=thing,
        move=None if move is None else _square(move),
        arguments={_text(key): _text(value) for key, value in arguments[:10]},
        gave=_gave(gave),
        line=line,
        after=None if after is None else _text(after),
        unseen=unseen,
    )


def _gave(value: Any) -> Gave:
    match value:
        case None:
            return Gave("endless")
        case ["none"]:
            return Gave("none")
        case ["number", "nan"] | ["pair", "nan", _]:
            return Gave("text", "nan")
        case ["number", value]:
            return Gave("number", _number(value))
        case ["pair", value, None]:
            return Gave("pair", _number(value))
        case ["pair", value, move]:
            return Gave("pair", _number(value), _square(move))
        case ["action", move, kind]:
            return Gave("action", _square(move), _text(kind))
        case ["actions", list(squares), kind]:
            cells = sorted(_square(each) for each in squares[:9])
            return Gave("actions", cells, _text(kind))
        case ["board", board]:
            return Gave("board", _board(board))
        case [("text" | "raised") as kind, text]:
            return Gave(kind, _text(text))
    raise TypeError("not what a call gave")


def _step(kind: Any, *values: Any) -> TraceStep:
    match kind, *values:
        case ["line" | "call", int(value)]:
            return TraceStep(kind, "", value)
        case ["set", str(name), str(marks)] if {*marks} <= {*"=XO."}:
            return TraceStep(kind, _text(name), marks[:10])
        case ["set", str(name), value]:
            return TraceStep(kind, _text(name), _number(value))
    raise TypeError("not a step")


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError("not a text")
    return clean_line(value[:TEXT])


def _board(value: Any) -> str:
    if type(value) is not str or len(value) != 9 or not {*value} <= {*"XO."}:
        raise TypeError("not a board")
    return value


def _square(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 9:
        raise TypeError("not a square")
    return value


def _number(value: Any) -> float:
    """Return a number; those that JSON lacks come as text."""
    if value == "long":
        raise UnreadableError("numbers")
    if type(value) not in (int, float, str):
        raise TypeError("not a number")
    try:
        number = value if type(value) is int else float(value)
    except ValueError:
        raise TypeError("not a number") from None
    return 0.0 if isnan(number) else number


def action_text(square: int | None) -> str:
    """Return an action as Python writes it."""
    return str(square and divmod(square - 1, 3))


def number_text(number: float) -> str:
    """Return a value as people write it: +1, 0, -1."""
    return f"{number:+g}".replace("-", "\N{MINUS SIGN}") if number else "0"
