"""
Calls the functions of a file with boards, and observes what the calls change.

Runs in the engine's process, which is not trusted: verdicts are made outside. A setup
can replace wrong functions by right ones, and lets functions that were right on every
board answer from a table.
"""

from __future__ import annotations

import sys

from noughts.sandbox.values import (
    MARKS,
    FunctionType,
    MethodType,
    key_of,
    name_of,
    native,
    write,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from noughts.sandbox.values import Cells, Function

    Describe = Callable[[BaseException], list[str]]
    Given = tuple[str, Any, list[Any]]  # key, board and its rows

SEPARATOR = "\x1f"  # between an exception, its message and its traceback
MESSAGE, TRACE = 200, 4000  # characters
DIGITS = {"X": "0", "O": "1", None: "2"}  # of the number of a board
PLACES = {divmod(n, 3): n for n in range(9)}  # the numbers of cells
# Flags of code with *args or **kwargs, of generators, and of coroutines.
ODD_CODE = 0x04 | 0x08 | 0x20 | 0x80 | 0x200


class Asker:
    """Calls the functions of one file and encodes each answer for the wire."""

    def __init__(
        self,
        names: dict[str, Any],
        actions: Sequence[Any] = (),
        describe: Describe = lambda error: ["", str(error), ""],
    ) -> None:
        self.names, self.actions, self.describe = names, actions, describe
        self.starts: list[Any] = []  # boards of initial_state, and their rows
        self.searched: dict[str, tuple[str, Any]] = {}  # answers of minimax in games

    def ask(
        self, function: str, questions: Sequence[str], say: Callable[[str], None]
    ) -> None:
        """Say the answer to each question: nine marks, and for `result` an action."""
        called, self.key = self.named(function), ""
        self.given: list[Given] = []  # the boards of this request
        self.returned: list[tuple[Any, str]] = []  # boards of `result`, encoded
        self.last: tuple[Any, str] = (None, "")  # returned by the last call
        for n, question in enumerate(questions, start=1):
            try:
                if function == "initial_state":
                    said = self.start(called)
                else:
                    said = self.about_board(function, called, question)
                if n == len(questions):
                    said = flagged(said, self.changed_later())
            except BaseException as error:  # ours, so never an answer of the file
                said = f"R{name_of(type(error))}"
            say(said)

    def start(self, called: Function) -> str:
        """Return the answer of initial_state; each call must make a new board."""
        try:
            value = called()
        except BaseException as error:
            return self.raised(error, True)
        said = write("initial_state", value)
        if said[0] != "b":
            return said
        parts = [value, *native(value)]
        shared = any(one is other for one in parts for other in self.starts)
        self.starts += parts
        return flagged(said, "S" * shared + aliased(value))

    def about_board(self, function: str, called: Function, question: str) -> str:
        """Return the answer about a board, flagged if the call changed the board."""
        key, number = question[:9], question[9:]
        if key != self.key:
            seed(function, key)
            self.begin(key)
        given = self.given[-1]
        board = given[1]
        more = (self.actions[int(number)],) if number else ()
        value: Any = None
        flags = ""
        try:
            value = called(board, *more)
        except BaseException as error:
            valid = not number or key[int(number) : int(number) + 1] == "."
            said = self.raised(error, valid)
        else:
            said = write(function, value)
            if value is not board:
                flags = self.kept(value, said)
        is_board = function == "result" and said[0] == "b"
        if is_board:
            flags += aliased(value)
            if value is not board:
                self.returned.append((value, said))
        if is_changed(*given):
            flags += "B"
            if is_board:
                flags += taken_from(board, value)
            self.given.pop()
            self.begin(key)
        return f"!{flags}|{said}" if flags else said

    def kept(self, value: Any, said: str) -> str:
        """Return "S" if a call changed the object that the last call returned."""
        if type(value) is not list and type(value) is not set:
            return ""
        last, self.last = self.last, (value, said)
        if value is not last[0]:
            return ""
        del self.returned[-1:]  # reported already
        return "S" if said != last[1] else ""

    def changed_later(self) -> str:
        """Return "B" if a call changed a board that was given or returned earlier."""
        given = any(is_changed(*each) for each in self.given)
        returned = any(write("", value) != text for value, text in self.returned)
        return "B" if given or returned else ""

    def begin(self, key: str) -> None:
        """Make the board of a key, which all questions about it share."""
        self.key, board = key, new_board(key)
        self.given.append((key, board, board[:]))

    def named(self, function: str) -> Function:
        """Return a function of the file, or one that raises an AttributeError."""

        def missing(*_: Any) -> Any:
            raise AttributeError(f"module 'tictactoe' has no attribute {function!r}")

        found: Function = self.names.get(function) or missing
        return found

    def raised(self, error: BaseException, valid: bool) -> str:
        """
        Return an exception: `r` and its type, or `R` if it is not an Exception.

        If the question was valid, its message and its traceback follow.
        """
        kind = type(error)
        said = ("r" if issubclass(kind, Exception) else "R") + name_of(kind)
        if not valid:
            return said
        _, text, trace = self.describe(error)
        parts = (text[:MESSAGE], trace[:TRACE])
        return SEPARATOR.join((said, *(p.replace(SEPARATOR, " ") for p in parts)))


def is_changed(key: str, board: Any, rows: list[Any]) -> bool:
    """Return whether a board has other rows or marks than it began with."""
    a, b, c = rows
    same = len(board) == 3 and board[0] is a and board[1] is b and board[2] is c
    return not same or key_of((*a, *b, *c)) != key


def new_board(key: str) -> list[list[Any]]:
    """Return the board of a key."""
    return [[MARKS[sign] for sign in key[n : n + 3]] for n in (0, 3, 6)]


def aliased(value: list[Any]) -> str:
    """Return "R" if two rows of a board are the same list, or ""."""
    a, b, c = native(value)
    return "R" if a is b or b is c or a is c else ""


def taken_from(board: list[Any], value: list[Any]) -> str:
    """Return "I" if a new board is the given one, "P" if it shares rows, or ""."""
    if value is board:
        return "I"
    return "P" if any(row is old for row in native(value) for old in board) else ""


def flagged(said: str, flags: str) -> str:
    """Return an answer with the flags of what was observed."""
    if said[0] == "!":
        return f"!{flags}{said[1:]}"
    return f"!{flags}|{said}" if flags else said


def seed(function: str, key: str) -> None:
    """Seed `random` for a question, so that every run gives the same answer."""
    if chance := sys.modules.get("random"):
        try:
            chance.seed(function + key)
        except BaseException:
            return


# --- The setup --------------------------------------------------------------


def set_up(names: dict[str, Any], setup: dict[str, Any], describe: Describe) -> Asker:
    """Install right functions and tables of answers; return the asker."""
    if setup["constants"]:
        names.update(X="X", O="O", EMPTY=None)
    kinds = {"list": list, "tuple": tuple, "frozenset": frozenset}
    kind = kinds.get(setup["cells"], set)
    for name, answers in setup["right"].items():
        right = right_function(name, AnswerTable(name, answers), kind)
        stand_in(names.get(name), right)
        names[name] = right
    for name, answers in setup["known"].items():
        answer_from_table(names.get(name), name, AnswerTable(name, answers))
    return Asker(names, setup["actions"], describe)


class AnswerTable(dict["Cells", "Any"]):
    """
    Answers by board, and for `result` by action too, decoded when first needed.

    They come as words in the order of the boards; `-` is a board without an answer.
    """

    def __init__(self, name: str, answers: str) -> None:
        super().__init__()
        self.name, self.answers = name, answers.split()

    def __missing__(self, asked: Cells) -> Any:
        cells = asked[:9]
        said = self.answers[int("".join([DIGITS[cell] for cell in cells]), 3)]
        found = value_of(said)
        if self.name == "result":
            n = PLACES[asked[9]]
            if cells[n] is not None:
                raise KeyError(asked)
            new = (*cells[:n], found, *cells[n + 1 :])
            found = new[:3], new[3:6], new[6:]
        self[asked] = found
        return found


def value_of(said: str) -> Any:
    """Return the value of an encoded answer."""
    match said[0]:
        case "m":
            return said[1]
        case "i":
            return int(said[1:])
        case "s":
            bits = int(said[1:])
            return tuple(cell for cell, n in PLACES.items() if bits >> n & 1)
    return {"n": None, "t": True, "f": False}[said]


# A function that answers from a table, and asks another one about boards that are not
# in it. Its string constants are replaced by objects.
TEMPLATE = """
def answer(board{action}):
    table = "@table@"
    try:
        (a, b, c), (d, e, f), (g, h, i) = board
        found = table[a, b, c, d, e, f, g, h, i{action}]
    except (KeyError, TypeError, ValueError):
        own = "@own@"
        return own(board{action})
    {value}
"""
VALUES = {
    "result": "x, y, z = found; return [[*x], [*y], [*z]]",
    "actions": 'kind = "@kind@"; return kind(found)',
}


def template_for(name: str) -> Any:
    """Return the template for a function of the contract."""
    names: dict[str, Any] = {}
    value = VALUES.get(name, "return found")
    action = ", action" if name == "result" else ""
    exec(TEMPLATE.format(action=action, value=value), names)
    return names["answer"]


def right_function(name: str, table: AnswerTable, kind: Function) -> Function:
    """Return a function that answers from a table; `kind` makes a set of cells."""

    def own(board: Any, *action: Any) -> Any:
        if action and type(action[0]) is list:
            return right(board, tuple(action[0]))
        asked = ", ".join(map(repr, (board, *action)))
        raise ValueError(f"{name}({asked}) has no answer")

    right: Function = template_for(name)
    things = {"@table@": table, "@own@": own, "@kind@": kind}
    replace_code(right, right, (), things)
    return right


def stand_in(function: Any, right: Any) -> None:
    """
    Let a function or method call the right one.

    The object stays the same, so this also works through tables, aliases and modules. A
    method passes on only its last arguments, those of the contract.
    """
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is FunctionType:
        count = right.__code__.co_argcount

        def call(given: Cells, named: dict[str, Any]) -> Any:
            return right(*given[len(given) + len(named) - count :], **named)

        replace_code(function, _call_right, (), {"@right@": call})


def _call_right(*given: Any, **named: Any) -> Any:
    right: Any = "@right@"
    return right(given, named)


def answer_from_table(function: Any, name: str, table: AnswerTable) -> None:
    """
    Let a plain function answer from a table of its own answers.

    The object stays the same and gets other code. Boards that are not in the table go
    to the student's code.
    """
    if type(function) is not FunctionType or function.__closure__:
        return
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    odd = code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & ODD_CODE
    if odd or len(given) != (2 if name == "result" else 1):
        return
    own = FunctionType(code, function.__globals__, code.co_name, function.__defaults__)
    things = {"@table@": table, "@own@": own, "@kind@": set}
    replace_code(function, template_for(name), given, things)


def replace_code(
    function: Any, template: Function, given: Cells, things: dict[str, Any]
) -> None:
    """Give a function the code of a template, with its own parameters and name."""
    old, new = function.__code__, template.__code__
    function.__code__ = new.replace(
        co_consts=tuple(
            things.get(c, c) if type(c) is str else c for c in new.co_consts
        ),
        co_varnames=(*given, *new.co_varnames[len(given) :]),
        co_freevars=old.co_freevars,
        co_filename="<noughts>",
        co_name=old.co_name,
        co_qualname=old.co_qualname,
    )


# --- Whole searches and games -----------------------------------------------


class TooManyCalls(BaseException):
    """A search makes more calls than are counted."""


def count_calls(asker: Asker, key: str, most: int) -> int:
    """Return how many calls one search makes, comprehensions aside, or `most` + 1."""
    calls = 0

    def note(frame: Any, *_: Any) -> None:
        nonlocal calls
        if frame.f_code.co_name[0] != "<":
            calls += 1
            if calls > most:
                raise TooManyCalls

    search, board = asker.named("minimax"), new_board(key)
    seed("minimax", key)
    sys.settrace(note)  # called for functions of Python alone, not for lines
    try:
        search(board)
    except TooManyCalls:
        pass
    finally:
        sys.settrace(None)
    return calls


def play(
    asker: Asker,
    mark: str,
    choices: list[int],
    slow: list[tuple[str, int]],
    remembers: bool = True,
) -> list[list[str]]:
    """
    Play a game through the file's own functions, from its own first board.

    The opponent takes the empty cells with these numbers, and then always the first.
    `slow` has the boards on which a search would take too long, with the file's moves.
    If it `remembers`, a board that comes up in several games is searched once, unless
    that changes it.
    Return [function, answer, exception] of each call, and each move that was given.
    """
    calls: list[list[str]] = []
    known, chosen = dict(slow), iter(choices)

    def ask(function: str, *given: Any) -> Any:
        calls.append([function, "", ""])
        value = asker.named(function)(*given)
        calls[-1][1] = write(function, value)
        return value

    try:
        board, key = ask("initial_state"), "." * 9
        for turn in "XOXOXOXOX":
            ask("terminal", board)
            if calls[-1][1] != "f":
                break
            ask("player", board)
            empty = [n for n in range(9) if key[n] == "."]
            if turn == mark and remembers and key in asker.searched:
                said, action = asker.searched[key]
                calls.append(["minimax", said, ""])
            elif turn == mark and key not in known:
                seed("minimax", key)
                action = ask("minimax", board)
                if write("", board) == f"b{key}":
                    asker.searched[key] = calls[-1][1], action
            else:
                n = known[key] if turn == mark else empty[next(chosen, 0)]
                calls.append(["move", f"c{n}", ""])
                action = divmod(n, 3)
            board = ask("result", board, action)
            key = calls[-1][1][1:]
        else:
            ask("terminal", board)
    except BaseException as error:
        kind, text, _ = asker.describe(error)
        calls[-1][2] = f"{kind}: {text}"[:MESSAGE]
    return calls
