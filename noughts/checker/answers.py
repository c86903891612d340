"""
The closed set of answers: what a function of the contract can be seen to say.

The engine's process writes an answer as a short text; `decode` below is the one line
behind which nothing is anybody's but ours. An answer is exactly one of: a mark, a cell,
a set of cells, a board, a truth value, a number, nothing, something else (as text),
raised, or none that came (late, died).
"""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from noughts.board import board_of
from noughts.contract import Action
from noughts.notation import board_text
from noughts.text import clean_line
from noughts.words.said import Said, quoted

LONGEST = 160  # characters of a value in a report
TOKEN = 400  # characters of one answer on the wire: the longest are texts
NAME = 60  # characters of the name of a type
# What is seen of a call beside its value: the board, the action or a function of the
# file was changed; rows are one list; the board, or rows, of an earlier call; changed
# later by another call; the board, or rows, that were given.
FLAGS = frozenset("BAFRSTLIP")
MUTATED = "BAF"  # what a call can be seen to change; I and P say how
NOT_OWN = "RSTL"  # what can be wrong with a board that is not one of its own
FAILED = frozenset("rRld")  # signs of what is not a value at all
MARKS = frozenset("XO.")
SEPARATOR = "\x1f"  # between an exception, its message and its traceback
PAIRS = "p"  # what a set of pairs is like that are not cells
ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")


class Answer(NamedTuple):
    """
    One answer, of the closed set.

    `said` is the value as it stands on the wire, so two answers are the same if these
    are: `mX`, `n` nothing, `t` and `f`, `i-1`, `c4` the fifth cell, `s273` cells by
    their bits, `bXO.......`; `o` something else; `rKeyError`, or `R...` for what is not
    an Exception; `l` no answer in time, `d` the process ended; `v` plain data.
    """

    said: str
    flags: frozenset[str] = frozenset()
    text: str = ""  # of something else, of an exception, or why none came
    kind: str = ""  # the name of its type
    like: str = ""  # what it would be with the right types: `c4` for [1, 1]
    traceback: str = ""
    pairs: bool = False  # whether it is a set of pairs (i, j), of cells or of none
    value: Any = None  # of `v`, what a function beside the contract's returned

    @property
    def mutated(self) -> bool:
        """Whether the call changed what it was given, or the file itself."""
        return not self.flags.isdisjoint(MUTATED)

    @property
    def shared(self) -> bool:
        """Whether the board returned is not a board of its own."""
        return not self.flags.isdisjoint(NOT_OWN)

    @property
    def raised(self) -> bool:
        return self.said[0] in "rR"

    @property
    def failed(self) -> bool:
        """Whether there is no value at all."""
        return self.said[0] in FAILED

    @property
    def absent(self) -> bool:
        """Whether no answer came: none in time, or the process ended."""
        return self.said[0] in "ld"

    @property
    def leaves(self) -> bool:
        """Whether what came is not an Exception, and ends the whole program."""
        return self.said[0] == "R"

    @property
    def cause(self) -> str:
        """What failures must share to be one: the exception, or a plain answer."""
        return self.said if self.failed else "an answer"

    @property
    def refused(self) -> bool:
        """Whether an exception came, as a program can catch it."""
        return self.said[0] == "r"

    @property
    def unwritten(self) -> bool:
        """Whether the function says that it is not written yet."""
        return self.said == "rNotImplementedError"

    @property
    def cell(self) -> Action | None:
        """The cell that is meant, whatever its type."""
        said = self.like or self.said
        return divmod(int(said[1]), 3) if said[0] == "c" else None


def late(seconds: float) -> Answer:
    """Return what stands for an answer that did not come in time."""
    return Answer("l", text=f"{seconds:g}")


def died(how: str) -> Answer:
    """Return what stands for an answer at which the process ended."""
    return Answer("d", text=how)


def raised(kind: str, text: str, traceback: str = "") -> Answer:
    """Return an exception as an answer, with all that is known of it."""
    kind = clean(kind.replace("|", "/").replace("\n", " "))[:NAME] or "?"
    trace = "\n".join(clean(line) for line in traceback.split("\n"))
    return Answer(f"r{kind}", text=clean(text)[:LONGEST], kind=kind, traceback=trace)


# --- The wire ---------------------------------------------------------------


def read(said: str) -> Answer:
    """Return the answer that a line stands for; ValueError if it is none."""
    if found := _plain().get(said):
        return found
    if "\\" in said:  # escaped as in JSON: a student's text may have any character
        said = json.loads(f'"{said}"')
    return _raised(said) if SEPARATOR in said else _read(said)


def read_line(said: str) -> Answer:
    """Return the answer that a line stands for, whatever the engine wrote."""
    try:
        return read(said)
    except ValueError:
        return died("it wrote what is not an answer")


def read_value(value: Any) -> Answer:
    """Return plain data as an answer: whoever asked for it must look at it."""
    return Answer("v", value=value)


