"""
Record the calls of a file's functions while its `minimax` searches a board.

This module runs in the engine's process, so it imports nothing of ours and returns
plain data, which `calls` and `watch` validate. `sys.settrace` reports the calls in the
order in which they begin. Only one call, the watched one, is followed line by line.
"""

import sys
from _thread import get_ident
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import wraps
from io import StringIO
from math import isfinite
from opcode import opmap
from typing import Any

RULES = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
CALLS, DEPTH, STEPS, PLACES = 8_000, 150, 400, 20  # limits
LINES = 3_000  # lines run by one call without calling another
NOTES = 100_000  # calls of `result`; plain Minimax makes 63,904 after the first move
UNREADABLE = "?" * 10
TEXT = 40  # characters
LONG = 10**30  # larger integers are cut to this
GENERATORS = 0x20 | 0x80 | 0x200  # flags of a code object
INSIDE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"}
NUMBERS = {0: ".", 1: "X", -1: "O", 2: "O"}  # marks of a board of numbers
MARKS = {"X": "X", "O": "O", **dict.fromkeys((None, "", " ", ".", "_", "-"), ".")}
REAL = (int, float)
RETURNS = {number for name, number in opmap.items() if name.startswith("RETURN_")}


class StopSearch(BaseException):
    """The search exceeds a limit."""


def install(engine: Any, register: Callable[[str, Any], None]) -> None:
    """Register the functions of this module with the sandbox."""
    register("forget", forgetter(engine))
    register("listen", lambda board: listen(engine, board))
    register("trace", lambda board, watched: trace(engine, board, watched))


def forgetter(engine: Any) -> Callable[[], None]:
    """Return a function that resets the globals of a file to their present values."""
    names = {n: v for n, v in vars(engine).items() if not n.startswith("__")}
    kept = {n: v.copy() for n, v in names.items() if type(v) in (dict, list, set)}

    def forget() -> None:
        vars(engine).update(names, **{n: v.copy() for n, v in kept.items()})
        for value in names.values():
            getattr(value, "cache_clear", int)()

    return forget


def listen(engine: Any, board: Any) -> list[Any]:
    """
    Return the calls of `result` during `minimax`, their number and the printed lines.

    Each call has ten characters, nine marks and a square, such as `X...O....9`. Calls
    in other threads have no fixed order, so they are unreadable. Unlike tracing, this
    takes little time on a board large enough to tell alpha-beta from other cuts.
    """
    result, notes, output, here = engine.result, list[str](), StringIO(), get_ident()

    @wraps(result)
    def noted(*args: Any, **kwargs: Any) -> Any:
        is_here = get_ident() == here
        notes.append(note(*args, **kwargs) if is_here else UNREADABLE)
        return result(*args, **kwargs)

    engine.result = noted
    try:
        with redirect_stdout(output):
            engine.minimax(board)
    finally:
        engine.result = result
    return ["".join(notes[:NOTES]), len(notes), output.getvalue().count("\n")]


def note(board: Any = None, action: Any = None, *_: Any, **__: Any) -> str:
    """Return a call of `result` as nine marks and a square."""
    try:
        marks = "".join("." if mark is None else mark for row in board for mark in row)
        i, j = action
        text = f"{marks}{3 * i + j + 1}"
    except (TypeError, ValueError):
        return UNREADABLE
    return text if len(text) == len(UNREADABLE) else UNREADABLE


def trace(engine: Any, board: Any, watched: int = -1) -> list[Any]:
    """Return the calls, the steps of the watched one, and whether a limit was hit."""
    tracer, before = Tracer(engine, watched), sys.gettrace()
    sys.settrace(tracer.called)
    try:
        engine.minimax(board)
    except StopSearch:
        pass
    except BaseException as error:
        if tracer.rows and tracer.rows[0][GAVE] is None:
            tracer.rows[0][GAVE] = raised(error)
    finally:
        sys.settrace(before)
    return [tracer.rows, tracer.steps, tracer.more]


# A row: function, first line, calling row, calling line, name in the contract, board,
# number of its list, square argument, other arguments, return value, line of the
# return, board afterwards if changed, calls without a board.
BOARD, GAVE, LINE, AFTER, UNSEEN = 5, 9, 10, 11, 12


