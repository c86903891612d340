"""
Plain values as one line of text, and back, with their exact types.

JSON, in which a tuple is `{"tuple": [0, 1]}`, and sets and dictionaries likewise.
Both sides of the sandbox use it. Neither trusts the other's objects: a value is
plain if its type *is* one of these, so no method of a student's class is ever called,
and equal values of equal types have equal texts.
"""

import json
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import Any

SIZE = 1024 * 1024  # characters of one value
DEPTH = 32
DIGITS = 4096  # bits of one integer
HASHED = 10_000  # elements of one set: some can be made so that they all collide

NAMES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


class NotPlainError(ValueError):
    """The value is no plain data, or too large; the message says what it is."""


def _float_text(value: float) -> str:
    text = repr(value)
    return NAMES.get(text, text)


def _integer_text(value: int) -> str:
    if value.bit_length() > DIGITS:
        raise NotPlainError(f"an integer of {value.bit_length()} bits")
    return repr(value)


def _string_text(value: str) -> str:
    if len(value) > SIZE:
        raise NotPlainError(f"a string of {len(value)} characters")
    return encode_basestring_ascii(value)


SIMPLE: dict[type, Callable[[Any], str]] = {
    type(None): lambda value: "null",
    bool: lambda value: "true" if value else "false",
    int: _integer_text,
    float: _float_text,
    str: _string_text,
}
TAGS: dict[type, str] = {tuple: "tuple", set: "set", frozenset: "frozenset"}


def encode(value: Any, size: int = SIZE) -> str:
    """Return a plain value as a line of at most that many characters."""
    room = size

    def text_of(value: Any, depth: int) -> str:
        nonlocal room
        kind = type(value)
        simple = SIMPLE.get(kind)
        if simple is not None:
            text = simple(value)
            room -= len(text) + 1
            if room < 0:
                raise NotPlainError(f"more than {size} characters")
            return text
        if depth == DEPTH:
            raise NotPlainError(f"data nested more than {DEPTH} deep")
        room -= 16
        if kind is dict:
            pairs = [
                f"[{text_of(key, depth + 1)},{text_of(item, depth + 1)}]"
                for key, item in value.items()
            ]
            return f'{{"dict":[{",".join(pairs)}]}}'
        if kind is not list and kind not in TAGS:
            raise NotPlainError(f"an object of type {name_of(kind)}")
        texts = [text_of(item, depth + 1) for item in value]
        if kind is list:
            return f"[{','.join(texts)}]"
        if kind is not tuple:
            texts.sort()  # so that equal sets have equal texts
        return f'{{"{TAGS[kind]}":[{",".join(texts)}]}}'

    return text_of(value, 0)


def _untag(tagged: dict[str, Any]) -> Any:
    """Return the tuple, set or dictionary that a JSON object stands for."""
    ((tag, items),) = tagged.items()
    if type(items) is not list:
        raise ValueError(f"{tag} of no list")
    if tag == "tuple":
        return tuple(items)
    if len(items) > HASHED:
        raise ValueError(f"{tag} of {len(items)} elements")
    return {"set": set, "frozenset": frozenset, "dict": dict}[tag](items)


# The scanner is written in C and holds no name that a student's code could replace.
_scan = json.JSONDecoder(object_hook=_untag).scan_once  # type: ignore[attr-defined]


def decode(text: str) -> Any:
    """Return the value of a line; raise ValueError for any other text."""
    try:
        value, end = _scan(text, 0)
    except (StopIteration, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"no value: {text[:80]!r}") from error
    if end != len(text):
        raise ValueError(f"more than one value: {text[:80]!r}")
    return value


_type_name = type.__dict__["__name__"].__get__


def name_of(kind: type) -> str:
    """Return the name of a type, whatever its metaclass says."""
    return str.__str__(_type_name(kind))[:100]
