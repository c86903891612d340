"""What a value is, and how it is written: no method of a student's is called."""

from __future__ import annotations

from _operator import is_

from noughts.sandbox.native import native, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Cells = tuple[Any, ...]
    Function = Callable[..., Any]

TEXT = 120  # characters of something else
ITEMS = 9  # of a container that are shown
FunctionType = type(lambda: None)
MethodType = type((lambda _: None).__get__(0))
ROWS: tuple[type, ...] = (list, tuple)
SETS: tuple[type, ...] = (set, frozenset)
PLAIN: tuple[type, ...] = (*ROWS, set, frozenset, dict, type({}.keys()))


def one_of(kind: type, kinds: tuple[type, ...]) -> bool:
    """Return whether a type is one of these; `in` would ask its metaclass."""
    return any(kind is each for each in kinds)


def same_items(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two rows hold the very same things; `==` would ask these."""
    return len(one) == len(other) and all(map(is_, one, other))


def is_pair(value: Any) -> bool:
    """Return whether a value is a pair (i, j), of a cell or of none."""
    pair = native(value)
    two = type(pair) is tuple and len(pair) == 2
    return two and all(type(native(number)) is int for number in pair)


def cell_of(value: Sequence[Any]) -> int | None:
    """Return the number of a cell; None if it is not one."""
    if len(value) != 2:
        return None
    i, j = value
    if type(i) is not int or type(j) is not int:
        i, j = native(i), native(j)
        if type(i) is not int or type(j) is not int:
            return None
    return 3 * i + j if 0 <= i < 3 and 0 <= j < 3 else None


def bits_of(values: Iterable[Any]) -> int | None:
    """Return cells, each once, as a number with their bits; None if they are not."""
    bits = 0
    for value in values:
        pair = value if type(value) is tuple else native(value)
        plain = type(pair) is tuple or type(pair) is list
        cell = cell_of(pair) if plain else None
        if cell is None or bits >> cell & 1:
            return None
        bits |= 1 << cell
    return bits


def name_of(kind: type) -> str:
    """Return the name of a type as part of an answer."""
    return type_name(kind)[:60].replace("|", "/").replace("\n", " ") or "?"


NUMBERS = (int, float, bool, complex, type(None))
BRACKETS = {id(list): ("[", "]"), id(tuple): ("(", ")")}
BRACKETS |= dict.fromkeys((id(set), id(frozenset)), ("{", "}"))


def shortly(value: Any, depth: int = 0) -> str:
    """Return a value as Python writes it, cut short; no student's method is called."""
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:TEXT])[:TEXT]
    if kind is int and value.bit_length() > 200:
        return f"<int of {value.bit_length()} bits>"
    if one_of(kind, NUMBERS):
        return repr(value)
    if id(kind) not in BRACKETS or depth > 3:
        return f"<{name_of(kind)}>"
    some = [
        shortly(item, depth + 1) for _, item in zip(range(ITEMS), value, strict=False)
    ]
    if kind is set or kind is frozenset:
        some.sort()
    if len(value) > ITEMS:
        some.append(f"... {len(value)} in all")
    left, right = BRACKETS[id(kind)]
    return f"{left}{', '.join(some)}{',' * (kind is tuple and len(value) == 1)}{right}"[
        :TEXT
    ]
