"""Whether a file is written for a newer Python than this one: then it gets no grade."""

import re
import sys
from collections.abc import Callable

from noughts.sandbox.notebook import NEWLINE
from noughts.texts.safe_text import NOT_PYTHON, parse

Version = tuple[int, int]
HasSyntaxError = Callable[[bytes, Version], bool | None]  # as ruff says; None: it fails

HERE: Version = sys.version_info[:2]
NAMED = r"^\s*(async\s+def|def|class)\s+\w+\s*"
# What Python has learned to read since the oldest one we support: its version, and what
# a line with it looks like.
GRAMMAR: list[tuple[Version, str]] = [
    ((3, 12), r"(?<![\w'\"])(f|fr|rf|F|fR|Fr|FR|rF|Rf|RF)['\"]"),  # f"{board["x"]}"
    ((3, 12), r"^\s*type\s+\w+\s*(\[.*\]\s*)?="),  # type Board = list
    ((3, 12), rf"{NAMED}\["),  # def first[T](moves):
    ((3, 13), rf"{NAMED}\[[^\]]*="),  # class Board[T = str]:
    ((3, 14), r"(?<![\w'\"])(t|tr|rt|T|tR|Tr|TR|rT|Rt|RT)['\"]"),  # t"{board}"
    ((3, 14), r"^\s*except\*?\s+[\w.]+\s*,"),  # except KeyError, ValueError:
    ((3, 15), r"^\s*lazy\s+(import|from)\b"),  # lazy import math
    ((3, 15), r"[\[({]\s*\*{1,2}\s*\w.*\bfor\b"),  # [*row for row in board]
]
NEWEST = max(version for version, _ in GRAMMAR)
F_STRING = "f-string"  # begins Python's messages about f-strings, until 3.11


def error_in(source: bytes) -> SyntaxError | None:
    """Return the syntax error of a program, if this Python finds one."""
    try:
        parse(source)
    except SyntaxError as error:
        return error
    except NOT_PYTHON:
        pass
    return None


def needed_python(source: bytes, here: Version = HERE) -> str:
    """
    Return the Python that may be able to read a program; empty if this one is enough.

    The line of the syntax error decides: it has grammar that a newer Python knows.
    """
    error = error_in(source)
    if error is None:
        return ""
    lines = NEWLINE.split(source.decode("utf-8", "replace"))
    number = error.lineno or 0
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    if error.msg.startswith(F_STRING) and here < (3, 12):
        return "3.12"
    for version, grammar in GRAMMAR:
        if version > here and re.search(grammar, line):
            return text_of(version)
    return ""


def python_that_reads(
    source: bytes, fails: HasSyntaxError, here: Version = HERE
) -> str | None:
    """
    Return the first newer Python that can read a program; empty if none can.

    None if `fails`, which asks ruff, finds no fault where this Python does.
    """
    if error_in(source) is None:
        return ""
    if not fails(source, here):
        return None
    for minor in range(here[1] + 1, NEWEST[1] + 1):
        if fails(source, (here[0], minor)) is False:
            return text_of((here[0], minor))
    return ""


def text_of(version: Version) -> str:
    """Return a version as people write it."""
    return "{}.{}".format(*version)
