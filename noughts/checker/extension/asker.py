"""Asks the functions of the file, and sees what their calls change."""

from __future__ import annotations

import sys

from noughts.checker.extension.telling import ValueWriter
from noughts.checker.extension.values import FunctionType, name_of, same_items
from noughts.sandbox.native import attributes, native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from noughts.checker.extension.values import Cells, Function

    Given = tuple[int, str, Any, list[Any]]  # number and key, the board, its rows


class Asker(ValueWriter):
    """Asks the functions of the file, many questions at once."""

    def __init__(
        self,
        names: dict[str, Any],
        marks: Sequence[Any] = ("X", "O", None),
        actions: Sequence[Any] = (),
    ) -> None:
        super().__init__(marks)
        self.names, self.actions = names, actions
        self.own = {name: f for name, f in names.items() if type(f) is FunctionType}
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

    def aliased(self, said: str, value: Any) -> str:
        """Add whether rows of a board are one and the same."""
        if said[0] == "b":
            a, b, c = native(value)
            if a is b or b is c or a is c:
                return flagged(said, "R")
        return said


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
