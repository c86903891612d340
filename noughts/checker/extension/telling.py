"""Writes values down as the wire has them, in the marks of the file."""

from __future__ import annotations

from noughts.checker.extension.values import (
    PLAIN,
    ROWS,
    SETS,
    bits_of,
    cell_of,
    is_pair,
    name_of,
    one_of,
    shortly,
)
from noughts.sandbox.native import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from noughts.checker.extension.values import Cells

INTEGER = 10**9


class ValueWriter:
    """Tells what a value is, of the closed set; no method of a student's is called."""

    def __init__(self, marks: Sequence[Any]) -> None:
        x, o, empty = marks
        self.mark = {"X": x, "O": o, ".": empty}
        # By their numbers: to look a type up would ask its metaclass, a student's.
        self.types = {id(type(mark)) for mark in (x, o, empty)}
        self.keys: dict[Cells, str] = {}

    def told(self, function: str, value: Any) -> str:
        """Return a value as the wire has it."""
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
