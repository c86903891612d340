"""
Plain values as one line of text, and back, with their exact types.

JSON, in which a tuple is `{"tuple": [0, 1]}`, and sets and dictionaries likewise. Both
sides of the sandbox use it. An instance of a subclass counts as the Python type. No
method of a student's class is ever called, and equal values have equal texts.
"""

from __future__ import annotations

# The C part of `json`. Importing `json` takes 10 ms of every start, and its functions
# could be replaced by a student's code.
from _json import encode_basestring_ascii, make_scanner

from noughts.sandbox.values import native, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

SIZE = 1024 * 1024  # characters of one value
DEPTH = 32
EXCERPT = 80  # characters of an invalid line in an error message
HASHED = 32  # elements of one set; the hashes of more could be made to collide

# Python's names for numbers that JSON lacks.
NAMES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


class NotPlainError(ValueError):
    """The value is not plain data, or too large; the message describes it."""


def escaped(text: str) -> str:
    """Return any text as one line of ASCII."""
    return encode_basestring_ascii(text)[1:-1]


def _float_text(value: float) -> str:
    text = repr(value)
    return NAMES.get(text, text)


# Keyed by the ids of types: a lookup by type would call its metaclass, which could
# claim to be `str`.
SIMPLE: dict[int, Callable[[Any], str]] = {
    id(type(None)): lambda value: "null",
    id(bool): lambda value: "true" if value else "false",
    id(int): repr,
    id(float): _float_text,
    id(str): encode_basestring_ascii,
}
TAGS = {id(tuple): "tuple", id(set): "set", id(frozenset): "frozenset"}


def encode(value: Any, size: int = SIZE) -> str:
    """Return a plain value as a line of at most `size` characters."""
    return _joined([value], -1, size)


def _text(value: Any, depth: int, size: int) -> str:
    kind = type(value)
    if simple := SIMPLE.get(id(kind)):
        return simple(value)
    if depth == DEPTH:
        raise NotPlainError(f"data nested more than {DEPTH} deep")
    if kind is list:
        return f"[{_joined(value, depth, size)}]"
    if kind is dict:
        return f'{{"dict":[{_joined(map(list, value.items()), depth, size)}]}}'
    if tag := TAGS.get(id(kind)):
        return f'{{"{tag}":[{_joined(value, depth, size, kind is not tuple)}]}}'
    own = native(value)
    if own is value:
        raise NotPlainError(f"an object of type {type_name(kind)}")
    return _text(own, depth, size)


def _joined(items: Iterable[Any], depth: int, size: int, in_order: bool = False) -> str:
    texts, room = [], size + 1  # the last has no comma
    for item in items:
        text = _text(item, depth + 1, size)
        texts.append(text)
        room -= len(text) + 1
        if room < 0:
            raise NotPlainError(f"more than {size} characters")
    if in_order:  # so that equal sets have equal texts
        texts.sort()
    return ",".join(texts)


def _untag(tagged: dict[str, Any]) -> Any:
    """Return the tuple, set or dictionary that a JSON object encodes."""
    ((tag, items),) = tagged.items()
    if type(items) is not list:
        raise ValueError(f"{tag} of no list")
    if tag == "tuple":
        return tuple(items)
    if len(items) > HASHED:
        raise ValueError(f"{tag} of {len(items)} elements")
    return {"set": set, "frozenset": frozenset, "dict": dict}[tag](items)


class _Rules:
    """Options of the JSON scanner."""

    strict = True
    object_hook = staticmethod(_untag)
    object_pairs_hook = None
    parse_float, parse_int = float, int
    parse_constant = {name: float(text) for text, name in NAMES.items()}.__getitem__


_scan = make_scanner(_Rules())  # type: ignore[arg-type]


def decode(text: str) -> Any:
    """Return the value of a line; raise ValueError for any other text."""
    try:
        value, end = _scan(text, 0)
    except (StopIteration, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"no value: {text[:EXCERPT]!r}") from error
    if end != len(text):
        raise ValueError(f"more than one value: {text[:EXCERPT]!r}")
    return value
