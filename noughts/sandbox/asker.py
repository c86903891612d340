"""
Asks the functions of a file about boards, and observes what their calls change.

Runs in the engine's process. What is wrong is decided outside: nothing depends on
trusting this process. A setup says what stands beside the file: right functions in the
place of wrong ones, and a table of what other functions were seen to answer.
"""

from __future__ import annotations

import sys
from _operator import is_

from noughts.sandbox.values import (
    FunctionType,
    MethodType,
    ValueWriter,
    attributes,
    name_of,
    native,
    same_items,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from noughts.sandbox.values import Cells, Function

    Describe = Callable[[BaseException], list[str]]

MARKS = ("X", "O", "EMPTY")
CONTRACT = {"initial_state", "player", "actions", "result", "winner", "terminal"}
CONTRACT |= {"utility", "minimax"}
SEPARATOR = "\x1f"  # between an exception, its message and its traceback
PLACES = 50  # of exceptions whose traceback is told, for one request
MESSAGE, TRACE = 200, 4000  # characters


class Asker(ValueWriter):
    """Asks the functions of one file, and writes each answer as the wire has it."""

    def __init__(
        self,
        names: dict[str, Any],
        marks: Sequence[Any] = ("X", "O", None),
        actions: Sequence[Any] = (),
        describe: Describe = lambda error: ["", str(error), ""],
    ) -> None:
        super().__init__(marks)
        self.names, self.actions, self.describe = names, actions, describe
        self.own = {name: f for name, f in names.items() if type(f) is FunctionType}
        self.watched = [name for name in self.own if name in CONTRACT]
        self.functions = [names[name] for name in self.watched]
        self.count = len(names)
        self.given: dict[str, Cells] = {}  # the marks of boards, by their keys
        # Boards of initial_state and their rows: none may come twice.
        self.starts: list[tuple[Any, list[Any]]] = []
        self.begin()

    def begin(self) -> None:
        """Forget what an earlier request gave and got."""
        self.key = ""
        self.board: Any = None
        self.rows: list[Any] = []
        self.earlier: list[tuple[str, Any, list[Any]]] = []  # boards, still unchanged
        self.last: tuple[Any, str] | None = None  # what was returned, and its text
        self.places: set[tuple[str, int]] = set()
        self.kind: Any = None  # of the latest exception, and how it is told
        self.kind_said = ""

    def ask(
        self, function: str, questions: Sequence[str], say: Callable[[str], None]
    ) -> None:
        """Say the answer to each question: nine marks, and for `result` an action."""
        self.begin()
        called = self.named(function)
        for n, question in enumerate(questions, 1):
            try:
                said = self.answer(function, called, question)
                if n == len(questions) and self.changed_since():
                    said = flagged(said, "B")
            except BaseException as error:  # our own: it never stands for a refusal
                said = f"R{name_of(type(error))}"
            say(said)

    def answer(self, function: str, called: Function, question: str) -> str:
        """Return the answer to one question, and what its call was seen to change."""
        if function == "initial_state":
            said = self.start(called)
        else:
            said = self.about_board(function, called, question[:9], question[9:])
        now = map(self.names.get, self.watched)
        if len(self.names) != self.count or not all(map(is_, now, self.functions)):
            said = flagged(said, "F") if self.restored() else said
        return said

    def about_board(self, function: str, called: Function, key: str, n: str) -> str:
        """Return the answer about a board; several actions on it may share the list."""
        before = None
        if key != self.key:
            seed(function, key)
            if self.board is not None:
                before = self.key, self.board, self.rows
            self.key, self.board = key, None
        if self.board is None:
            self.board = self.new_board(key)
            self.rows = self.board[:]
        if not n:
            said = self.one(function, called, (), True)
        else:
            number = int(n)
            action = given = self.actions[number]
            if type(action) is list:
                given = [*action]
            said = self.one(
                function, called, (given,), number < 9 and key[number] == "."
            )
            if type(action) is list and not same_items(given, action):
                said = flagged(said, "A")
        if said[0] == "!":
            self.board = None  # the next question has a new one
        if before and self.unchanged(*before):
            self.earlier.append(before)
        elif before:
            said = flagged(said, "B")
        return said

    def changed_since(self) -> bool:
        """Return whether a board was changed by a call later than the next one."""
        return not all(self.unchanged(*each) for each in self.earlier)

    def one(self, function: str, called: Function, more: Cells, valid: bool) -> str:
        """Return the answer of one call, and what was seen of boards and values."""
        board, taken = self.board, ""
        try:
            value = called(board, *more)
        except BaseException as error:
            said = self.raised(error, valid)
        else:
            said = self.write(function, value)
            if said[0] == "b" and function == "result":
                kept, taken = said, taken_from(board, value)
                said = self.looked_back(self.aliased(said, value), value)
                self.last = None if value is board else (value, kept)
            elif said[0] == "s" and function == "actions":
                kept, said = said, self.looked_back(said, None)
                self.last = value, kept
            del value
        if not self.unchanged(self.key, board, self.rows):
            said = flagged(said, taken + "B")
        return said

    def looked_back(self, said: str, value: Any) -> str:
        """Add whether this call changed, or is, what the one before it returned."""
        if self.last is None:
            return said
        other, told = self.last
        if self.write("result", other) != told:
            return flagged(said, "L")
        return flagged(said, "S") if value is other else said

    def start(self, called: Function) -> str:
        """Return the answer of initial_state: each must be a board of its own."""
        try:
            value = called()
        except BaseException as error:
            return self.raised(error, True)
        told = self.write("initial_state", value)
        said = self.aliased(told, value)
        if told[0] == "b":
            mine = native(value)
            if any(value is board for board, _ in self.starts):
                said = flagged(said, "S")
            elif any(a is b for _, rows in self.starts for a in mine for b in rows):
                said = flagged(said, "T")
            self.starts.append((value, mine[:]))
        return said

    def new_board(self, key: str) -> list[list[Any]]:
        """Return the board of nine marks, in the marks of the file."""
        a, b, c, d, e, f, g, h, i = self.cells_of(key)
        return [[a, b, c], [d, e, f], [g, h, i]]

    def cells_of(self, key: str) -> Cells:
        """Return the nine marks of a key, in the marks of the file."""
        if (cells := self.given.get(key)) is None:
            cells = self.given[key] = tuple(map(self.mark.__getitem__, key))
        return cells

    def named(self, function: str) -> Function:
        """Return a function of the file, as an attribute of its module."""
        found: dict[str, Function] = attributes(self.names, [function])
        return found.get(function) or missing(function)

    def restored(self) -> bool:
        """Put back what the file has removed of its own; return whether it has."""
        gone = [name for name in self.own if not callable(self.names.get(name))]
        for name in gone:
            self.names[name] = self.own[name]
        self.functions = [self.names[name] for name in self.watched]
        self.count = len(self.names)
        return bool(gone)

    def unchanged(self, key: str, board: Any, rows: list[Any]) -> bool:
        """Return whether a board that was given is still what it was."""
        a, b, c = rows
        if type(board) is not list or len(board) != 3:
            return False
        if board[0] is not a or board[1] is not b or board[2] is not c:
            return False
        cells = (*a, *b, *c)
        same = len(cells) == 9 and all(map(is_, cells, self.given[key]))
        return same or self.key_of(cells) == key

    def aliased(self, said: str, value: Any) -> str:
        """Add whether rows of a board are one and the same."""
        if said[0] == "b":
            a, b, c = native(value)
            if a is b or b is c or a is c:
                return flagged(said, "R")
        return said

    def raised(self, error: BaseException, valid: bool) -> str:
        """
        Return an exception: `r` and its kind, `R` if it is not an Exception.

        Where the question was valid its message is told, too, and where it was raised;
        once for each place, the whole traceback.
        """
        kind = type(error)
        if kind is not self.kind:  # nearly all are of one kind
            sign = "r" if issubclass(kind, Exception) else "R"
            self.kind, self.kind_said = kind, sign + name_of(kind)
        said = self.kind_said
        if not valid:
            return said
        _, text, trace = self.describe(error)
        place = said, last_line(error)
        if place in self.places or len(self.places) == PLACES:
            trace = "\n".join(trace.split("\n")[-2:])  # the innermost call
        self.places.add(place)
        told = (text[:MESSAGE].replace(SEPARATOR, " "), trace[:TRACE])
        return SEPARATOR.join((said, *told))


def missing(name: str) -> Function:
    """Return a function that says that the file has none of this name."""

    def absent(*_: Any) -> Any:
        raise AttributeError(f"module 'tictactoe' has no attribute {name!r}")

    return absent


def last_line(error: BaseException) -> int:
    """Return the innermost line of a traceback."""
    step, line = error.__traceback__, 0
    while step is not None:
        line, step = step.tb_lineno, step.tb_next
    return line


def taken_from(board: Any, value: list[Any]) -> str:
    """Return what a new board has of the one that was given: all, rows, nothing."""
    if value is board:
        return "I"
    mine = board if type(board) is list else ()
    return "P" if any(row is old for row in native(value) for old in mine) else ""


def flagged(said: str, flag: str) -> str:
    """Return an answer with something that was seen."""
    return f"!{flag}{said[1:]}" if said[0] == "!" else f"!{flag}|{said}"


def seed(function: str, key: str) -> None:
    """Let chance, where the file takes it from `random`, be the same in every run."""
    if chance := sys.modules.get("random"):
        try:
            chance.seed(function + key)
        except BaseException:
            return


# --- The setup --------------------------------------------------------------


def set_up(names: dict[str, Any], setup: dict[str, Any], describe: Describe) -> Asker:
    """Put right functions and known answers in their places; return who asks."""
    given = dict(zip(MARKS, setup["marks"], strict=True))
    if setup["constants"]:
        names.update(given)
    kinds = {"list": list, "tuple": tuple, "frozenset": frozenset}
    scope = {**given, "CELLS": kinds.get(setup["cells"], set), "Any": object}
    for name, text in setup["right"].items():
        exec(text, scope)
        stand_in(names.get(name), scope[name])
        names[name] = scope[name]
    asker = Asker(names, setup["marks"], setup["actions"], describe)
    for name, answers in setup["known"].items():
        answer_from_table(names.get(name), name, asker, answers)
    return asker


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
    things = {"@right@": right, "@count@": right.__code__.co_argcount}
    replace_code(function, STANDING_IN, "stands_in", things)


def is_pythons(function: Any) -> bool:
    """Return whether a function is of Python's own library, which others use, too."""
    home = str(function.__globals__.get("__name__", ""))
    return home.partition(".")[0] in sys.stdlib_module_names


TABLE = """
def from_table({given}):
    noughts_known = "@known@"
    try:
        (noughts_a, noughts_b, noughts_c), \\
        (noughts_d, noughts_e, noughts_f), \\
        (noughts_g, noughts_h, noughts_i) = {board}
        noughts_found = noughts_known[{key}]
    except "@errors@":
        noughts_own = "@own@"
        return noughts_own({given})
    {answer}
"""
KEY = ", ".join(f"noughts_{letter}" for letter in "abcdefghi")
ANSWERS = {
    "actions": "return {*noughts_found}",
    "result": f"{KEY} = noughts_found; "
    "return [[noughts_a, noughts_b, noughts_c], [noughts_d, noughts_e, noughts_f], "
    "[noughts_g, noughts_h, noughts_i]]",
}


def answer_from_table(function: Any, name: str, asker: Asker, said: str) -> None:
    """
    Let a function answer from a table of what it has answered, where that is plain.

    It is the very same object with other code inside. What is not in the table goes to
    the code that the student wrote.
    """
    if type(function) is not FunctionType or function.__closure__:
        return
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    odd = code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & 0x2AC
    wanted = 2 if name == "result" else 1
    if odd or len(given) != wanted or not all(map(str.isascii, given)):
        return
    own = FunctionType(code, function.__globals__, code.co_name, function.__defaults__)
    if builtins_of(own) is not builtins_of(function):
        return  # the file has changed what it takes for Python's own since
    text = TABLE.format(
        given=", ".join(given),
        board=given[0],
        key=", ".join([KEY, *given[1:]]),
        answer=ANSWERS.get(name, "return noughts_found"),
    )
    things = {
        "@known@": table_of(name, asker, said),
        "@errors@": (KeyError, TypeError, ValueError),
        "@own@": own,
    }
    replace_code(function, text, "from_table", things)


def builtins_of(function: Any) -> Any:
    """Return where a function finds Python's own names."""
    return function.__builtins__


def table_of(name: str, asker: Asker, said: str) -> dict[Cells, Any]:
    """Return answers by board, from pairs of keys and what was said of each."""
    words = iter(said.split())
    known: dict[Cells, Any] = {}
    values: dict[str, Any] = {}  # of the answers, of which there are few
    for key, told in zip(words, words, strict=True):
        cells = asker.cells_of(key)
        if name == "result":
            for n, mark in enumerate(key):
                if mark == ".":
                    after = key[:n] + told[1] + key[n + 1 :]
                    known[(*cells, divmod(n, 3))] = asker.cells_of(after)
        else:
            if told not in values:
                values[told] = value_of(told, asker.mark)
            known[cells] = values[told]
    return known


def value_of(said: str, mark: dict[str, Any]) -> Any:
    """Return the value that an answer stands for."""
    match said[0]:
        case "m":
            return mark[said[1]]
        case "i":
            return int(said[1:])
        case "s":
            bits = int(said[1:])
            return tuple(divmod(n, 3) for n in range(9) if bits >> n & 1)
    return {"n": None, "t": True, "f": False}[said]


def replace_code(function: Any, text: str, name: str, things: dict[str, Any]) -> None:
    """Give a function the code of a text, in which things stand for their names."""
    scope: dict[str, Any] = {}
    exec(compile(text, "<noughts>", "exec"), scope)
    new = scope[name].__code__
    old = function.__code__
    function.__code__ = new.replace(
        co_consts=tuple(
            things.get(c, c) if type(c) is str else c for c in new.co_consts
        ),
        co_freevars=old.co_freevars,
        co_firstlineno=old.co_firstlineno,
        co_name=old.co_name,
        co_qualname=old.co_qualname,
    )


def play(
    asker: Asker, mark: str, moves: Sequence[Sequence[int]], quick: int
) -> list[Any]:
    """
    Play a game through the file's own functions, from its own first board.

    The moves are those that are expected. Those of the opponent are made; those of
    `mark` are asked of `minimax` where at most `quick` cells are empty. Return where it
    goes wrong, at which function and what that said; -1 if it does not.
    """
    key = "." * 9
    try:
        called = "initial_state"
        board = asker.named(called)()
        for n, (i, j) in enumerate(moves):
            turn = "XO"[n % 2]
            for called, wanted in (("terminal", "f"), ("player", f"m{turn}")):
                said = asker.write(called, asker.named(called)(board))
                if said != wanted:
                    return [n, called, said, ""]
            action = i, j
            if turn == mark and key.count(".") <= quick:
                called = "minimax"
                seed(called, key)
                given = asker.named(called)(board)
                said = asker.write(called, given)
                if said != f"c{3 * i + j}":
                    return [n, called, said, ""]
                action = given
            called = "result"
            board = asker.named(called)(board, action)
            key = key[: 3 * i + j] + turn + key[3 * i + j + 1 :]
            said = asker.write(called, board)
            if said != f"b{key}":
                return [n, called, said, ""]
        called = "terminal"
        said = asker.write(called, asker.named(called)(board))
    except BaseException as error:
        kind, text, _ = asker.describe(error)
        return [9 - key.count("."), called, "", f"{kind}: {text}"[:MESSAGE]]
    return [-1] if said == "t" else [len(moves), called, said, ""]
