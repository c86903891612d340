"""Asks the functions of the file, and writes their answers down."""

from __future__ import annotations

import sys

from noughts.checker.extension.values import (
    PLAIN,
    ROWS,
    SETS,
    FunctionType,
    bits_of,
    cell_of,
    is_pair,
    name_of,
    one_of,
    same_items,
    shortly,
)
from noughts.sandbox.native import attributes, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from noughts.checker.extension.values import Cells, Function

    Given = tuple[int, str, Any, list[Any]]  # number and key, the board, its rows

INTEGER = 10**9


class Asker:
    """Asks the functions of the file, many questions at once."""

    def __init__(
        self,
        names: dict[str, Any],
        marks: Sequence[Any] = ("X", "O", None),
        actions: Sequence[Any] = (),
    ) -> None:
        self.names, self.actions = names, actions
        self.own = {name: f for name, f in names.items() if type(f) is FunctionType}
        x, o, empty = marks
        self.mark = {"X": x, "O": o, ".": empty}
        # By their numbers: to look a type up would ask its metaclass, a student's.
        self.types = {id(type(mark)) for mark in (x, o, empty)}
        self.keys: dict[Cells, str] = {}
        self.given: dict[str, Cells] = {}  # the marks of boards, by their keys
        # What was returned and can be changed: its number, itself, what was told of it.
        self.last: list[tuple[int, Any, str]] = []
        # Boards of initial_state and their rows: none may come twice.
        self.starts: list[tuple[Any, list[Any]]] = []

    def board(self, key: str) -> list[list[Any]]:
        """Return the board of nine marks, in the marks of the file."""
        if (cells := self.given.get(key)) is None:
            cells = self.given[key] = tuple(self.mark[mark] for mark in key)
        return [[*cells[0:3]], [*cells[3:6]], [*cells[6:9]]]

    def many(self, function: str, keys: list[str], only: int = -1) -> str:
        """
        Return the answers of a function about many boards, as the wire has them.

        `result` is asked for every action on each board, or for `only` one of them.
        """
        called = self.named(function)
        seed(function, keys[0] if keys else "")
        if function == "initial_state":
            told = [self.start(called) for _ in keys]
        elif function == "result":
            some = self.actions if only < 0 else self.actions[only : only + 1]
            told = self.results(called, keys, some)
        else:
            told = self.asked(function, called, keys)
        if self.restored():
            told[0] = flagged(told[0], "F")
        return "\n".join(told)

    def restored(self) -> bool:
        """Put back what the file has removed of its own; return whether it has."""
        gone = [name for name in self.own if not callable(self.names.get(name))]
        for name in gone:
            self.names[name] = self.own[name]
        return bool(gone)

    def asked(self, function: str, called: Function, keys: list[str]) -> list[str]:
        self.last = []
        told: list[str] = []
        given: list[Given] = []
        for key in keys:
            if function == "minimax":
                seed(function, key)
            board = self.board(key)
            given.append((len(told), key, board, board[:]))
            told.append(self.one(function, called, board, key, (), len(told)))
        self.look_back(told)
        self.look_again(told, given)
        return told

    def results(
        self, called: Function, keys: list[str], actions: Sequence[Any]
    ) -> list[str]:
        told: list[str] = []
        given: list[Given] = []
        for key in keys:
            self.last, board = [], None
            for action in actions:
                if board is None:
                    board = self.board(key)
                    given.append((len(told), key, board, board[:]))
                more = (list(action),) if type(action) is list else (action,)
                said = self.one("result", called, board, key, more, len(told))
                if type(action) is list and not same_items(more[0], action):
                    said = flagged(said, "A")
                if said[0] == "!":  # told, and not asked about again
                    given.pop()
                    board = None
                told.append(said)
            self.look_back(told)
        self.look_again(told, given)
        return told

    def look_again(self, told: list[str], given: list[Given]) -> None:
        """See whether a later call has changed what an earlier one was given."""
        for n, key, board, (a, b, c) in given:
            if told[n][0] != "!" and not self.unchanged(board, a, b, c, key):
                told[n] = flagged(told[n], "B")

    def look_back(self, told: list[str]) -> None:
        """See whether boards, or sets, that were returned are still what they were."""
        before = None
        for n, value, said in self.last:
            if self.told("result", value) != said:
                told[n] = flagged(told[n], "L")
            elif said[0] == "b" and value is before:
                told[n] = flagged(told[n], "S")
            before = value

    def start(self, called: Function) -> str:
        """Return the answer of initial_state: each must be a board of its own."""
        try:
            value = called()
        except BaseException as error:
            return raised(error)
        told = self.told("initial_state", value)
        said = self.aliased(told, value)
        if told[0] == "b":
            mine = native(value)
            if any(value is board for board, _ in self.starts):
                said = flagged(said, "S")
            elif any(a is b for _, rows in self.starts for a in mine for b in rows):
                said = flagged(said, "T")
            self.starts.append((value, mine[:]))
        return said

    def one(
        self,
        function: str,
        called: Function,
        board: Any,
        key: str,
        more: Cells,
        number: int,
    ) -> str:
        """Return one answer, and whether the board was changed."""
        a, b, c = board
        taken = ""
        try:
            value = called(board, *more)
        except BaseException as error:
            said = raised(error)
        else:
            said = self.told(function, value)
            if function == "result" and said[0] == "b":
                if value is not board:  # that is ours, and given to several calls
                    self.last.append((number, value, said))
                said = self.aliased(said, value)
                taken = taken_from(board, value)
            elif function == "actions" and said[0] == "s":
                self.last.append((number, value, said))
            del value
        if not self.unchanged(board, a, b, c, key):
            said = flagged(said, taken + "B")
        return said

    def plain(self, function: str, key: str, *more: Any) -> str:
        """Call a function as anybody would, for the sake of its traceback."""
        seed(function, key)
        called = self.named(function)
        if function == "initial_state":
            return self.told(function, called())
        return self.told(function, called(self.board(key), *more))

    def named(self, function: str) -> Function:
        """Return a function of the file, as an attribute of its module."""
        called: Function = attributes(self.names, [function])[function]
        return called

    def unchanged(self, board: Any, a: Any, b: Any, c: Any, key: str) -> bool:
        if type(board) is not list or len(board) != 3:
            return False
        if board[0] is not a or board[1] is not b or board[2] is not c:
            return False
        cells = (*a, *b, *c)
        return same_items(cells, self.given[key]) or self.key_of(cells) == key

    def key_of(self, cells: Cells) -> str:
        """Return nine cells as marks; empty if they are anything else."""
        if len(cells) != 9:
            return ""
        if not self.types.issuperset(map(id, map(type, cells))):
            cells = tuple(map(native, cells))
            if not self.types.issuperset(map(id, map(type, cells))):
                return ""
        if (key := self.keys.get(cells)) is None:
            signs = [(type(mark), mark, sign) for sign, mark in self.mark.items()]
            key = "".join(
                sign
                for cell in cells
                for kind, mark, sign in signs
                if type(cell) is kind and cell == mark
            )
            key = self.keys[cells] = key if len(key) == 9 else ""
        return key

    def aliased(self, said: str, value: Any) -> str:
        """Add whether rows of a board are one and the same."""
        if said[0] == "b":
            a, b, c = native(value)
            if a is b or b is c or a is c:
                return flagged(said, "R")
        return said

    # --- The closed set ---

    def told(self, function: str, value: Any) -> str:
        """Return a value as the wire has it; no method of a student's is called."""
        kind = type(value)
        if value is None and function != "player":
            return "n"
        if function in ("player", "winner"):
            for sign in "XO":
                mark = self.mark[sign]
                if kind is type(mark) and value == mark:
                    return f"m{sign}"
        if value is None:
            return "n"
        if kind is bool:
            return "t" if value else "f"
        if kind is int and -INTEGER < value < INTEGER:
            return f"i{value}"
        if kind is list and (key := self.board_key(value)):
            return f"b{key}"
        if kind is set and (bits := bits_of(value)) is not None:
            return f"s{bits}"
        if kind is tuple and (cell := cell_of(value)) is not None:
            return f"c{cell}"
        own = native(value)
        if own is not value:
            return self.told(function, own)
        return f"o{name_of(kind)}|{self.like(value)}|{shortly(value)}"

    def board_key(self, value: Any) -> str:
        if len(value) != 3:
            return ""
        a, b, c = value
        if not all(type(row) is list for row in value):
            a, b, c = rows = [*map(native, value)]
            kinds = ROWS if type(value) is tuple else (list,)
            if not all(one_of(type(row), kinds) for row in rows):
                return ""
        return self.key_of((*a, *b, *c)) if len(a) == len(b) == len(c) == 3 else ""

    def like(self, value: Any) -> str:
        """Return what a value would be with the right types, if it comes near."""
        plain = native(value, odd=True)
        kind = type(plain)
        if issubclass(kind, dict):
            kind, plain = dict, [*dict.__iter__(plain)]
        if one_of(type(native(value)), SETS) and bits_of(plain) is None:
            return "p" if all(map(is_pair, plain)) else ""
        if not one_of(kind, PLAIN) or len(plain) > 9:
            return ""
        if one_of(kind, ROWS):
            if key := self.board_key(plain):
                return f"b{key}"
            if (cell := cell_of(plain)) is not None:
                return f"c{cell}"
        bits = bits_of(plain)
        return "" if bits is None else f"s{bits}"


def taken_from(board: Any, value: list[Any]) -> str:
    """Return what a new board has of the one that was given: all, rows, nothing."""
    if value is board:
        return "I"
    mine = board if type(board) is list else ()
    return "P" if any(row is old for row in native(value) for old in mine) else ""


def flagged(said: str, flag: str) -> str:
    """Return an answer with something that was seen."""
    return f"!{flag}{said[1:]}" if said[0] == "!" else f"!{flag}|{said}"


def raised(error: BaseException) -> str:
    """Return an exception: `r` and its kind, `R` if it is not an Exception."""
    kind = type(error)
    latest, said = LATEST
    if kind is not latest:  # nearly all are of one kind: two thirds of all answers
        sign = "r" if issubclass(kind, Exception) else "R"
        said = sign + name_of(kind)
        LATEST[:] = kind, said
    return str(said)


LATEST: list[Any] = [None, ""]


def seed(function: str, key: str) -> None:
    """Let chance, where the file takes it from `random`, be the same in every run."""
    if chance := sys.modules.get("random"):
        try:
            chance.seed(function + key)
        except BaseException:
            return
