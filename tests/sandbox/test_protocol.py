"""Plain values as lines of text: exact types, bounded size, no trust."""

import json
import math
from enum import IntEnum
from typing import NamedTuple

import pytest

from noughts.sandbox.protocol import DEPTH, HASHED, SIZE, NotPlainError, decode, encode
from noughts.sandbox.values import OVERRIDING, type_name

VALUES = [
    (None, "null"),
    (True, "true"),
    (1, "1"),
    (1.0, "1.0"),
    (-math.inf, "-Infinity"),
    ("é\n", '"\\u00e9\\n"'),
    ([2, [1], 0], "[2,[1],0]"),
    ((0, 1), '{"tuple":[0,1]}'),
    ({2, 1}, '{"set":[1,2]}'),
    (frozenset({1}), '{"frozenset":[1]}'),
    ({"a": (1,)}, '{"dict":[["a",{"tuple":[1]}]]}'),
]


@pytest.mark.parametrize(("value", "text"), VALUES, ids=repr)
def test_a_value_is_a_line_of_json_and_back(value, text):
    assert encode(value) == text
    json.loads(text)
    again = decode(text)
    assert (again, type(again)) == (value, type(value))


def test_equal_sets_have_equal_texts():
    # 8 and 0 collide in a small table, so the order depends on which came first.
    assert list({8, 0}) != list({0, 8})
    assert encode({8, 0}) == encode({0, 8})


Text = type("Text", (str,), {"__eq__": lambda *_: True, "__hash__": str.__hash__})
Odd = type("Odd", (), {"__eq__": lambda *_: True, "__hash__": None})
# Its type would be found in any table that has `str`.
LIES = {"__eq__": lambda *_: True, "__hash__": lambda cls: hash(str)}
Claimed = type("Meta", (type,), LIES)("Claimed", (), {})


def not_asked(*_, **__):
    raise AssertionError("it must not be called")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (Odd(), "Odd"),
        ([Odd()], "Odd"),
        (Text("X"), "Text"),
        (Claimed(), "Claimed"),
        (type("Row", (list,), {"__iter__": not_asked})([1]), "Row"),
        (type("Tree", (dict,), {})(), "Tree"),
        (b"X", "bytes"),
        (print, "builtin_function_or_method"),
        ("x" * (SIZE - 1), f"{SIZE}"),  # with its quotes
        ([0] * 600_000, "1048576"),
        (["x" * 1000] * 2000, "1048576"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_is_not_plain_or_too_large_is_refused(value, why):
    with pytest.raises(NotPlainError) as refused:
        encode(value)
    assert why in str(refused.value).split()


class Cell(NamedTuple):
    """A pair with names."""

    i: int
    j: int


class Number(IntEnum):
    """A number with a name."""

    ONE = 1


def extending(kind):
    """Return a subclass whose methods must not be called."""
    names = {
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if callable(value)
    }
    own = names - OVERRIDING - {"__new__", "__init__", "__init_subclass__"}
    claims = {"__class__": property(not_asked), "__getattribute__": not_asked}
    return type("Own", (kind,), dict.fromkeys(own, not_asked) | claims)


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Cell(0, 2), (0, 2)),
        (Number.ONE, 1),
        ((Number.ONE, Number.ONE), (1, 1)),
        ({Cell(0, 2)}, {(0, 2)}),
        ({Number.ONE: Cell(Number.ONE, 2)}, {1: (1, 2)}),
        *(
            (extending(type(value))(value), value)
            for value in ((0, 2), [0, 2], {0, 2}, frozenset({0, 2}), "X", 7)
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_instance_of_a_subclass_is_encoded_without_calling_its_methods(value, plain):
    assert encode(value) == encode(plain)


def nested(depth):
    return [nested(depth - 1)] if depth > 1 else []


# A value that just fits, one that is just too large, and the message.
LIMITS = [
    (nested(DEPTH), nested(DEPTH + 1), f"data nested more than {DEPTH} deep"),
    ({0: nested(DEPTH - 2)}, {0: nested(DEPTH - 1)}, "nested more than"),  # two levels
]


@pytest.mark.parametrize(("fits", "too_large", "why"), LIMITS, ids=["[", "{"])
def test_a_limit_is_exact(fits, too_large, why):
    assert decode(encode(fits)) == fits
    with pytest.raises(NotPlainError, match=why):
        encode(too_large)


@pytest.mark.parametrize("tag", ["set", "frozenset"])
def test_a_set_has_at_most_32_elements(tag):
    texts = [json.dumps([*range(n)]) for n in (HASHED, HASHED + 1)]
    fits, too_large = (f'{{"{tag}":{text}}}' for text in texts)
    assert len(decode(fits)) == HASHED
    with pytest.raises(ValueError, match=f"{tag} of {HASHED + 1} elements"):
        decode(too_large)


@pytest.mark.parametrize(
    "text",
    [
        "", " 1", "nul", "1 2", "[1", '{"tuple":[1]', '{"tuple":1}', '{"list":[1]}',
        "{}", '{"tuple":[],"set":[]}', '{"set":[[]]}', '{"dict":[1]}', '{"dict":[[1]]}',
        '{"set":[' + ",".join(map(str, range(10_001))) + "]}", "[" * 100_000,
        "9" * 10_000, '"\n"', "'X'", '{"tuple":"ab"}', '{"set":"ab"}', '{"dict":"ab"}',
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_any_other_text_is_a_value_error(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the parser's message varies
        decode(text)


def test_a_metaclass_cannot_hide_the_name_of_a_type():
    meta = type("Meta", (type,), {"__name__": property(lambda cls: 1 / 0)})
    assert type_name(meta("Hidden", (), {})) == "Hidden"


@pytest.mark.parametrize(
    "value",
    [[0] * 39, {*range(39)}, [()] * 39, {n: n for n in range(39)}, "\0" * 39, [[[0]]]],
)
def test_a_value_fits_if_its_line_is_not_longer_than_the_limit(value):
    text = encode(value)
    assert encode(value, len(text)) == text
    for size in range(len(text)):
        with pytest.raises(NotPlainError):
            encode(value, size)