class Tracer:
    """Records the calls within one file."""

    def __init__(self, engine: Any, watched: int) -> None:
        self.rules: dict[int, str] = {}  # by the ids of code objects
        for name in RULES:
            code = getattr(unwrapped(getattr(engine, name, None)), "__code__", None)
            self.rules[id(code)] = name
        self.file = getattr(code, "co_filename", None)  # of minimax, the last
        self.watched, self.more = watched, False
        self.rows, self.steps = list[list[Any]](), list[list[Any]]()
        self.open: list[Listener] = []
        self.lists = dict[int, tuple[int, Any]]()  # kept alive: no id is reused

    def called(self, frame: Any, _: str, __: Any) -> Any:
        """Record a call and return its local trace function."""
        code = frame.f_code
        other = code.co_filename != self.file or code.co_flags & GENERATORS
        if other or code.co_name in INSIDE or self.more:
            return None
        if len(self.rows) >= CALLS or len(self.open) >= DEPTH:
            self.more = True
            raise StopSearch
        above = self.open[-1] if self.open else None
        places = ((key_of(board), board, n) for n, board in self.boards(frame))
        found = next((each for each in places if each[0]), None)
        if found is None:
            if above:
                above.row[UNSEEN] += 1
            return None
        key, board, name = found
        rule, n = self.rules.get(id(code)), len(self.rows)
        thing = -1
        if type(board) is list:
            thing, _ = self.lists.setdefault(id(board), (len(self.lists), board))
        row: list[Any] = [code.co_qualname[:TEXT], code.co_firstlineno]
        row += [above.n if above else -1, self.line_of(frame.f_back), rule, key]
        row += [thing, *self.given(frame, name), None, 0, None, 0]
        if above and above.n == self.watched:
            above.note("call", n)
        self.rows.append(row)
        self.open.append(Listener(self, n, row, board))
        return self.open[-1].heard

    def line_of(self, frame: Any) -> int:
        """Return the line of the file that made a call."""
        while frame and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return frame.f_lineno if frame else 0

    def boards(self, frame: Any) -> list[tuple[str, Any]]:
        """Return the names and values that may be a call's board, arguments first."""
        code, known = frame.f_code, frame.f_locals
        names = parameters(code)
        found = [(name, known.get(name)) for name in names]
        kept = getattr(known.get(names[0]), "__dict__", None) if names else None
        if type(kept) is dict:
            found += [("", each) for each in [*kept.values()][:PLACES]]
        return found + [(name, known.get(name)) for name in code.co_freevars]

    def given(self, frame: Any, board: str) -> tuple[int | None, list[list[str]]]:
        """Return the square argument of a call, if any, and its other arguments."""
        move, arguments = None, list[list[str]]()
        for name in parameters(frame.f_code)[:8]:
            if name not in (board, "self", "cls"):
                value = frame.f_locals.get(name)
                arguments.append([name[:TEXT], shown(value)])
                move = square(value) or move
        return move, arguments


class Listener:
    """Records one call until it ends."""

    def __init__(self, tracer: Tracer, n: int, row: list[Any], board: Any) -> None:
        self.tracer, self.n, self.row, self.board = tracer, n, row, board
        self.known: dict[tuple[str, str], Any] = {("puts", ""): row[BOARD]}
        self.error: BaseException | None = None
        self.lines = 0

    def heard(self, frame: Any, event: str, value: Any) -> Any:
        """Record an event of the call."""
        if event == "exception":
            self.error = value[1]
            return self.heard
        self.lines += 1
        if self.lines > LINES:
            raise StopSearch
        if self.n == self.tracer.watched:
            self.note_changes(frame)
            if event == "line":
                self.note("line", frame.f_lineno)
        if event == "return":
            self.end(frame, value)
        self.error = None
        return self.heard

    def note(self, kind: str, value: float | str, name: str = "") -> None:
        """Record a step of the watched call, up to the limit."""
        if len(self.tracer.steps) < STEPS:
            self.tracer.steps.append([kind, value, name[:TEXT]])

    def note_changes(self, frame: Any) -> None:
        """Record what the last line changed: numbers, shared rows and the board."""
        found: dict[tuple[str, str], Any] = {}
        for name, value in frame.f_locals.items():
            if type(value) in REAL and value == value:
                found["set", name] = plain(value)
            elif type(value) is list and self.shares(value):
                found["shares", name] = 0
        found["puts", ""] = key_of(self.board)
        for (kind, name), value in found.items():
            if self.known.get((kind, name)) != value:
                self.known[kind, name] = value
                self.note(kind, value if kind == "set" else 0, name)

    def shares(self, value: list[Any]) -> bool:
        """Return whether a list is the board or contains rows of it."""
        rows = [row for row in self.board if type(row) is list]
        return value is self.board or any(row is each for row in rows for each in value)

    def end(self, frame: Any, value: Any) -> None:
        """Record the return value or exception."""
        row, calls = self.row, self.tracer.open
        del calls[calls.index(self) :]
        returns = frame.f_code.co_code[frame.f_lasti] in RETURNS
        if self.error is not None and not returns:
            row[GAVE] = raised(self.error)
        else:
            row[GAVE] = [*kind_of(value), shown(value)]
        row[LINE] = frame.f_lineno
        if (after := key_of(self.board)) != row[BOARD]:
            row[AFTER] = after or "?"


