"""Untrusted text: parsing it within limits, and showing it safely."""

import ast
import re
import reprlib
from _thread import allocate_lock
from typing import Any

LONGEST = 2000  # characters of one message
SENTENCE = 400  # characters of one sentence
# Surrogates that Python uses for undecodable bytes in file names.
BYTES = {chr(0xDC00 + n): f"\\x{n:02x}" for n in range(0x80, 0x100)}
# Exceptions raised while reading malformed JSON or TOML.
NONSENSE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
# Exceptions raised while parsing a malformed program.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
# Python 3.11 crashes if two threads parse at once. (The judge in a browser has no
# `threading`.)
PARSING = allocate_lock()
LARGEST_PARSED = 100_000  # bytes; a syntax tree takes 500 times as much memory
# Chained attributes: Python takes quadratic time for them, 12 s for 49,000 dots.
DOTTED = re.compile(r"(?:\.[\s\\]*+\w++[\s\\]*+)++")
MOST_DOTS = 1000
# An encoding is declared in the first line, or in the second after one without code.
NAMING = 2
CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
NO_CODE = re.compile(rb"[ \t\f]*(?:[#\r\n]|$)")
# Encodings decoded in pure Python, in quadratic time: 130 s for 1 MB.
SLOW = (b"punycode", b"idna")
# No-break, narrow and wide spaces.
SPACES = dict.fromkeys(
    [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "
)
JOINERS = "\u200c\u200d"  # used in Persian names and many emoji


def can_be_decoded(source: bytes) -> bool:
    """Return whether a program can be decoded in reasonable time."""
    source = source.removeprefix(b"\xef\xbb\xbf")
    return not any(
        _encoding(re.split(end, source, maxsplit=NAMING)) in SLOW
        for end in (rb"\n", rb"\r\n?|\n")  # the line ends of `tokenize` and of Python
    )


def _encoding(lines: list[bytes]) -> bytes:
    """Return the encoding declared in the first two lines, if any."""
    first, second, *_ = [*lines, b""]
    named = CODING.match(first) or (NO_CODE.match(first) and CODING.match(second))
    return named[1].strip(b"-_.").lower() if named else b""


def can_be_parsed(source: str | bytes) -> bool:
    """Return whether a program can be parsed in reasonable time and memory."""
    if len(source) > LARGEST_PARSED:
        return False
    if isinstance(source, bytes) and not can_be_decoded(source):
        return False
    text = source if isinstance(source, str) else source.decode("latin-1")
    return all(each[0].count(".") < MOST_DOTS for each in DOTTED.finditer(text))


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of an untrusted program, or raise NOT_PYTHON."""
    if not can_be_parsed(source):
        raise ValueError("parsing it would take too long")
    with PARSING:
        return ast.parse(source)


def toml_data(text: str) -> dict[str, Any]:
    """Return the data of untrusted TOML, or raise NONSENSE."""
    import tomllib  # imported here to keep start-up fast

    data = tomllib.loads(text)
    repr(data)  # raises for a hexadecimal number that is too long for decimal
    return data


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def quoted(value: object) -> str:
    """Return the repr of a value, shortened, for an error message."""
    return _SHORT.repr(value)


def clean(text: str, most: int = LONGEST) -> str:
    """Return untrusted text with control characters escaped, shortened if long."""
    if (rest := len(text) - most) > 0:
        text = f"{text[:most]}... and {rest:,} more characters"
    if text.isprintable():
        return text
    around = f" {text} "
    return "".join(
        c if c.isprintable() or c == "\n" or joins(c, before, after) else escaped(c)
        for before, c, after in zip(around, text, around[2:], strict=False)
    )


def escaped(mark: str) -> str:
    """Return a character as an escape; for an undecodable byte, as that byte."""
    return BYTES.get(mark) or ascii(mark)[1:-1]


def joins(mark: str, before: str, after: str) -> bool:
    """Return whether this is an invisible joiner between two visible letters."""
    beside = before + after
    return (
        mark in JOINERS and beside.isprintable() and not any(map(str.isascii, beside))
    )


def clean_line(text: str, most: int = LONGEST) -> str:
    """Return untrusted text, cleaned, as one line."""
    return clean(text, most).replace("\n", "\\n")


def plain_spaces(name: str) -> str:
    """Return a name with all kinds of spaces replaced by plain ones."""
    return name.translate(SPACES)
