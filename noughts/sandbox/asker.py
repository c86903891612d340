"""
Calls the functions of a file with boards, and observes what the calls change.

Runs in the engine's process, which is not trusted: verdicts are made outside. A setup
can replace wrong functions by right ones, and lets functions that were right on every
board answer from a table.
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
    one_of,
    same_items,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from noughts.sandbox.values import Cells, Function

    Describe = Callable[[BaseException], list[str]]

MARKS = ("X", "O", "EMPTY")
SEPARATOR = "\x1f"  # between an exception, its message and its traceback
MESSAGE, TRACE = 200, 4000  # characters


class Asker(ValueWriter):
    """Calls the functions of one file and encodes each answer for the wire."""

    def __init__(
        self,
        names: dict[str, Any],
        marks: Sequence[Any] = ("X", "O", None),
        actions: Sequence[Any] = (),
        describe: Describe = lambda error: ["", str(error), ""],
    ) -> None:
        super().__init__(marks)
        self.names, self.actions, self.describe = names, actions, describe
        self.cells: dict[str, Cells] = {}  # the marks of boards, by their keys
        self.starts: list[Any] = []  # boards of initial_state, and their rows
        self.begin()

    def begin(self) -> None:
        """Forget the boards of an earlier request."""
        self.board: Any = None
        self.key = ""
        self.given: list[tuple[str, Any, list[Any]]] = []  # keys, boards and rows
        self.returned: list[tuple[Any, str]] = []  # boards or sets, and their text

    def ask(
        self, function: str, questions: Sequence[str], say: Callable[[str], None]
    ) -> None:
        """Say the answer to each question: nine marks, and for `result` an action."""
        self.begin()
        called = self.named(function)
        for n, question in enumerate(questions, 1):
            try:
                if function == "initial_state":
                    said = self.start(called)
                else:
                    said = self.about_board(function, called, question)
                if n == len(questions):
                    said = self.looked_back(said)
            except BaseException as error:  # ours, so never an answer of the file
                said = f"R{name_of(type(error))}"
            say(said)

    def start(self, called: Function) -> str:
        """Return the answer of initial_state; each call must make a new board."""
        try:
            value = called()
        except BaseException as error:
            return self.raised(error, True)
        said = self.write("initial_state", value)
        if said[0] != "b":
            return said
        parts = [value, *native(value)]
        said = self.aliased(said, value)
        if any(one is other for one in parts for other in self.starts):
            said = flagged(said, "S")
        self.starts += parts
        return said

    def about_board(self, function: str, called: Function, question: str) -> str:
        """Return the answer about a board; all actions on it share one list."""
        key, number = question[:9], question[9:]
        if key != self.key:
            seed(function, key)
            self.key, self.board = key, None
        if self.board is None:
            self.board = self.new_board(key)
            self.given.append((key, self.board, self.board[:]))
        if not number:
            said = self.one(function, called, (), True)
        else:
            n = int(number)
            action = given = self.actions[n]
            if type(action) is list:
                given = [*action]
            said = self.one(function, called, (given,), n < 9 and key[n] == ".")
            if type(action) is list and not same_items(given, action):
                said = flagged(said, "A")
        if said[0] == "!":
            self.board = None  # the next question gets a new one
        return said

    def one(self, function: str, called: Function, more: Cells, valid: bool) -> str:
        """Return the answer of one call, flagged if it changed or shared a board."""
        board, taken = self.board, ""
        try:
            value = called(board, *more)
        except BaseException as error:
            said = self.raised(error, valid)
        else:
            text = said = self.write(function, value)
            if function == "result" and said[0] == "b":
                taken = taken_from(board, value)
                said = self.aliased(said, value)
                if value is not board:
                    said = self.reused(said, value, text)
            elif function == "actions" and one_of(type(value), (list, set)):
                said = self.reused(said, value, text)
            del value
        if not self.unchanged(*self.given[-1]):
            said = flagged(said, taken + "B")
            self.given.pop()  # reported already
        return said

    def reused(self, said: str, value: Any, text: str) -> str:
        """Add whether the last call returned the same object; a set may be cached."""
        earlier, before = self.returned[-1] if self.returned else (None, "")
        if value is not earlier:
            self.returned.append((value, text))
        elif text[0] == "b" or text != before:
            return flagged(said, "S")
        return said

    def looked_back(self, said: str) -> str:
        """Add to the last answer whether a later call changed an earlier answer."""
        if not all(self.unchanged(*each) for each in self.given):
            said = flagged(said, "B")
        if not all(self.write("", value) == text for value, text in self.returned):
            said = flagged(said, "L")
        return said

    def new_board(self, key: str) -> list[list[Any]]:
        """Return the board of a key, in the marks of the file."""
        a, b, c, d, e, f, g, h, i = self.cells_of(key)
        return [[a, b, c], [d, e, f], [g, h, i]]

    def cells_of(self, key: str) -> Cells:
        """Return the nine cells of a key, in the marks of the file."""
        if (cells := self.cells.get(key)) is None:
            cells = self.cells[key] = tuple(map(self.mark.__getitem__, key))
        return cells

    def named(self, function: str) -> Function:
        """Return a function of the file, or one that raises an AttributeError."""

        def missing(*_: Any) -> Any:
            raise AttributeError(f"module 'tictactoe' has no attribute {function!r}")

        found: dict[str, Function] = attributes(self.names, [function])
        return found.get(function) or missing

    def unchanged(self, key: str, board: Any, rows: list[Any]) -> bool:
        """Return whether a board still has its rows and marks."""
        a, b, c = rows
        if type(board) is not list or len(board) != 3:
            return False
        if board[0] is not a or board[1] is not b or board[2] is not c:
            return False
        cells = (*a, *b, *c)
        same = len(cells) == 9 and all(map(is_, cells, self.cells[key]))
        return same or self.key_of(cells) == key

    def aliased(self, said: str, value: Any) -> str:
        """Add whether two rows of a board are the same list."""
        a, b, c = native(value)
        return flagged(said, "R") if a is b or b is c or a is c else said

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
        message = text[:MESSAGE].replace(SEPARATOR, " ")
        return SEPARATOR.join((said, message, trace[:TRACE]))


def taken_from(board: Any, value: list[Any]) -> str:
    """Return "I" if a new board is the given one, "P" if it shares rows, or ""."""
    if value is board:
        return "I"
    mine = board if type(board) is list else ()
    return "P" if any(row is old for row in native(value) for old in mine) else ""


def flagged(said: str, flag: str) -> str:
    """Return an answer with a flag added."""
    return f"!{flag}{said[1:]}" if said[0] == "!" else f"!{flag}|{said}"


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
    given = dict(zip(MARKS, setup["marks"], strict=True))
    if setup["constants"]:
        names.update(given)
    kinds = {"list": list, "tuple": tuple, "frozenset": frozenset}
    kind = kinds.get(setup["cells"], set)
    for name, answers in setup["right"].items():
        right = right_function(name, AnswerTable(name, answers, setup["marks"]), kind)
        stand_in(names.get(name), right)
        names[name] = right
    asker = Asker(names, setup["marks"], setup["actions"], describe)
    for name, answers in setup["known"].items():
        table = AnswerTable(name, answers, setup["marks"])
        answer_from_table(names.get(name), name, table)
    return asker


class AnswerTable(dict["Cells", "Any"]):
    """
    Answers by board, and for `result` by action too, decoded when first needed.

    They come as words in the order of the boards; `-` is a board without an answer.
    """

    def __init__(self, name: str, answers: str, marks: Sequence[Any]) -> None:
        super().__init__()
        self.name, self.answers = name, answers.split()
        self.digits = dict(zip(marks, "012", strict=True))
        self.mark = dict(zip("XO.", marks, strict=True))
        self.places = {divmod(n, 3): n for n in range(9)}

    def __missing__(self, asked: Cells) -> Any:
        cells = asked[:9]
        said = self.answers[int("".join([self.digits[cell] for cell in cells]), 3)]
        found = value_of(said, self.mark)
        if self.name == "result":
            n = self.places[asked[9]]
            if self.digits[cells[n]] != "2":
                raise KeyError(asked)
            found = (*cells[:n], found, *cells[n + 1 :])
        self[asked] = found
        return found


def right_function(name: str, table: AnswerTable, kind: Function) -> Function:
    """Return a function that answers from a table; `kind` makes a set of cells."""

    def found(board: Any, *action: Cells) -> Any:
        (a, b, c), (d, e, f), (g, h, i) = board
        try:
            return table[a, b, c, d, e, f, g, h, i, *action]
        except (KeyError, TypeError):
            asked = ", ".join(map(repr, (board, *action)))
            raise ValueError(f"{name}({asked}) has no answer") from None

    def result(board: Any, action: Any) -> Any:
        cells = found(board, tuple(action))
        return [[*cells[:3]], [*cells[3:6]], [*cells[6:]]]

    def actions(board: Any) -> Any:
        return kind(found(board))

    def other(board: Any) -> Any:
        return found(board)

    special: dict[str, Function] = {"result": result, "actions": actions}
    return special.get(name, other)


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
    odd = code.co_kwonlyargcount or code.co_posonlyargcount or code.co_flags & 0x2AC
    if odd or len(given) != (2 if name == "result" else 1):
        return
    own = FunctionType(code, function.__globals__, code.co_name, function.__defaults__)
    templates: dict[str, Any] = {"actions": _known_cells, "result": _known_board}
    things = {"@table@": table, "@own@": own}
    replace_code(function, templates.get(name, _known_value), given, things)


# Templates of code. Their string constants are replaced by objects.


def _call_right(*given: Any, **named: Any) -> Any:
    right: Any = "@right@"
    return right(given, named)


def _known_value(board: Any) -> Any:
    table: Any = "@table@"
    try:
        (a, b, c), (d, e, f), (g, h, i) = board
        return table[a, b, c, d, e, f, g, h, i]
    except (KeyError, TypeError, ValueError):
        own: Any = "@own@"
        return own(board)


def _known_cells(board: Any) -> Any:
    table: Any = "@table@"
    try:
        (a, b, c), (d, e, f), (g, h, i) = board
        return {*table[a, b, c, d, e, f, g, h, i]}
    except (KeyError, TypeError, ValueError):
        own: Any = "@own@"
        return own(board)


def _known_board(board: Any, action: Any) -> Any:
    table: Any = "@table@"
    try:
        (a, b, c), (d, e, f), (g, h, i) = board
        a, b, c, d, e, f, g, h, i = table[a, b, c, d, e, f, g, h, i, action]
        return [[a, b, c], [d, e, f], [g, h, i]]
    except (KeyError, TypeError, ValueError):
        own: Any = "@own@"
        return own(board, action)


def value_of(said: str, mark: dict[str, Any]) -> Any:
    """Return the value of an encoded answer."""
    match said[0]:
        case "m":
            return mark[said[1]]
        case "i":
            return int(said[1:])
        case "s":
            bits = int(said[1:])
            return tuple(divmod(n, 3) for n in range(9) if bits >> n & 1)
    return {"n": None, "t": True, "f": False}[said]


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

    search, board = asker.named("minimax"), asker.new_board(key)
    seed("minimax", key)
    sys.settrace(note)  # called for functions of Python alone, not for lines
    try:
        search(board)
    except TooManyCalls:
        pass
    finally:
        sys.settrace(None)
    return calls


class WrongAnswerError(Exception):
    """A function gave an answer that does not fit the game."""


def play(
    asker: Asker, mark: str, moves: Sequence[Sequence[int]], quick: int
) -> list[Any]:
    """
    Play a game through the file's own functions, from its own first board.

    All moves are given. Those of `mark` are compared with `minimax` if at most `quick`
    cells are empty. Return [move, function, answer, exception] of the first answer that
    does not fit, or [-1].
    """
    key, n, called = "." * 9, 0, ""

    def ask(function: str, wanted: str, *given: Any) -> Any:
        nonlocal called
        called = function
        value = asker.named(function)(*given)
        said = asker.write(function, value)
        if wanted and said != wanted:
            raise WrongAnswerError(said)
        return value

    try:
        board = ask("initial_state", "")
        for n, (i, j) in enumerate(moves):
            turn, action = "XO"[n % 2], (i, j)
            ask("terminal", "f", board)
            ask("player", f"m{turn}", board)
            if turn == mark and key.count(".") <= quick:
                seed("minimax", key)
                action = ask("minimax", f"c{3 * i + j}", board)
            key = key[: 3 * i + j] + turn + key[3 * i + j + 1 :]
            board = ask("result", f"b{key}", board, action)
        n = len(moves)
        ask("terminal", "t", board)
    except WrongAnswerError as wrong:
        return [n, called, str(wrong), ""]
    except BaseException as error:
        kind, text, _ = asker.describe(error)
        return [n, called, "", f"{kind}: {text}"[:MESSAGE]]
    return [-1]
