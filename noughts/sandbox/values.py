"""
Classifies values made by a student's code without calling any of its methods.

An instance of a subclass of a Python type counts as that type. This module runs in the
engine's process next to untrusted code, and imports next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Cells = tuple[Any, ...]
    Function = Callable[..., Any]

COMPARED = ("__eq__", "__ne__", "__hash__", "__bool__")
READ = ("__iter__", "__getitem__", "__len__", "__contains__")
OVERRIDING = frozenset((*COMPARED, *READ))
_mro = type.__dict__["__mro__"].__get__
_dict = type.__dict__["__dict__"].__get__
_type_name = type.__dict__["__name__"].__get__


def ids(*kinds: type) -> frozenset[int]:
    """Return types by id: `in` would ask their metaclass, which may be a student's."""
    return frozenset(map(id, kinds))


# How to convert an instance of a subclass to the Python type. A set is copied without
# hashing its elements again.
NATIVE: list[tuple[type, Callable[..., Any]]] = [
    (tuple, lambda value: tuple.__getitem__(value, slice(None))),
    (list, lambda value: list.__getitem__(value, slice(None))),
    (set, set().union),
    (frozenset, frozenset().union),
    (str, str.__str__),
    (int, int.__int__),
]
AS_IT_IS = ids(bool, *(kind for kind, _ in NATIVE))
NUMBERS = ids(int, float, bool, complex, type(None))
LISTS, ROWS, SETS = ids(list), ids(list, tuple), ids(set, frozenset)
PLAIN = ROWS | SETS | ids(dict, type({}.keys()))
BRACKETS = {id(list): ("[", "]"), id(tuple): ("(", ")")}
BRACKETS |= dict.fromkeys(ids(set, frozenset), ("{", "}"))
FunctionType = type(ids)
MethodType = type(ids.__get__(""))

X, O = "X", "O"  # noqa: E741 - the assignment uses this name
MARKS: dict[str, Any] = {"X": X, "O": O, ".": None}  # by their signs
MARK_TYPES = ids(str, type(None))
SIGNS = {mark: sign for sign, mark in MARKS.items()}
TEXT = 120  # characters of a value that is shown
ITEMS = 9  # elements of a container that are shown
INTEGER = 10**9
NAME = 60  # characters of a type's name
BITS = 200  # of an integer that is shown


def native(value: Any, odd: bool = False) -> Any:
    """
    Return an instance of a subclass as the Python type it extends; others unchanged.

    A named tuple becomes a tuple, and a member of an IntEnum an int. A type that
    overrides comparison or access is left alone, unless `odd` is true.
    """
    kind = type(value)
    if id(kind) in AS_IT_IS:
        return value
    for each in _mro(kind):  # `index` would call the metaclass
        for base, read in NATIVE:
            if each is base:
                return read(value)
        if not odd and any(map(overrides, [*_dict(each)])):
            return value
    return value


def overrides(name: Any) -> bool:
    """Return whether a name of a class overrides comparison or access."""
    return type(name) is not str or name in OVERRIDING


def type_name(kind: type) -> str:
    """Return the name of a type without calling its metaclass."""
    return str.__str__(_type_name(kind))[:NAME]


def name_of(kind: type) -> str:
    """Return the name of a type as part of an answer."""
    return type_name(kind).replace("|", "/").replace("\n", " ") or "?"


def is_pair(value: Any) -> bool:
    """Return whether a value is a pair of integers, a cell or not."""
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
    """Return distinct cells as a bit set; None if they are anything else."""
    bits = 0
    for value in values:
        pair = value if type(value) is tuple else native(value)
        plain = type(pair) is tuple or type(pair) is list
        cell = cell_of(pair) if plain else None
        if cell is None or bits >> cell & 1:
            return None
        bits |= 1 << cell
    return bits


def shortly(value: Any, depth: int = 0) -> str:
    """Return a short repr of a value without calling a student's method."""
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:TEXT])[:TEXT]
    if kind is int and value.bit_length() > BITS:
        return f"<int of {value.bit_length()} bits>"
    if id(kind) in NUMBERS:
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
    comma = "," * (kind is tuple and len(value) == 1)
    return f"{left}{', '.join(some)}{comma}{right}"[:TEXT]


def write(function: str, value: Any) -> str:
    """Return a value encoded for the wire; only `player` and `winner` give marks."""
    kind = type(value)
    if value is None:
        return "n"
    if kind is bool:
        return "t" if value else "f"
    if kind is int and -INTEGER < value < INTEGER:
        return f"i{value}"
    if kind is str and value in ("X", "O") and function in ("player", "winner"):
        return f"m{value}"
    if kind is list and (key := board_key(value)):
        return f"b{key}"
    if kind is set and (bits := bits_of(value)) is not None:
        return f"s{bits}"
    if kind is tuple and (cell := cell_of(value)) is not None:
        return f"c{cell}"
    own = native(value)
    if own is not value:
        return write(function, own)
    return f"o{name_of(kind)}|{like(value)}|{shortly(value)}"


def board_key(value: Any) -> str:
    """Return a board as nine marks; empty if it is anything else."""
    if len(value) != 3:
        return ""
    a, b, c = value
    if not type(a) is type(b) is type(c) is list:
        a, b, c = map(native, value)
        kinds = ROWS if type(value) is tuple else LISTS
        if not kinds.issuperset(map(id, map(type, (a, b, c)))):
            return ""
    return key_of((*a, *b, *c)) if len(a) == len(b) == len(c) == 3 else ""


def key_of(cells: Cells) -> str:
    """Return nine cells as marks; empty if they are anything else."""
    # In a browser, `is` takes a fifth of the time of a lookup.
    key = "".join(
        ["." if c is None else "X" if c is X else "O" if c is O else "?" for c in cells]
    )
    if "?" in key:  # a string of one letter has one address, but not if of a subclass
        cells = tuple(map(native, cells))
        if not MARK_TYPES.issuperset(map(id, map(type, cells))):
            return ""
        key = "".join([SIGNS.get(cell, "") for cell in cells])
    return key if len(key) == len(cells) == 9 else ""


def like(value: Any) -> str:
    """Return the encoding that a value would have with the right types, if any."""
    plain = native(value, odd=True)
    kind = type(plain)
    if issubclass(kind, dict):
        kind, plain = dict, [*dict.__iter__(plain)]
    if id(type(native(value))) in SETS and bits_of(plain) is None:
        return "p" if all(map(is_pair, plain)) else ""
    if id(kind) not in PLAIN:
        return ""
    if id(kind) in ROWS:
        if key := board_key(plain):
            return f"b{key}"
        if (cell := cell_of(plain)) is not None:
            return f"c{cell}"
    bits = bits_of(plain)
    return "" if bits is None else f"s{bits}"
