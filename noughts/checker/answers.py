"""
The closed set of answers.

The engine's process writes an answer as a short text. It is read here, and nowhere
else: for all others the text is a name of the answer, which is the same for equal
answers. An answer is exactly one of: a mark, a cell, a set of cells, a board, a bool,
an int, None, something else (as text), an exception, or none (a timeout, a crash).
"""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from noughts.game.board import board_of
from noughts.game.contract import Action
from noughts.game.notation import board_text
from noughts.texts.safe_text import clean_line
from noughts.texts.said import Said, quotation

LONGEST = 160  # characters of a value in a report
TOKEN = 400  # characters of one answer on the wire
OUT_OF_MEMORY = "MemoryError"  # the kind of an exception
NAME = 60  # characters of the name of a type
# What was observed besides the value.
# B  the call changed the board        R  two rows of the answer are the same list
# S  it is an object of an earlier call
# I  it is the given board itself      P  it has a row of the given board
FLAGS = frozenset("BRSIP")
NOT_OWN = "RS"
FAILED = frozenset("rRld")  # first characters of answers without a value
ANY_EXCEPTION = "r"  # the right answer to an invalid action
UNKNOWN = "-"  # in a table of answers: the function is not asked about this board
SEPARATOR = "\x1f"  # between an exception, its message and its traceback
PAIRS = "p"  # a set of pairs that are not all cells
CELLS = r"c[0-8]|s(?:[1-4]?[0-9]?[0-9]|50[0-9]|51[01])|b[XO.]{9}"
VALUE = re.compile(rf"[ntf]|m[XO]|i-?[0-9]{{1,9}}|{CELLS}")
OTHER = re.compile(  # its type, what it is like, and its text
    rf"(?P<kind>[^|]*)\|(?P<like>{PAIRS}|{CELLS}|)\|(?P<text>.*)", re.DOTALL
)
ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")


What = Literal[
    "mark",
    "none",
    "bool",
    "int",
    "cell",
    "cells",
    "board",
    "other",
    "raised",  # an Exception
    "ends",  # raised what ends the program, such as SystemExit
    "late",
    "died",
    "data",  # plain data, not an answer of the contract
]


class Meaning(NamedTuple):
    """What an encoded answer is, and its value if it has one."""

    what: What
    value: Any = None  # for a board its nine marks, for cells a frozenset


class Answer(NamedTuple):
    """
    One answer of the closed set.

    `said` is the value in wire format, which only this module reads: `mX` a mark, `n`
    None, `t` and `f` a bool, `i-1` an int, `c4` the fifth cell, `s273` cells as bits,
    `bXO.......` a board, `o` something else, `rKeyError` an exception (`R` if it is not
    an Exception), `l` a timeout, `d` the end of the process, `v` plain data.
    """

    said: str
    flags: frozenset[str] = frozenset()
    text: str = ""  # a repr, a message, or why there is no answer
    kind: str = ""  # the name of its type
    like: str = ""  # its value as if the types were right: `c4` for [1, 1]
    traceback: str = ""
    pairs: bool = False  # whether it is a set of pairs, cells or not
    data: Any = None  # of `v`
    gives_up: bool = False  # whether the function is not asked again after it

    @property
    def what(self) -> What:
        """What it is."""
        return decoded(self.said).what

    @property
    def value(self) -> Any:
        """The value: for a board its nine marks, for cells a frozenset."""
        return self.data if self.data is not None else decoded(self.said).value

    @property
    def resembles(self) -> What | None:
        """What it would be if the types were right, if they are wrong."""
        return decoded(self.like).what if self.like else None

    @property
    def mutated(self) -> bool:
        """Whether the call changed the board."""
        return "B" in self.flags

    @property
    def shared(self) -> bool:
        """Whether the answer shares an object with another."""
        return not self.flags.isdisjoint(NOT_OWN)

    @property
    def has_one_row(self) -> bool:
        """Whether two rows of the board are the same list."""
        return "R" in self.flags

    @property
    def is_earlier_object(self) -> bool:
        """Whether it is an object that an earlier call returned."""
        return "S" in self.flags

    @property
    def is_given_board(self) -> bool:
        """Whether it is the very board that was given, changed."""
        return "I" in self.flags

    @property
    def has_given_row(self) -> bool:
        """Whether it has a row of the given board, which was changed."""
        return "P" in self.flags

    @property
    def is_late(self) -> bool:
        """Whether it did not come in time."""
        return self.said == "l"

    @property
    def raised(self) -> bool:
        return self.said[0] in "rR"

    @property
    def failed(self) -> bool:
        """Whether there is no value at all."""
        return self.said[0] in FAILED

    @property
    def no_answer(self) -> bool:
        """Whether no answer came: none in time, or the process ended."""
        return self.said[0] in "ld"

    @property
    def is_strike(self) -> bool:
        """
        Whether it counts towards giving the function up.

        No answer came, or memory ran out: filling it takes as long each time.
        """
        return self.no_answer or (self.raised and self.kind == OUT_OF_MEMORY)

    @property
    def unwritten(self) -> bool:
        """Whether it raised NotImplementedError."""
        return self.said == "rNotImplementedError"

    @property
    def cell(self) -> Action | None:
        """The cell, if it is one or looks like one."""
        meaning = decoded(self.like or self.said)
        cell: Action | None = meaning.value if meaning.what == "cell" else None
        return cell


