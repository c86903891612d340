"""The contract: the names every engine has, and how to load one."""

import os
from collections.abc import Set
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from noughts.files import PACKAGE
from noughts.texts import NoughtsError, Refused

Mark = str | None
Board = list[list[Mark]]
Action = tuple[int, int]

# The folder of our hand-in: in an installed package, or else in the repository.
HAND_IN = (PACKAGE / "hand_in", PACKAGE.parent)

MODULE_NAME = "tictactoe"  # the assignment's name for an engine
FILE_NAME = f"{MODULE_NAME}.py"
# Marks the start of a notebook cell in a program, followed by the cell's number.
CELL_HEADER = "# %% code cell "
PROGRAMS = ("", ".py", ".pyw", ".ipynb", ".txt")  # suffixes of a program
LARGEST_FILE = 1_000_000  # bytes; public solutions have about 5,000
LARGEST_NOTEBOOK = 10_000_000  # bytes, including outputs such as pictures
CONSTANTS = {"X": "X", "O": "O", "EMPTY": None}
PARAMETERS = {
    "initial_state": (),
    "player": ("board",),
    "actions": ("board",),
    "result": ("board", "action"),
    "winner": ("board",),
    "terminal": ("board",),
    "utility": ("board",),
    "minimax": ("board",),
}
NAMES = (*CONSTANTS, *PARAMETERS)
FUNCTIONS = tuple(PARAMETERS)
TO_WRITE = FUNCTIONS[1:]  # those about a board; `initial_state` is given to students
HELPERS = FUNCTIONS[:-1]  # all but minimax, which builds on them
# What others build on comes first; each group builds on those before it.
BUILT_ON = (
    ("initial_state", "player", "actions", "winner"),
    ("result", "terminal"),
    ("utility",),
    ("minimax",),
)
RULES = FUNCTIONS[1:-1]  # player to utility: what is true of a board


def largest(name: str) -> int:
    """Return the size limit of a file, by its name."""
    is_notebook = name.casefold().endswith(".ipynb")
    return LARGEST_NOTEBOOK if is_notebook else LARGEST_FILE


class MachineError(NoughtsError):
    """A fault of ours or of the machine: never the student's, never cached."""


# Why a file cannot be loaded: it does not compile, raises, asks for what the sandbox
# refuses, takes too long, ends its process, or writes to our pipe.
LoadFault = Literal[
    "no_syntax", "no_import", "sandbox", "slow_import", "ends_process", "writes_pipe"
]


class LoadRefusal(Refused):
    """A file that cannot be loaded, and why."""

    def __init__(self, fault: LoadFault, /, **parts: Any) -> None:
        super().__init__(f"refusal.{fault}{'_at' if 'line' in parts else ''}", **parts)
        self.fault = fault


class EngineError(NoughtsError):
    """The engine raised, hung, died, or gave an answer that is not plain data."""


class SlowEngineError(EngineError):
    """The engine gave no answer within the seconds that it had."""

    def __init__(self, call: str, seconds: float) -> None:
        super().__init__("refusal.call_slow", call=call, n=seconds)
        self.seconds = seconds


class RaisingEngineError(EngineError):
    """The engine raised an exception."""

    def __init__(self, call: str, kind: str, text: str, traceback: str) -> None:
        first, _, _ = text.strip().partition("\n")
        what = f"{kind}: {first}".removesuffix(": ")
        more = {"kind": kind, "text": text, "traceback": traceback}
        super().__init__("refusal.call_raised", call=call, what=what, **more)
        self.kind, self.text = kind, text


class EndedEngineError(EngineError):
    """The engine's process ended."""

    def __init__(self, call: str, why: str) -> None:
        super().__init__("refusal.call_ended", call=call, why=why)
        self.why = why


class OddEngineError(EngineError):
    """The engine's answer is not plain data, too large, or forged."""

    def __init__(self, call: str, what: str) -> None:
        super().__init__("refusal.call_with", call=call, what=what)
        self.what = what


class Engine(Protocol):
    """Any module or object with these names."""

    X: str
    O: str  # noqa: E741 - the contract names it so
    EMPTY: None

    def initial_state(self) -> Board: ...
    def player(self, board: Board) -> Mark: ...
    def actions(self, board: Board) -> Set[Action]: ...
    def result(self, board: Board, action: Action) -> Board: ...
    def winner(self, board: Board) -> Mark: ...
    def terminal(self, board: Board) -> bool: ...
    def utility(self, board: Board) -> int: ...
    def minimax(self, board: Board) -> Action | None: ...


@cache
def default() -> Engine:
    """Return our own engine, loaded by its path, never by name."""
    return load(hand_in(FILE_NAME))


def hand_in(name: str) -> Path:
    """Return the path of our `tictactoe.py`, `runner.py` or `requirements.txt`."""
    return next(folder / name for folder in HAND_IN if folder.is_dir())


def load(path: str | Path) -> Engine:
    """Run a trusted file in this process and return it, a fresh module each time."""
    loader = SourceFileLoader("engine", str(path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return cast(Engine, module)


def no_file(path: Path) -> Refused:
    """Return the error for a path that is not a file."""
    name = "not_a_file" if os.path.exists(path) else "no_file"
    return Refused(f"refusal.{name}", path=path)
