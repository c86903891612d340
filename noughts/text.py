"""Text that others wrote: how it fails to be read, and made fit to be shown."""

import ast
import re
import reprlib
from _thread import allocate_lock
from typing import Any

LONGEST = 2000  # characters of one message
SENTENCE = 400  # of one that stands among others
# What Python makes of bytes that are no text, in the name of a file.
BYTES = {chr(0xDC00 + n): f"\\x{n:02x}" for n in range(0x80, 0x100)}
# What reading raises where data, JSON or TOML, is not what it should be: numbers, or
# brackets, without end, too.
NONSENSE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
# The same for the text of a program.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
# Where two threads make syntax trees at once, Python 3.11 fails in both. (The judge
# in a browser has no `threading`.)
PARSING = allocate_lock()
# Bytes of it that are parsed: a syntax tree takes 500 times as much memory.
LARGEST_PARSED = 100_000
# What follows in a name with dots, for which Python takes a time that grows with the
# square of their number: 12 s for 49,000.
DOTTED = re.compile(r"(?:\.[\s\\]*+\w++[\s\\]*+)++")
MOST_DOTS = 1000
# How a program names its encoding, as Python looks for it: in the first line, or in the
# second after one without code.
NAMING = 2
CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
NO_CODE = re.compile(rb"[ \t\f]*(?:[#\r\n]|$)")
# Encodings that Python reads by itself, without C: in a time that grows with the square
# of the length, too, 130 s for 1 MB.
SLOW = (b"punycode", b"idna")
# Other spaces than the plain one: no-break, narrow, wide.
SPACES = dict.fromkeys(
    [0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "
)
JOINERS = "\u200c\u200d"  # which Persian names and many emoji are written with


def can_be_decoded(source: bytes) -> bool:
    """Return whether the text of a program can be read in a time that we have."""
    source = source.removeprefix(b"\xef\xbb\xbf")
    return not any(
        _encoding(re.split(end, source, maxsplit=NAMING)) in SLOW
        for end in (rb"\n", rb"\r\n?|\n")  # of a line for `tokenize`, and for Python
    )


def _encoding(lines: list[bytes]) -> bytes:
    """Return the encoding that the first lines of a program name, if any."""
    first, second, *_ = [*lines, b""]
    named = CODING.match(first) or (NO_CODE.match(first) and CODING.match(second))
    return named[1].strip(b"-_.").lower() if named else b""


def can_be_parsed(source: str | bytes) -> bool:
    """Return whether parsing a program takes a time and a memory that we have."""
    if len(source) > LARGEST_PARSED:
        return False
    if isinstance(source, bytes) and not can_be_decoded(source):
        return False
    text = source if isinstance(source, str) else source.decode("latin-1")
    return all(each[0].count(".") < MOST_DOTS for each in DOTTED.finditer(text))


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a program that others wrote, or raise NOT_PYTHON."""
    if not can_be_parsed(source):
        raise ValueError("parsing it would take too long")
    with PARSING:
        return ast.parse(source)


def toml_data(text: str) -> dict[str, Any]:
    """Return the data of a text in TOML that others wrote, or raise NONSENSE."""
    import tomllib  # which who only shows text need not wait for

    data = tomllib.loads(text)
    repr(data)  # a number in base 16 may have more digits than Python writes in base 10
    return data


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def quoted(value: object) -> str:
    """Return a value as Python writes it, cut if long, for an error message."""
    return _SHORT.repr(value)


def clean(text: str, most: int = LONGEST) -> str:
    """Return others' text without what plays tricks on a terminal, cut if long."""
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
    """Return a character as Python writes it; of a name that is no text, its bytes."""
    return BYTES.get(mark) or ascii(mark)[1:-1]


def joins(mark: str, before: str, after: str) -> bool:
    """Return whether a mark that cannot be seen joins two signs, and hides nothing."""
    beside = before + after
    return (
        mark in JOINERS and beside.isprintable() and not any(map(str.isascii, beside))
    )


def clean_line(text: str, most: int = LONGEST) -> str:
    """Return others' text, cleaned, as one line: a name, or what stands in a table."""
    return clean(text, most).replace("\n", "\\n")


def plain_spaces(name: str) -> str:
    """Return a name with plain spaces in place of others, which look the same."""
    return name.translate(SPACES)
