"""Untrusted text: parsing it within limits, and showing it safely."""

import ast
import reprlib
from _thread import allocate_lock

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
JOINERS = "\u200c\u200d"  # invisible; used in Persian names and many emoji


def can_be_parsed(source: str | bytes) -> bool:
    """Return whether a program is short enough to be parsed."""
    return len(source) <= LARGEST_PARSED


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of an untrusted program, or raise NOT_PYTHON."""
    if not can_be_parsed(source):
        raise ValueError("parsing it would take too long")
    with PARSING:
        return ast.parse(source)


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
    kept = "\n" + JOINERS
    return "".join(c if c.isprintable() or c in kept else _escape(c) for c in text)


def _escape(character: str) -> str:
    """Return a character as an escape; for an undecodable byte, as that byte."""
    return BYTES.get(character) or ascii(character)[1:-1]


def clean_line(text: str, most: int = LONGEST) -> str:
    """Return untrusted text, cleaned, as one line."""
    return clean(text, most).replace("\n", "\\n")