def key_of(value: Any) -> str | None:
    """Return the nine marks of a board in any notation; None for other values."""
    if type(value) not in (list, tuple, str) or len(value) not in (3, 9):
        return None
    cells = value
    if len(value) == 3:
        if any(type(r) not in (list, tuple, str) or len(r) != 3 for r in value):
            return None
        cells = [*value[0], *value[1], *value[2]]
    if any(type(cell) not in (str, int, type(None)) for cell in cells):
        return None
    marks = NUMBERS if all(type(cell) is int for cell in cells) else MARKS
    key = "".join(marks.get(cell, "?") for cell in cells)
    return None if "?" in key else key


def kind_of(value: Any) -> tuple[str, Any]:
    """Return what a function returned: see `Gave` in `calls`."""
    if value is None:
        return "none", None
    if type(value) in REAL and value == value:
        return "number", plain(value)
    if key := key_of(value):
        return "board", key
    if found := square(value):
        return ("action", found) if type(value) is tuple else ("text", shown(value))
    if type(value) in (set, frozenset, list, tuple, dict) and len(value) <= 9:
        squares = [square(each) for each in value]
        if all(squares):
            lists = list in map(type, value)
            return ("lists", shown(value)) if lists else ("actions", squares)
        numbers = [each for each in value if type(each) in REAL and each == each]
        if type(value) in (list, tuple) and len(value) in (2, 3) and numbers:
            return "pair", [plain(numbers[0]), next(filter(None, squares), None)]
    return "text", shown(value)


def unwrapped(function: Any) -> Any:
    """Return the function inside its decorators."""
    for _ in range(PLACES):
        function = getattr(function, "__wrapped__", function)
    return function


def parameters(code: Any) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    names: tuple[str, ...] = code.co_varnames[
        : code.co_argcount + code.co_kwonlyargcount
    ]
    return names


def plain(number: float) -> float | str:
    """Return a number as JSON can hold it: infinities and large integers as text."""
    if type(number) is float:
        return number if isfinite(number) else str(number)
    return number if abs(number) < 10**9 else str(max(-LONG, min(LONG, number)))


def square(value: Any) -> int | None:
    """Return the square of an action, if the value is one."""
    pair = type(value) in (tuple, list) and len(value) == 2
    if pair and all(type(n) is int and 0 <= n < 3 for n in value):
        row, column = value
        return int(3 * row + column + 1)
    return None


def shown(value: Any, depth: int = 0) -> str:
    """Return a value as text without calling a method of the file."""
    if type(value) is str:
        return repr(value[:TEXT])[:TEXT]
    is_short = type(value) is int and abs(value) < LONG
    if is_short or type(value) in (float, bool, type(None)):
        return repr(value)
    if type(value) in (tuple, list, set) and depth < 2:
        brackets: dict[Any, str] = {tuple: "()", list: "[]", set: "{}"}
        begin, end = [*brackets[type(value)]]
        items = ", ".join(shown(each, depth + 1) for each in [*value][:9])
        return f"{begin}{items}{end}"[:TEXT]
    return str(type.__getattribute__(type(value), "__name__"))[:TEXT]


def raised(error: BaseException) -> list[str]:
    """Return an exception as plain data."""
    said = next((each for each in error.args if type(each) is str), "")
    text = f"{type(error).__name__}: {said}"[: 2 * TEXT].rstrip(": ")
    return ["raised", text, text]
