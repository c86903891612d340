"""The calls of a file's search, validated as they come from its process."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import NoneType
from typing import Any, NamedTuple

from noughts.checker.own_search.trace import (
    CALLS,
    DEPTH,
    NUMBERS,
    TEXT,
    TRACED,
    key_of,
    plain,
)
from noughts.game.board import board_of, free, play, replies
from noughts.game.notation import board_text
from noughts.game.oracle import Truth, table
from noughts.texts import NoughtsError
from noughts.texts.safe_text import NONSENSE, clean_line

# Fields of a call in the data of `trace`; the others are read one by one.
TYPES: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("first_line", "made_at", "line", "unseen"), int),
    **dict.fromkeys(("path", "board"), str),
    **dict.fromkeys(("rule", "after"), (str, NoneType)),
    "board_id": (int, NoneType),
}


class UnreadableError(NoughtsError):
    """The search cannot be followed: nothing can be claimed about it."""

    def __init__(self) -> None:
        super().__init__("own.unreadable")


@dataclass(frozen=True)
class Gave:
    """How a call ended."""

    how: str  # returned, raised or endless
    value: Any = None  # plain data; the text of an exception

    @cached_property
    def number(self) -> float | None:
        """The value of a position, if one was returned, alone or with a move."""
        return next(filter(is_number, self._parts()), None)

    @cached_property
    def square(self) -> int | None:
        """The square of an action, if one was returned, alone or with a value."""
        return next(filter(None, map(square_of, self._parts())), None)

    @property
    def is_action(self) -> bool:
        return self.square is not None and self.number is None

    def _parts(self) -> tuple[Any, ...]:
        """Return a value and its move, or the only thing that was returned."""
        value = self.value
        if self.how != "returned" or (type(value) is list and square_of(value)):
            return ()
        is_short = type(value) in (tuple, list) and len(value) in (2, 3)
        is_pair = is_short and not square_of(value) and any(map(is_number, value))
        return (*value,) if is_pair else (value,)

    def __str__(self) -> str:
        """Return the value as Python writes it, a number with its sign."""
        value = self.value
        if is_number(value):
            return number_text(value)
        if key := key_of(value):
            return board_text(board_of(key))
        if type(value) is frozenset:
            return f"{{{', '.join(sorted(map(repr, value)))}}}" if value else "set()"
        is_text = self.how == "raised" or str(value)[:1] == "<"
        return clean_line(value if is_text else repr(value))


class TraceStep(NamedTuple):
    """An event in a call."""

    kind: str  # line, call, set (a variable), shares (rows of the board), puts (on it)
    value: float  # the line, the index of the call, or the new value
    name: str  # the variable


@dataclass(eq=False)
class Call:
    """A call of one of the file's functions with a board."""

    n: int
    above: "Call | None"  # the call that made it
    arguments: dict[str, Any]  # plain data, without the board
    gave: Gave
    path: str  # of the function: `Search.value`, `minimax.<locals>.<lambda>`
    first_line: int
    made_at: int  # line of the call
    line: int  # line of the return
    rule: str | None  # its name in the contract
    board: str
    after: str | None  # the board at the end; None if it no longer is a board
    board_id: int | None  # identifies the board if it is a list
    unseen: int  # number of calls without a board
    steps: list[TraceStep]
    below: list["Call"] = field(default_factory=list)

    @property
    def function(self) -> tuple[str, int]:
        """The identity of the function: its path and first line."""
        return self.path, self.first_line

    @property
    def name(self) -> str:
        """The name of the function, or of the one that contains a lambda."""
        parts = self.path.split(".")
        names = [each for each in parts if each[:1] not in ("", "<")]
        return names[-1] if names else parts[-1].strip("<>")

    @property
    def move(self) -> int | None:
        """The square among the arguments."""
        squares = [*filter(None, map(square_of, self.arguments.values()))]
        return squares[-1] if squares else None

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

    def callers(self) -> Iterator["Call"]:
        """Yield the calls that contain this one, the innermost first."""
        call = self.above
        while call:
            yield call
            call = call.above

    @property
    def root(self) -> "Call":
        """The call of minimax."""
        return self.above.root if self.above else self

    @property
    def changed(self) -> bool:
        """Whether the board is no longer the one that the call was given."""
        return self.after != self.board

    def all(self) -> Iterator["Call"]:
        """Yield this call and all nested ones in order."""
        yield self
        for call in self.below:
            yield from call.all()


class Run(NamedTuple):
    """One search."""

    calls: list[Call]
    stopped: bool  # whether a limit ended the search

    @property
    def root(self) -> Call:
        return self.calls[0]


def read_run(value: Any) -> Run:
    """Return a run from an untrusted answer; UnreadableError if it is malformed."""
    try:
        rows, stopped = value
        run = Run([], stopped is True)
        for row in rows[:CALLS]:
            run.calls.append(_call(row, run.calls))
    except NONSENSE as error:
        raise UnreadableError from error
    if not run.calls or run.root.rule != "minimax" or run.root.board not in table():
        raise UnreadableError
    return run


def _call(row: dict[str, Any], before: list[Call]) -> Call:
    """Return a call from its data, or raise an exception of NONSENSE."""
    above = before[row["above"]] if before else None
    arguments = {name: plain(each) for name, each in row["arguments"].items()}
    how, value = ("endless", None) if row["gave"] is None else row["gave"]
    fields = {name: row[name] for name in TYPES}
    fields["steps"] = [_step(*each) for each in row["steps"]]
    call = Call(len(before), above, arguments, Gave(how, plain(value)), **fields)
    valid = (
        all(isinstance(row[name], kind) for name, kind in TYPES.items())
        and how in ("returned", "raised", "endless")
        and (how != "raised" or type(value) is str)
        and all(map(_is_name, (call.name, *arguments)))
        and call.rule in (None, *TRACED)
        and len([*call.callers()]) < DEPTH
        and (len(call.board) == 9 and {*call.board} <= {*"XO."})
    )
    if not valid:
        raise TypeError("not a call")
    if above:
        above.below.append(call)
    return call


def _step(kind: Any, value: Any, name: Any) -> TraceStep:
    """Return a step, or raise an exception of NONSENSE."""
    types = NUMBERS if kind == "set" else (int,)
    if (
        kind not in ("line", "call", "set", "shares", "puts")
        or type(value) not in types
    ):
        raise TypeError("not a step")
    if name != "" and not _is_name(name):
        raise TypeError("not a variable")
    return TraceStep(kind, plain(value), name)


def _is_name(text: str) -> bool:
    return text.isidentifier() and len(text) <= TEXT


def square_of(value: Any) -> int | None:
    """Return the square of an action, if the value is one."""
    is_pair = type(value) in (tuple, list) and len(value) == 2
    if is_pair and all(type(n) is int and 0 <= n < 3 for n in value):
        return int(3 * value[0] + value[1] + 1)
    return None


def is_number(value: Any) -> bool:
    """Return whether a value is a number, and not NaN."""
    return type(value) in NUMBERS and value == value


def number_text(number: float) -> str:
    """Return a value as people write it: +1, 0, -1."""
    return f"{number:+g}".replace("-", "\N{MINUS SIGN}") if number else "0"