def _raised(text: str) -> Answer:
    """Return an exception as an answer, with all that is known of it."""
    said, message, traceback = text.split(SEPARATOR)
    told = raised("", message, traceback)
    return _read(said)._replace(text=told.text, traceback=told.traceback)


@cache
def _plain() -> dict[str, Answer]:
    """Return the answers of which there are few, by their text."""
    said = ["n", "t", "f", "mX", "mO", "i0", "i1", "i-1"]
    said += [f"c{n}" for n in range(9)] + [f"s{bits}" for bits in range(512)]
    return {text: Answer(text) for text in said}


@lru_cache(maxsize=20_000)  # about as many boards as there are: most answers recur
def _read(text: str) -> Answer:
    """Return the answer that a text stands for, or raise ValueError."""
    if not 0 < len(text) <= TOKEN:
        raise ValueError("not an answer")
    if found := _plain().get(text):
        return found
    flags, said = "", text
    if text[0] == "!":
        flags, _, said = text[1:].partition("|")
    if not said or not set(flags) <= FLAGS:
        raise ValueError("not an answer")
    seen = frozenset(flags)
    if said in _plain():
        return Answer(said, seen)
    sign, rest = said[0], said[1:]
    match sign:
        case "b" if len(rest) == 9 and MARKS.issuperset(rest):
            return Answer(said, seen)
        case "i" if re.fullmatch(r"-?[0-9]{1,9}", rest):
            return Answer(f"i{int(rest)}", seen)
        case "r" | "R" if rest:
            kind = clean(rest)[:NAME]
            return Answer(sign + kind, seen, kind=kind)
        case "o":
            return _other(rest, seen)
    raise ValueError("not an answer")


def _other(rest: str, flags: frozenset[str]) -> Answer:
    """Return something else: `kind|what it is like|text`."""
    kind, _, tail = rest.partition("|")
    like, bar, text = tail.partition("|")
    if not bar or (like not in ("", PAIRS) and not _is_like(like)):
        raise ValueError("not an answer")
    kind, text = clean(kind)[:NAME], clean(text)[:LONGEST]
    pairs = like == PAIRS
    like = "" if pairs else like
    return Answer(f"o{kind}|{text}", flags, text, kind, like, pairs=pairs)


def _is_like(like: str) -> bool:
    board = like[0] == "b" and len(like) == 10 and MARKS.issuperset(like[1:])
    return board or (like in _plain() and like[0] in "cs")


def clean(text: str) -> str:
    """Return a student's text on one line, without addresses and control characters."""
    return clean_line(ADDRESS.sub("0x...", text))


# --- From values, and to words ----------------------------------------------


def said_of(value: Any) -> str:
    """Return a value of our own as it stands on the wire."""
    match value:
        case None:
            return "n"
        case bool():
            return "t" if value else "f"
        case int():
            return f"i{value}"
        case str():
            return f"m{value}"
        case (i, j):
            return f"c{3 * i + j}"
        case set() | frozenset():
            return f"s{sum(1 << 3 * i + j for i, j in value)}"
        case [[*_], [*_], [*_]]:
            return "b" + "".join(mark or "." for row in value for mark in row)
    raise ValueError(f"{value!r} is not in the closed set")


def shown(answer: Answer) -> Said:
    """Return an answer as it is told, or as Python writes it."""
    sign, rest = answer.said[0], answer.said[1:]
    match sign:
        case "r" | "R":
            what = answer.kind + (f": {answer.text}" if answer.text else "")
            raised = Said("value.raised", what=what)
            return raised if sign == "r" else Said("value.ends", said=raised)
        case "l":
            return Said("value.late", n=answer.text)
        case "d":
            return Said("value.died", how=quoted(answer.text))
        case "o":
            opaque = answer.text in ("", opaque_text(answer.kind))
            return (
                Said("value.object", kind=answer.kind)
                if opaque
                else quoted(answer.text)
            )
    return quoted(SHOWN[sign](rest))


def opaque_text(kind: str) -> str:
    """Return how an object is written of which nothing is known but its type."""
    return f"<{kind}>"


def _cells_text(bits: str) -> str:
    taken = int(bits)
    cells = [str(divmod(n, 3)) for n in range(taken.bit_length()) if taken >> n & 1]
    return "{" + ", ".join(cells) + "}" if cells else "set()"


SHOWN: dict[str, Callable[[str], str]] = {
    "m": repr,
    "n": lambda _: "None",
    "t": lambda _: "True",
    "f": lambda _: "False",
    "i": str,
    "c": lambda n: str(divmod(int(n), 3)),
    "s": _cells_text,
    "b": lambda key: board_text(board_of(key)),
}


def observed(answer: Answer, among: str) -> list[Said]:
    """Return what was seen of a call, beside its value."""
    return [Said(f"value.flag.{flag}") for flag in among if flag in answer.flags]
