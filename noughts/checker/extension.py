"""
What the judge adds inside the engine's process, once the file was run.

It asks many questions in one message and writes their answers down in the closed set;
it lets functions whose source shows that they are pure answer from memory; and it puts
right functions in the place of wrong ones, where the judge says so. The answers are
judged outside: nothing depends on trusting this process.

This file stands alone: its text is what is sent. `SETUP` is filled in at its end.
"""

from __future__ import annotations

import sys
from _operator import is_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType
    from typing import Any

    Cells = tuple[Any, ...]
    Function = Callable[..., Any]
    Given = tuple[int, str, Any, list[Any]]  # number and key, the board, its rows

SETUP: dict[str, Any] = {
    "marks": ["X", "O", None],  # those that the file is asked in
    "constants": False,  # whether its X, O and EMPTY are replaced by these
    "actions": [],  # what `result` is asked on every board
    "remembered": [],  # pure functions, by name
    "right": {},  # sources of functions to be put in place of wrong ones
    "cells": "set",  # the type in which the file lists cells
}
TEXT = 120  # characters of something else
ITEMS = 9  # of a container that are shown
INTEGER = 10**9
FunctionType = type(lambda: None)
MethodType = type((lambda _: None).__get__(0))
CONTRACT = (
    *("X", "O", "EMPTY", "initial_state", "player", "actions", "result"),
    *("winner", "terminal", "utility", "minimax"),
)


def source(**setup: Any) -> str:
    """Return this file as an extension of the sandbox, its setup filled in."""
    from pathlib import Path

    text = Path(__file__).read_text("utf-8")
    return f"{text}\nSETUP.update({setup!r})\n"


def install(module: ModuleType, register: Function) -> None:
    """Put right functions in their places, let others remember, and take questions."""
    names = vars(module)
    marks = dict(zip(("X", "O", "EMPTY"), SETUP["marks"], strict=True))
    if SETUP["constants"]:
        names.update(marks)
    kinds = {"list": list, "tuple": tuple, "frozenset": frozenset}
    scope = {**marks, "CELLS": kinds.get(SETUP["cells"], set), "Any": object}
    for name, text in SETUP["right"].items():
        exec(text, scope)
        stand_in(names.get(name), scope[name])
        names[name] = scope[name]
    for name in SETUP["remembered"]:
        if name not in SETUP["right"]:
            remember(names.get(name))
    asker = Asker(names)
    register("many", asker.many)
    register("plain", asker.plain)
    register("survey", lambda: survey(names))


STANDING_IN = """
def stands_in(*noughts_given, **noughts_named):
    noughts_right = "@right@"
    noughts_more = len(noughts_given) + len(noughts_named) - "@count@"
    return noughts_right(*noughts_given[noughts_more:], **noughts_named)
"""


def stand_in(function: Any, right: Any) -> None:
    """
    Let a function answer as the right one, wherever else the file keeps it.

    In a table, under another name, in a module of its own: it is the very same object
    with other code inside. Of a method, the last arguments are those of the contract.
    """
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is not FunctionType or is_pythons(function):
        return
    scope: dict[str, Any] = {}
    exec(compile(STANDING_IN, "<right>", "exec"), scope)
    code = scope["stands_in"].__code__
    things = {"@right@": right, "@count@": right.__code__.co_argcount}
    consts = tuple(things.get(c, c) if type(c) is str else c for c in code.co_consts)
    function.__code__ = code.replace(
        co_consts=consts, co_freevars=function.__code__.co_freevars
    )


def is_pythons(function: Any) -> bool:
    """Return whether a function is of Python's own library, which others use, too."""
    home = str(function.__globals__.get("__name__", ""))
    return home.partition(".")[0] in sys.stdlib_module_names