def late(seconds: float) -> Answer:
    """Return the answer used for a timeout."""
    return Answer("l", text=f"{seconds:g}")


def died(how: str) -> Answer:
    """Return the answer used if the process ended."""
    return Answer("d", text=how)


def raised(kind: str, text: str, traceback: str = "") -> Answer:
    """Return the answer used for an exception."""
    kind = clean(kind.replace("|", "/").replace("\n", " "))[:NAME] or "?"
    trace = "\n".join(clean(line) for line in traceback.split("\n"))
    return Answer(f"r{kind}", text=clean(text)[:LONGEST], kind=kind, traceback=trace)


# --- The wire ---------------------------------------------------------------


def read(said: str) -> Answer:
    """Return the answer in a line; ValueError if there is none."""
    if "\\" in said:  # escaped as in JSON: a student's text may have any character
        said = json.loads(f'"{said}"')
    if SEPARATOR not in said:
        return _read(said)
    said, message, traceback = said.split(SEPARATOR)
    error = raised("", message, traceback)
    return _read(said)._replace(text=error.text, traceback=error.traceback)


def read_line(said: str) -> Answer:
    """Return the answer in a line, whatever the engine wrote."""
    try:
        return read(said)
    except ValueError:
        return died("it wrote what is not an answer")


def read_value(value: Any) -> Answer:
    """Return plain data as an answer; the caller must validate it."""
    return Answer("v", data=value)


@lru_cache(maxsize=20_000)  # about as many as there are boards
def _read(text: str) -> Answer:
    """Return the answer in a text without escapes, or raise ValueError."""
    flags, said = "", text
    if text[:1] == "!":
        flags, _, said = text[1:].partition("|")
    sign, rest, seen = said[:1], said[1:], frozenset(flags)
    if seen <= FLAGS and len(text) <= TOKEN:
        if VALUE.fullmatch(said):
            return Answer(said, seen)
        if sign in ("r", "R") and rest:
            kind = clean(rest)[:NAME]
            return Answer(sign + kind, seen, kind=kind)
        if sign == "o" and (other := OTHER.fullmatch(rest)):
            kind, text = clean(other["kind"])[:NAME], clean(other["text"])[:LONGEST]
            pairs, like = other["like"] == PAIRS, other["like"].removeprefix(PAIRS)
            return Answer(f"o{kind}|{text}", seen, text, kind, like, pairs=pairs)
    raise ValueError("not an answer")


def clean(text: str) -> str:
    """Return a student's text on one line, without addresses or control characters."""
    return clean_line(ADDRESS.sub("0x...", text))


@lru_cache(maxsize=20_000)
def decoded(said: str) -> Meaning:
    """Return what an encoded answer means."""
    rest = said[1:]
    match said[:1]:
        case "m":
            return Meaning("mark", rest)
        case "n":
            return Meaning("none")
        case "t" | "f":
            return Meaning("bool", said == "t")
        case "i":
            return Meaning("int", int(rest))
        case "c":
            return Meaning("cell", divmod(int(rest), 3))
        case "s":
            bits = int(rest)
            cells = (divmod(n, 3) for n in range(9) if bits >> n & 1)
            return Meaning("cells", frozenset(cells))
        case "b":
            return Meaning("board", rest)
        case "r":
            return Meaning("raised")
        case "R":
            return Meaning("ends")
        case "l":
            return Meaning("late")
        case "d":
            return Meaning("died")
        case "v":
            return Meaning("data")
    return Meaning("other")


def fits(want: str | frozenset[str], said: str) -> bool:
    """Return whether an encoded answer is the wanted one, or one of several."""
    if want == ANY_EXCEPTION:
        return said[0] == ANY_EXCEPTION
    return said in want if isinstance(want, frozenset) else said == want


# --- From values, and to words ----------------------------------------------


def said_of_board(key: str) -> str:
    """Return a board of nine marks in wire format."""
    return f"b{key}"


def said_of(value: Any) -> str:
    """Return one of our own values in wire format."""
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
            return said_of_board("".join(mark or "." for row in value for mark in row))
    raise ValueError(f"{value!r} is not in the closed set")


def shown(answer: Answer) -> Said:
    """Return an answer as shown in reports."""
    sign, rest = answer.said[0], answer.said[1:]
    match sign:
        case "r" | "R":
            what = answer.kind + (f": {answer.text}" if answer.text else "")
            raised = Said("value.raised", what=what)
            return raised if sign == "r" else Said("value.ends", said=raised)
        case "l":
            return Said("value.late")
        case "d":
            return Said("value.died", how=quotation(answer.text))
        case "o":
            if answer.text in ("", f"<{answer.kind}>"):
                return Said("value.object", kind=answer.kind)
            return quotation(answer.text)
    return quotation(SHOWN[sign](rest))


def strangeness(answer: Answer) -> list[Said]:
    """Return what is strange about an answer that may have the right value."""
    return [Said(f"value.flag.{flag}") for flag in NOT_OWN if flag in answer.flags]


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
