"""
What is in a student's module, and what its values are: no method of theirs is called.

What extends one of Python's types is taken for what it extends. Both the sandbox and
the judge's extension have this file. It imports nothing, for it is sent with that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

COMPARED = ("__eq__", "__ne__", "__hash__", "__bool__")
READ = ("__iter__", "__getitem__", "__len__", "__contains__")
OVERRIDING = frozenset((*COMPARED, *READ))
_mro = type.__dict__["__mro__"].__get__
_dict = type.__dict__["__dict__"].__get__

# How what extends a type of Python's is read as that type itself has it: by no method
# of a student's. A set is copied with the hashes that it knows.
NATIVE: list[tuple[type, Callable[..., Any]]] = [
    (tuple, lambda value: tuple.__getitem__(value, slice(None))),
    (list, lambda value: list.__getitem__(value, slice(None))),
    (set, set().union),
    (frozenset, frozenset().union),
    (str, str.__str__),
    (int, int.__int__),
]
AS_IT_IS = frozenset(map(id, (bool, *(kind for kind, _ in NATIVE))))


def native(value: Any, odd: bool = False) -> Any:
    """
    Return a value of a type that extends one of Python's as Python's own, or as it is.

    So a named tuple is a tuple, and a member of an IntEnum an int. A type that has ways
    of its own to be compared or read is what it says, and not taken for Python's: only
    where `odd` things are asked for.
    """
    kind = type(value)
    if id(kind) in AS_IT_IS:
        return value
    for each in _mro(kind):  # `index` would ask the metaclass whether it is `tuple`
        for base, read in NATIVE:
            if each is base:
                return read(value)
        if not odd and any(map(overrides, [*_dict(each)])):
            return value
    return value


def overrides(name: Any) -> bool:
    """Return whether a name of a class can change how a value is compared or read."""
    return type(name) is not str or name in OVERRIDING


_type_name = type.__dict__["__name__"].__get__


def type_name(kind: type) -> str:
    """Return the name of a type, whatever its metaclass says."""
    return str.__str__(_type_name(kind))[:100]


def attributes(names: dict[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return those of the names that a module has, or that its __getattr__ makes."""
    found = {}
    for name in wanted:
        try:
            found[name] = names[name] if name in names else names["__getattr__"](name)
        except BaseException:  # there is no such function, or it knows no such name
            continue
    return found
