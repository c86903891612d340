"""The contract: the names every engine has, and how to load one."""

import importlib.util
import os
from collections.abc import Set
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

from noughts.words import NoughtsError, Refused

Mark = str | None
Board = list[list[Mark]]
Action = tuple[int, int]

# The folder of our hand-in: in an installed package, or else in the repository.
_HERE = Path(__file__).resolve().parent
HAND_IN = (_HERE / "hand_in", _HERE.parent)

MODULE_NAME = "tictactoe"  # the assignment's name for an engine
FILE_NAME = f"{MODULE_NAME}.py"
# Marks the start of a notebook cell in a program, followed by the cell's number.
CELL = "# %% code cell "
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


def largest(name: str) -> int:
    """Return the size limit of a file, by its name."""
    is_notebook = name.casefold().endswith(".ipynb")
    return LARGEST_NOTEBOOK if is_notebook else LARGEST_FILE


class MachineError(NoughtsError):
    """A fault of ours or of the machine: never the student's, never cached."""


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


NULL_BYTES = "source code string cannot contain null bytes"  # Python's message


def load(path: str | Path) -> Engine:
    """
    Run a file and return it as an engine, a fresh module each time.

    The file runs in this process, so use this only for trusted files.
    """
    path = Path(path)
    if not os.path.isfile(path):
        raise no_file(path)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error
    if b"\0" in source:  # a ValueError in Python 3.11.2, a SyntaxError later
        raise broken("no_syntax", path, None, NULL_BYTES)
    spec = importlib.util.spec_from_file_location("engine", path)
    if spec is None or spec.loader is None:
        raise Refused("refusal.not_python", path=path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise broken("no_syntax", path, error.lineno, error.msg) from error
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}".rstrip(": ")
        raise broken("no_import", path, _line_of(error, spec.origin), why) from error
    if lacking := missing(module):
        raise incomplete(path, lacking)
    return cast(Engine, module)


def _line_of(error: BaseException, file: str | None) -> int | None:
    """Return the last line of the file in an exception's traceback, if any."""
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return line


def no_file(path: Path) -> Refused:
    """Return the error for a path that is not a file."""
    name = "not_a_file" if os.path.exists(path) else "no_file"
    return Refused(f"refusal.{name}", path=path)


def unreadable(path: Path, error: OSError) -> Refused:
    """Return the error for a file that cannot be read."""
    return Refused("refusal.no_read", path=path, why=error.strerror or error)


def broken(what: str, path: object, line: int | None, why: str) -> Refused:
    """Return the error for a file that does not compile or import."""
    if line is None:
        return Refused(f"refusal.{what}", path=path, why=why)
    return Refused(f"refusal.{what}_at", path=path, line=line, why=why)


def incomplete(path: object, names: list[str]) -> Refused:
    """Return the error for a file that lacks names of the contract."""
    return Refused("refusal.no_names", path=path, names=", ".join(names))


def missing(engine: Any) -> list[str]:
    """Return the names of the contract that the engine lacks, in its order."""
    constants = [name for name in CONSTANTS if not hasattr(engine, name)]
    functions = [
        name for name in PARAMETERS if not callable(getattr(engine, name, None))
    ]
    return constants + functions
