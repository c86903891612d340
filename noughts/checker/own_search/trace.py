"""
Record the calls of a file's functions while its `minimax` searches a board.

This module runs in the engine's process, so it imports nothing of ours and returns
plain data, which `calls` and `watch` validate. `sys.settrace` reports the calls in the
order in which they begin, and the lines of each.
"""

import sys
from _thread import get_ident
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from functools import wraps
from io import StringIO
from opcode import opmap
from typing import Any

TRACED = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
CALLS, DEPTH, PLACES = 8_000, 150, 20  # limits
LINES = 30_000  # lines run by one call: an endless loop
NOTES = 100_000  # calls of `result`; plain Minimax makes 7,331 on the checker's board
UNREADABLE = "?" * 10
ASKS, ASKED = ("terminal", "winner", "utility"), " "  # and how a note of them ends
TEXT, ITEMS, LARGE = 80, 10, 10**30  # limits of a value
GENERATORS = 0x20 | 0x80 | 0x200  # flags of a code object
OWNERS = ("self", "cls")
LAMBDA = "<lambda>"  # the path of a lambda outside functions
INSIDE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"}
MARKS_OF_NUMBERS = {0: ".", 1: "X", -1: "O", 2: "O"}
MARKS = {"X": "X", "O": "O", **dict.fromkeys((None, "", " ", ".", "_", "-"), ".")}
NUMBERS = (int, float)
FILE = "tictactoe.py"  # whose calls are recorded; it may import others
RETURNS = {number for name, number in opmap.items() if name.startswith("RETURN_")}


class StopSearch(BaseException):
    """The search exceeds a limit."""


def install(engine: Any, register: Callable[[str, Any], None]) -> None:
    """Register the functions of this module with the sandbox."""
    forget = forgetter(engine)
    register("move", lambda board: move(engine, forget, board))
    register("listen", lambda board: listen(engine, board))
    register("trace", lambda board, steps: trace(engine, board, steps))


def forgetter(engine: Any) -> Callable[[], None]:
    """Return a function that resets the globals of a file to their present values."""
    names = {n: v for n, v in vars(engine).items() if not n.startswith("__")}
    kept = {n: v.copy() for n, v in names.items() if type(v) in (dict, list, set)}

    def forget() -> None:
        vars(engine).update(names, **{n: v.copy() for n, v in kept.items()})
        for value in names.values():
            getattr(value, "cache_clear", int)()

    return forget


def move(engine: Any, forget: Callable[[], None], board: Any) -> Any:
    """Return what `minimax` answers if it remembers no other board."""
    forget()
    seed(board)
    return plain(engine.minimax(board))


def listen(engine: Any, board: Any) -> list[Any]:
    """
    Return what `minimax` asks while it searches, as notes, and the printed lines.

    A note of a call of `result` has ten characters, nine marks and a square, such as
    `X...O....9`. Of a call of `terminal`, `winner` or `utility` it has the marks and a
    blank; the same board asked about again is not noted. Calls in other threads have no
    fixed order, so they are unreadable. Unlike tracing, this takes little time on a
    board large enough to tell alpha-beta from other cuts.
    """
    notes, output, here = list[str](), StringIO(), get_ident()

    def noted(function: Any, note: Callable[..., str]) -> Any:
        @wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            made = note(*args, **kwargs) if get_ident() == here else UNREADABLE
            if made[-1] != ASKED or [made] != notes[-1:]:
                notes.append(made)
            return function(*args, **kwargs)

        return called

    names = vars(engine)
    own = {name: names[name] for name in ("result", *ASKS) if name in names}
    names.update({n: noted(own[n], note_asked if n in ASKS else note) for n in own})
    seed(board)
    try:
        with redirect_stdout(output):
            engine.minimax(board)
    finally:
        names.update(own)
    return ["".join(notes[:NOTES]), len(notes), output.getvalue().count("\n")]


