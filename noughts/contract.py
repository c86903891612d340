"""The contract: what every engine offers, and how to get hold of one."""

import importlib.util
import os
from collections.abc import Set
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

Mark = str | None
Board = list[list[Mark]]
Action = tuple[int, int]

# Where our hand-in lies: in an installed package, or else in the repository.
_HERE = Path(__file__).resolve().parent
HAND_IN = (_HERE / "hand_in", _HERE.parent)

MODULE_NAME = "tictactoe"  # as the assignment calls an engine, and
FILE_NAME = f"{MODULE_NAME}.py"  # its file
# How a cell of a notebook begins where its cells are one file: with its number, as
# editors that know cells in a file have it.
CELL = "# %% code cell "
LARGEST_FILE = 1_000_000  # bytes of a student's file; public ones have some 5,000
LARGEST_NOTEBOOK = 10_000_000  # with the pictures, and all else that it has put out
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
    """Return how many bytes a file of a name may have."""
    is_notebook = name.casefold().endswith(".ipynb")
    return LARGEST_NOTEBOOK if is_notebook else LARGEST_FILE


class ContractError(ValueError):
    """The file is not an engine; the message says why."""


class MachineError(Exception):
    """
    The machine failed, or we did; the message says at what.

    It says nothing about anybody's file: whoever judges counts it apart, never
    remembers it, and tries again next time.
    """


class Engine(Protocol):
    """Any module, or any object, with these names."""

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
    """Return our own engine, found by its own path, never by name."""
    return load(hand_in(FILE_NAME))


def hand_in(name: str) -> Path:
    """Return the path of `tictactoe.py`, `runner.py` or `requirements.txt`, as ours."""
    return next(folder / name for folder in HAND_IN if folder.is_dir())


def load(path: str | Path) -> Engine:
    """
    Run a file and return it as an engine, a fresh module each time.

    The file's code runs in this process: only for files that one trusts.
    """
    path = Path(path)
    if not os.path.isfile(path):
        raise ContractError(no_file(path))
    try:
        path.read_bytes()
    except OSError as error:
        raise ContractError(f"{path}: cannot be read: {error.strerror}") from error
    spec = importlib.util.spec_from_file_location("engine", path)
    if spec is None or spec.loader is None:
        raise ContractError(f"{path}: not a Python file (its name must end in .py)")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise ContractError(f"{path}{where}: does not compile: {error.msg}") from error
    except (Exception, SystemExit) as error:
        where = _place_of(error, spec.origin)
        said = f"when it is imported: {type(error).__name__}: {error}".rstrip(": ")
        raise ContractError(f"{path}{where}: fails {said}") from error
    if lacking := missing(module):
        raise ContractError(f"{path}: lacks {', '.join(lacking)}")
    return cast(Engine, module)


def _place_of(error: BaseException, file: str | None) -> str:
    """Return the last line of a file that led to an exception, `, line 7`."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            place = f", line {step.tb_lineno}"
        step = step.tb_next
    return place


def no_file(path: Path) -> str:
    """Return what to say of a path that is not a file, even if it cannot be one."""
    there = os.path.exists(path)
    return f"{path}: {'not a file' if there else 'there is no such file'}"


def missing(engine: Any) -> list[str]:
    """Return the names of the contract that the engine lacks, in its order."""
    constants = [name for name in CONSTANTS if not hasattr(engine, name)]
    functions = [
        name for name in PARAMETERS if not callable(getattr(engine, name, None))
    ]
    return constants + functions