def survey(names: dict[str, Any]) -> list[Any]:
    """
    Return the marks of the file, and what can be called.

    Of each mark: what it is, whether it is plain, whether its type is the file's own.
    """
    marks, names = {}, {**names, **attributes(names, CONTRACT)}
    for name in ("X", "O", "EMPTY"):
        if name in names:
            value = native(names[name])
            plain = one_of(type(value), (str, int, bool, type(None)))
            marks[name] = [
                value if plain and len(repr(value)) < 20 else shortly(value, 0),
                plain,
                value is not names[name],
            ]
    return [
        marks,
        [
            name
            for name, value in names.items()
            if type(name) is str and callable(value)
        ],
    ]


def attributes(names: dict[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return those of the names that a module has, or that its __getattr__ makes."""
    found = {}
    for name in wanted:
        try:
            found[name] = names[name] if name in names else names["__getattr__"](name)
        except BaseException:  # there is no such function, or it knows no such name
            continue
    return found


# --- Questions --------------------------------------------------------------


class Asker:
    """Asks the functions of the file, many questions at once."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.own = {name: f for name, f in names.items() if type(f) is FunctionType}
        x, o, empty = SETUP["marks"]
        self.mark = {"X": x, "O": o, ".": empty}
        # By their numbers: to look a type up would ask its metaclass, a student's.
        self.types = {id(type(mark)) for mark in (x, o, empty)}
        self.keys: dict[Cells, str] = {}
        self.given: dict[str, Cells] = {}  # the marks of boards, by their keys
        # What was returned and can be changed: its number, itself, what was told of it.
        self.last: list[tuple[int, Any, str]] = []
        # Boards of initial_state and their rows: none may come twice.
        self.starts: list[tuple[Any, list[Any]]] = []

    def board(self, key: str) -> list[list[Any]]:
        """Return the board of nine marks, in the marks of the file."""
        if (cells := self.given.get(key)) is None:
            cells = self.given[key] = tuple(self.mark[mark] for mark in key)
        return [[*cells[0:3]], [*cells[3:6]], [*cells[6:9]]]

    def many(self, function: str, keys: list[str], only: int = -1) -> str:
        """
        Return the answers of a function about many boards, as the wire has them.

        `result` is asked for every action on each board, or for `only` one of them.
        """
        called = self.named(function)
        seed(function, keys[0] if keys else "")
        if function == "initial_state":
            told = [self.start(called) for _ in keys]
        elif function == "result":
            actions = SETUP["actions"]
            some = actions if only < 0 else actions[only : only + 1]
            told = self.results(called, keys, some)
        else:
            told = self.asked(function, called, keys)
        if self.restored():
            told[0] = flagged(told[0], "F")
        return "\n".join(told)

    def restored(self) -> bool:
        """Put back what the file has removed of its own; return whether it has."""
        gone = [name for name in self.own if not callable(self.names.get(name))]
        for name in gone:
            self.names[name] = self.own[name]
        return bool(gone)

    def asked(self, function: str, called: Function, keys: list[str]) -> list[str]:
        self.last = []
        told: list[str] = []
        given: list[Given] = []
        for key in keys:
            if function == "minimax":
                seed(function, key)
            board = self.board(key)
            given.append((len(told), key, board, board[:]))
            told.append(self.one(function, called, board, key, (), len(told)))
        self.look_back(told)
        self.look_again(told, given)
        return told

    def results(
        self, called: Function, keys: list[str], actions: list[Any]
    ) -> list[str]:
        told: list[str] = []
        given: list[Given] = []
        for key in keys:
            self.last, board = [], None
            for action in actions:
                if board is None:
                    board = self.board(key)
                    given.append((len(told), key, board, board[:]))
                more = (list(action),) if type(action) is list else (action,)
                said = self.one("result", called, board, key, more, len(told))
                if type(action) is list and not same_items(more[0], action):
                    said = flagged(said, "A")
                if said[0] == "!":  # told, and not asked about again
                    given.pop()
                    board = None
                told.append(said)
            self.look_back(told)
        self.look_again(told, given)
        return told

    def look_again(self, told: list[str], given: list[Given]) -> None:
        """See whether a later call has changed what an earlier one was given."""
        for n, key, board, (a, b, c) in given:
            if told[n][0] != "!" and not self.unchanged(board, a, b, c, key):
                told[n] = flagged(told[n], "B")

    def look_back(self, told: list[str]) -> None:
        """See whether boards, or sets, that were returned are still what they were."""
        before = None
        for n, value, said in self.last:
            if self.told("result", value) != said:
                told[n] = flagged(told[n], "L")
            elif said[0] == "b" and value is before:
                told[n] = flagged(told[n], "S")
            before = value

    def start(self, called: Function) -> str:
        """Return the answer of initial_state: each must be a board of its own."""
        try:
            value = called()
        except BaseException as error:
            return raised(error)
        told = self.told("initial_state", value)
        said = self.aliased(told, value)
        if told[0] == "b":
            mine = native(value)
            if any(value is board for board, _ in self.starts):
                said = flagged(said, "S")
            elif any(a is b for _, rows in self.starts for a in mine for b in rows):
                said = flagged(said, "T")
            self.starts.append((value, mine[:]))
        return said

    def one(
        self,
        function: str,
        called: Function,
        board: Any,
        key: str,
        more: Cells,
        number: int,
    ) -> str:
        """Return one answer, and whether the board was changed."""
        a, b, c = board
        taken = ""
        try:
            value = called(board, *more)
        except BaseException as error:
            said = raised(error)
        else:
            said = self.told(function, value)
            if function == "result" and said[0] == "b":
                if value is not board:  # that is ours, and given to several calls
                    self.last.append((number, value, said))
                said = self.aliased(said, value)
                taken = taken_from(board, value)
            elif function == "actions" and said[0] == "s":
                self.last.append((number, value, said))
            del value
        if not self.unchanged(board, a, b, c, key):
            said = flagged(said, taken + "B")
        return said

    def plain(self, function: str, key: str, *more: Any) -> str:
        """Call a function as anybody would, for the sake of its traceback."""
        seed(function, key)
        called = self.named(function)
        if function == "initial_state":
            return self.told(function, called())
        return self.told(function, called(self.board(key), *more))

    def named(self, function: str) -> Function:
        """Return a function of the file, as an attribute of its module."""
        called: Function = attributes(self.names, [function])[function]
        return called

    def unchanged(self, board: Any, a: Any, b: Any, c: Any, key: str) -> bool:
        if type(board) is not list or len(board) != 3:
            return False
        if board[0] is not a or board[1] is not b or board[2] is not c:
            return False
        cells = (*a, *b, *c)
        return same_items(cells, self.given[key]) or self.key_of(cells) == key

    def key_of(self, cells: Cells) -> str:
        """Return nine cells as marks; empty if they are anything else."""
        if len(cells) != 9:
            return ""
        if not self.types.issuperset(map(id, map(type, cells))):
            cells = tuple(map(native, cells))
            if not self.types.issuperset(map(id, map(type, cells))):
                return ""
        if (key := self.keys.get(cells)) is None:
            signs = [(type(mark), mark, sign) for sign, mark in self.mark.items()]
            key = "".join(
                sign
                for cell in cells
                for kind, mark, sign in signs
                if type(cell) is kind and cell == mark
            )
            key = self.keys[cells] = key if len(key) == 9 else ""
        return key

    def aliased(self, said: str, value: Any) -> str:
        """Add whether rows of a board are one and the same."""
        if said[0] == "b":
            a, b, c = native(value)
            if a is b or b is c or a is c:
                return flagged(said, "R")
        return said

    # --- The closed set ---

    def told(self, function: str, value: Any) -> str:
        """Return a value as the wire has it; no method of a student's is called."""
        kind = type(value)
        if value is None and function != "player":
            return "n"
        if function in ("player", "winner"):
            for sign in "XO":
                mark = self.mark[sign]
                if kind is type(mark) and value == mark:
                    return f"m{sign}"
        if value is None:
            return "n"
        if kind is bool:
            return "t" if value else "f"
        if kind is int and -INTEGER < value < INTEGER:
            return f"i{value}"
        if kind is list and (key := self.board_key(value)):
            return f"b{key}"
        if kind is set and (bits := bits_of(value)) is not None:
            return f"s{bits}"
        if kind is tuple and (cell := cell_of(value)) is not None:
            return f"c{cell}"
        own = native(value)
        if own is not value:
            return self.told(function, own)
        return f"o{name_of(kind)}|{self.like(value)}|{shortly(value, 0)}"

    def board_key(self, value: Any) -> str:
        if len(value) != 3:
            return ""
        a, b, c = value
        if not type(a) is type(b) is type(c) is list:
            a, b, c = rows = [*map(native, value)]
            kinds = ROWS if type(value) is tuple else (list,)
            if not all(one_of(type(row), kinds) for row in rows):
                return ""
        return self.key_of((*a, *b, *c)) if len(a) == len(b) == len(c) == 3 else ""

    def like(self, value: Any) -> str:
        """Return what a value would be with the right types, if it comes near."""
        plain = native(value, odd=True)
        kind = type(plain)
        if issubclass(kind, dict):
            kind, plain = dict, [*dict.__iter__(plain)]
        if one_of(type(native(value)), SETS) and bits_of(plain) is None:
            return "p" if all(map(is_pair, plain)) else ""
        if not one_of(kind, PLAIN) or len(plain) > 9:
            return ""
        if one_of(kind, ROWS):
            if key := self.board_key(plain):
                return f"b{key}"
            if (cell := cell_of(plain)) is not None:
                return f"c{cell}"
        bits = bits_of(plain)
        return "" if bits is None else f"s{bits}"


def taken_from(board: Any, value: list[Any]) -> str:
    """Return what a new board has of the one that was given: all, rows, nothing."""
    if value is board:
        return "I"
    mine = board if type(board) is list else ()
    return "P" if any(row is old for row in native(value) for old in mine) else ""


def is_pair(value: Any) -> bool:
    """Return whether a value is a pair (i, j), of a cell or of none."""
    pair = native(value)
    two = type(pair) is tuple and len(pair) == 2
    return two and all(type(native(number)) is int for number in pair)


def cell_of(value: Sequence[Any]) -> int | None:
    """Return the number of a cell; None if it is not one."""
    if len(value) != 2:
        return None
    i, j = value
    if type(i) is not int or type(j) is not int:
        i, j = native(i), native(j)
        if type(i) is not int or type(j) is not int:
            return None
    return 3 * i + j if 0 <= i < 3 and 0 <= j < 3 else None


ROWS: tuple[type, ...] = (list, tuple)
SETS: tuple[type, ...] = (set, frozenset)
PLAIN: tuple[type, ...] = (*ROWS, set, frozenset, dict, type({}.keys()))
COMPARED = ("__eq__", "__ne__", "__hash__", "__bool__")
READ = ("__iter__", "__getitem__", "__len__", "__contains__")
OVERRIDING = frozenset((*COMPARED, *READ))
_mro = type.__dict__["__mro__"].__get__
_dict = type.__dict__["__dict__"].__get__


def one_of(kind: type, kinds: tuple[type, ...]) -> bool:
    """Return whether a type is one of these; `in` would ask its metaclass."""
    return any(kind is each for each in kinds)


def same_items(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two rows hold the very same things; `==` would ask these."""
    return len(one) == len(other) and all(map(is_, one, other))


# How what extends a type of Python's is read as that type itself has it: by no method
# of a student's. A set is copied with the hashes that it knows.
NATIVE: list[tuple[type, Function]] = [
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


def bits_of(values: Iterable[Any]) -> int | None:
    """Return cells, each once, as a number with their bits; None if they are not."""
    bits = 0
    for value in values:
        pair = value if type(value) is tuple else native(value)
        plain = type(pair) is tuple or type(pair) is list
        cell = cell_of(pair) if plain else None
        if cell is None or bits >> cell & 1:
            return None
        bits |= 1 << cell
    return bits


def flagged(said: str, flag: str) -> str:
    """Return an answer with something that was seen."""
    return f"!{flag}{said[1:]}" if said[0] == "!" else f"!{flag}|{said}"


def raised(error: BaseException) -> str:
    """Return an exception: `r` and its kind, `R` if it is not an Exception."""
    kind = type(error)
    if kind is not LATEST[0]:  # nearly all are of one kind: two thirds of all answers
        sign = "r" if issubclass(kind, Exception) else "R"
        LATEST[:] = kind, sign + name_of(kind)
    return str(LATEST[1])


LATEST: list[Any] = [None, ""]
_name = type.__dict__["__name__"].__get__


def name_of(kind: type) -> str:
    """Return the name of a type, whatever its metaclass says."""
    return str.__str__(_name(kind))[:60].replace("|", "/").replace("\n", " ") or "?"


NUMBERS = (int, float, bool, complex, type(None))
BRACKETS = {id(list): ("[", "]"), id(tuple): ("(", ")")}
BRACKETS |= dict.fromkeys((id(set), id(frozenset)), ("{", "}"))


def shortly(value: Any, depth: int) -> str:
    """Return a value as Python writes it, cut short; no student's method is called."""
    kind = type(value)
    if kind is str or kind is bytes:
        return repr(value[:TEXT])[:TEXT]
    if kind is int and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    if one_of(kind, NUMBERS):
        return repr(value)
    if id(kind) not in BRACKETS or depth > 3:
        return f"an object of type {name_of(kind)}"
    some = [
        shortly(item, depth + 1) for _, item in zip(range(ITEMS), value, strict=False)
    ]
    if kind is set or kind is frozenset:
        some.sort()
    if len(value) > ITEMS:
        some.append(f"... {len(value)} in all")
    left, right = BRACKETS[id(kind)]
    return f"{left}{', '.join(some)}{',' * (kind is tuple and len(value) == 1)}{right}"[
        :TEXT
    ]


def seed(function: str, key: str) -> None:
    """Let chance, where the file takes it from `random`, be the same in every run."""
    if chance := sys.modules.get("random"):
        number = 0
        for sign in function + key:
            number = number * 31 + ord(sign)
        try:
            chance.seed(number)
        except BaseException:
            return


# --- Answers from memory ----------------------------------------------------
#
# A function that remembers is the very same object with other code inside: its name,
# attributes and arguments stay. Its source was seen to be pure, so that an answer hangs
# on nothing but the arguments; and what is remembered is handed out as a new object.

REMEMBERING = """
def {name}({given}):
    noughts_known = "@known@"
    noughts_type = "@type@"
    noughts_list = "@list@"
    noughts_errors = "@errors@"
    noughts_missed = "@missed@"
    noughts_fresh = "@fresh@"
    try:
        noughts_a, noughts_b, noughts_c = {first}
        if (
            noughts_type({first}) is noughts_list
            and noughts_type(noughts_a) is noughts_list
            and noughts_type(noughts_b) is noughts_list
            and noughts_type(noughts_c) is noughts_list
            and noughts_a is not noughts_b
            and noughts_b is not noughts_c
            and noughts_a is not noughts_c
        ):
            {answer}
    except noughts_errors:
        pass
    return noughts_missed({given})
"""
KEY = "noughts_known[*noughts_a, *noughts_b, *noughts_c{rest}]"
ANSWERS = {
    "result": (
        "noughts_a, noughts_b, noughts_c = {key}\n"
        "            return [noughts_a[:], noughts_b[:], noughts_c[:]]"
    ),
    "actions": "return noughts_fresh({key})",
}


def remember(function: Any) -> None:
    """Let a function answer from memory, if it is as plain as can be."""
    if type(function) is not FunctionType or function.__closure__:
        return
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    odd = code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & 0x2AC
    if not given or odd or function.__defaults__ or function.__kwdefaults__:
        return
    rest = "".join(f", {name}, noughts_type({name})" for name in given[1:])
    answer = ANSWERS.get(code.co_name, "return {key}")
    text = REMEMBERING.format(
        name=code.co_name,
        given=", ".join(given),
        first=given[0],
        answer=answer.format(key=KEY.format(rest=rest)),
    )
    scope: dict[str, Any] = {}
    try:
        exec(compile(text, "<memory>", "exec"), scope)
    except SyntaxError:  # a name in the file that our text cannot carry
        return
    original = FunctionType(code, function.__globals__, function.__name__)
    if builtins_of(original) is not builtins_of(function):
        return  # the file has changed what it takes for Python's own since
    known: dict[Cells, Any] = {}
    memory = AnswerMemory(original, known, code.co_name)
    things = {
        "@known@": known,
        "@type@": type,
        "@list@": list,
        "@errors@": (KeyError, TypeError, ValueError),
        "@missed@": memory.missed,
        "@fresh@": memory.fresh,
    }
    new = scope[code.co_name].__code__
    consts = tuple(things.get(c, c) if type(c) is str else c for c in new.co_consts)
    function.__code__ = new.replace(
        co_consts=consts,
        co_firstlineno=code.co_firstlineno,
        co_qualname=code.co_qualname,
    )


def builtins_of(function: Any) -> Any:
    """Return where a function finds Python's own names."""
    return function.__builtins__


SCALARS = frozenset(map(id, (int, float, bool, str, type(None))))
LISTINGS: tuple[type, ...] = (set, frozenset, list, tuple)
NO = object()


class AnswerMemory:
    """What a function has answered, where that can be remembered at all."""

    def __init__(self, original: Function, known: dict[Cells, Any], name: str) -> None:
        self.original, self.known, self.name = original, known, name
        self.kind: type = set

    def fresh(self, order: Cells) -> Any:
        """Return the cells of an answer as a new object of the same type."""
        return self.kind(order)

    def missed(self, board: Any, *rest: Any) -> Any:
        """Return the answer of the function itself, and remember it."""
        cells = cells_of(board)
        value = self.original(board, *rest)
        if cells and cells_of(board) == cells and all(map(unchangeable, rest)):
            kept = self.kept(value, board)
            if kept is not NO:
                more = [thing for each in rest for thing in (each, type(each))]
                self.known[*cells, *more] = kept
        return value

    def kept(self, value: Any, board: Any) -> Any:
        """Return what to remember of an answer; NO if it cannot be."""
        if self.name == "result":
            shared = type(value) is list and any(r is s for r in value for s in board)
            whole = cells_of(value) and not shared
            return [row[:] for row in value] if whole else NO
        if self.name == "actions":
            if not one_of(type(value), LISTINGS):
                return NO
            # A search may hang on the order in which a set yields its elements.
            order = tuple(value)
            if not all(map(unchangeable, order)) or tuple(type(value)(order)) != order:
                return NO
            if self.known and self.kind is not type(value):
                return NO
            self.kind = type(value)
            return order
        return value if unchangeable(value) else NO


def unchangeable(value: Any) -> bool:
    """Return whether nobody can change a value, nor anything in it."""
    if type(value) is tuple:
        return all(map(unchangeable, value))
    return id(type(value)) in SCALARS


def cells_of(board: Any) -> Cells:
    """Return the nine cells of a board of three different lists, else nothing."""
    if type(board) is not list or len(board) != 3:
        return ()
    a, b, c = board
    if not type(a) is type(b) is type(c) is list or a is b or b is c or a is c:
        return ()
    cells = (*a, *b, *c)
    whole = len(a) == len(b) == len(c) == 3
    plain = SCALARS.issuperset(map(id, map(type, cells)))
    return cells if whole and plain else ()