def seed(board: Any) -> None:
    """Seed `random` as for a question, so that every run records the same search."""
    with suppress(BaseException):
        sys.modules["random"].seed(f"minimax{key_of(board)}")


def note(board: Any = None, action: Any = None, *_: Any, **__: Any) -> str:
    """Return a call of `result` as nine marks and a square."""
    try:
        marks = "".join("." if mark is None else mark for row in board for mark in row)
        i, j = action
        text = f"{marks}{3 * i + j + 1}"
    except (TypeError, ValueError):
        return UNREADABLE
    return text if len(text) == len(UNREADABLE) else UNREADABLE


def note_asked(board: Any = None, *_: Any, **__: Any) -> str:
    """Return a board that a rule is asked about, as nine marks and a blank."""
    return note(board, (0, 0))[:-1] + ASKED


def trace(engine: Any, board: Any, steps: int) -> list[Any]:
    """
    Return the calls of a search, and whether it was stopped before its end.

    It is stopped after that many steps; with 0, no step is recorded and no limit holds.
    """
    tracer, before = Tracer(engine, steps), sys.gettrace()
    seed(board)
    sys.settrace(tracer.on_call)
    try:
        engine.minimax(board)
    except StopSearch:
        pass
    except BaseException as error:
        if tracer.calls and tracer.calls[0]["gave"] is None:
            tracer.calls[0]["gave"] = raised(error)
    finally:
        sys.settrace(before)
    return [tracer.calls, tracer.stopped]


class Tracer:
    """Records the calls within one file."""

    def __init__(self, engine: Any, steps: int) -> None:
        self.rules: dict[int, str] = {}  # by the ids of code objects
        for name in TRACED:
            code = getattr(unwrapped(getattr(engine, name, None)), "__code__", None)
            self.rules[id(code)] = name
        self.lambdas = dict[int, str]()  # names of those the file assigns, as `rules`
        for name, value in vars(engine).items():
            code = getattr(unwrapped(value), "__code__", None)
            if getattr(code, "co_qualname", "") == LAMBDA:
                self.lambdas[id(code)] = name
        self.stopped, self.room = False, steps
        self.calls = list[dict[str, Any]]()  # the fields of `Call` in `calls`
        self.open: list[Listener] = []
        self.lists = dict[int, tuple[int, Any]]()  # kept alive: no id is reused

    def on_call(self, frame: Any, _: str, __: Any) -> Any:
        """Record a call and return its local trace function."""
        code = frame.f_code
        other = code.co_filename != FILE or code.co_flags & GENERATORS
        if other or code.co_name in INSIDE or self.stopped:
            return None
        if len(self.calls) >= CALLS or len(self.open) >= DEPTH:
            self.stop()
        above = self.open[-1] if self.open else None
        found = self.find_board(frame)
        if found is None:
            if above:
                above.call["unseen"] += 1
            return None
        name, board, key = found
        n = len(self.calls)
        if above:
            above.note("call", n)
        self.calls.append(
            {
                "path": self.lambdas.get(id(code), code.co_qualname)[:TEXT],
                "first_line": code.co_firstlineno,
                "above": above.n if above else None,
                "made_at": self.line_of(frame.f_back),
                "rule": self.rules.get(id(code)),
                "board": key,
                "board_id": self.number_of(board),
                "arguments": self.arguments(frame, name),
                "gave": None,
                "line": 0,
                "after": key,
                "unseen": 0,
                "steps": [],
            }
        )
        self.open.append(Listener(self, n, self.calls[n], board))
        return self.open[-1].on_event

    def stop(self) -> None:
        """Stop the search, of which nothing more can be recorded."""
        self.stopped = True
        raise StopSearch

    def number_of(self, board: Any) -> int | None:
        """Return a number that identifies a list; None for anything else."""
        if type(board) is not list:
            return None
        return self.lists.setdefault(id(board), (len(self.lists), board))[0]

    def line_of(self, frame: Any) -> int:
        """Return the line of the file that made a call."""
        while frame and frame.f_code.co_filename != FILE:
            frame = frame.f_back
        return frame.f_lineno if frame else 0

    def find_board(self, frame: Any) -> tuple[str, Any, str] | None:
        """Return the name, the value and the marks of a call's board, if it has one."""
        code, known = frame.f_code, frame.f_locals
        names = parameters(code)
        places = [(name, known.get(name)) for name in names]
        kept = getattr(known.get(names[0]), "__dict__", None) if names else None
        if type(kept) is dict:
            places += [("", each) for each in [*kept.values()][:PLACES]]
        places += [(name, known.get(name)) for name in code.co_freevars]
        found = ((name, value, key_of(value)) for name, value in places)
        return next(((n, v, key) for n, v, key in found if key), None)

    def arguments(self, frame: Any, board: str) -> dict[str, Any]:
        """Return the arguments of a call other than its board."""
        others = (name for name in parameters(frame.f_code)[:8] if name != board)
        known = frame.f_locals
        return {n[:TEXT]: plain(known.get(n)) for n in others if n not in OWNERS}


class Listener:
    """Records one call until it ends."""

    def __init__(
        self, tracer: Tracer, n: int, call: dict[str, Any], board: Any
    ) -> None:
        self.tracer, self.n, self.call, self.board = tracer, n, call, board
        self.known: dict[tuple[str, str], Any] = {("puts", ""): call["board"]}
        self.error: BaseException | None = None
        self.lines = 0

    def on_event(self, frame: Any, event: str, value: Any) -> Any:
        """Record an event of the call."""
        if event == "exception":
            self.error = value[1]
            return self.on_event
        self.lines += 1
        if self.lines > LINES:
            raise StopSearch
        if self.tracer.room:
            self.note_changes(frame)
        if event == "line":
            self.note("line", frame.f_lineno)
        else:
            self.end(frame, value)
        self.error = None
        return self.on_event

    def note(self, kind: str, value: float | str, name: str = "") -> None:
        """Record a step; stop the search at the limit."""
        if self.tracer.room:
            self.call["steps"].append([kind, value, name[:TEXT]])
            self.tracer.room -= 1
            if not self.tracer.room:
                self.tracer.stop()

    def note_changes(self, frame: Any) -> None:
        """Record what the last line changed: numbers, shared rows and the board."""
        found: dict[tuple[str, str], Any] = {}
        for name, value in frame.f_locals.items():
            if type(value) in NUMBERS and value == value:
                found["set", name] = value
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
        call, calls = self.call, self.tracer.open
        del calls[calls.index(self) :]
        returns = frame.f_code.co_code[frame.f_lasti] in RETURNS
        if self.error is not None and not returns:
            call["gave"] = raised(self.error)
        else:
            call["gave"] = ["returned", plain(value)]
        call |= {"line": frame.f_lineno, "after": key_of(self.board)}


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
    marks = MARKS_OF_NUMBERS if all(type(cell) is int for cell in cells) else MARKS
    key = "".join(marks.get(cell, "?") for cell in cells)
    return None if "?" in key else key


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


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as plain data, without calling a method of the file."""
    kind = type(value)
    if kind is str:
        return value[:TEXT]
    if kind is int:
        return max(-LARGE, min(LARGE, value))
    if kind in (float, bool, type(None)):
        return value
    if kind in (tuple, list, set, frozenset, dict) and depth < 2:
        items = [plain(each, depth + 1) for each in [*value][:ITEMS]]
        return (kind if kind in (tuple, list) else frozenset)(items)
    return f"<{type.__getattribute__(kind, '__name__')}>"[:TEXT]


def raised(error: BaseException) -> list[str]:
    """Return an exception as plain data."""
    said = next((each for each in error.args if type(each) is str), "")
    text = f"{type(error).__name__}: {said}"[:TEXT].rstrip(": ")
    return ["raised", text]
