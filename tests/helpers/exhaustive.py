"""Which functions of an engine are wrong: each is called on every position."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from types import FrameType, ModuleType
from typing import Any

from noughts.game import oracle
from noughts.game.contract import CONSTANTS, PARAMETERS

# Invalid actions, besides taken cells.
BAD = [(3, 0), (0, 3), (-1, 2), (2, -1), (-1, -1), None, "ab", (0,), (0, 0, 0)]
FILES = ("mutant.py", "tictactoe.py")  # file names of engines
SEARCHES = ("max_value", "min_value")  # cached, or plain Minimax takes a minute
Boards = Sequence[tuple[Any, oracle.Truth]]
LOOK: Boards = [(board, oracle.truth_of(board)) for board in oracle.positions()]


class TooLongError(BaseException):
    """An engine takes too long."""


@contextmanager
def limited(seconds: float) -> Iterator[list[bool]]:
    """
    Interrupt an engine after some CPU time; yield a list that is filled by then.

    Only the engine's code is interrupted, not the code that reads its answers.
    """
    late = list[bool]()

    def interrupt(_: int, frame: FrameType | None) -> None:
        late.append(True)
        if is_at_work(frame):
            raise TooLongError

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.5)
    try:
        yield late
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def is_at_work(frame: FrameType | None) -> bool:
    """Return whether an engine's code is on the stack."""
    while frame and frame.f_code.co_filename not in FILES:
        frame = frame.f_back
    return frame is not None


def wrong_functions(
    source: str,
    seconds: float,
    functions: Iterable[str] = PARAMETERS,
    boards: Boards = LOOK,
) -> set[str]:
    """Return the wrong functions, or "contract" if a constant is wrong."""
    module = ModuleType("mutant")
    try:
        exec(compile(source, FILES[0], "exec"), vars(module))
    except BaseException:
        return {"contract"}
    wrong = {n for n, mark in CONSTANTS.items() if not same(vars(module)[n], mark)}
    if wrong:
        return {"contract"}
    for name in SEARCHES:
        if name in vars(module):
            setattr(module, name, remembering(getattr(module, name)))
    return {name for name in functions if is_wrong(module, name, seconds, boards)}


def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with a cache, one entry per board."""
    known = dict[str, Any]()

    @wraps(function)
    def asked(board: Any) -> Any:
        key = repr(board)
        if key not in known:
            known[key] = function(board)
        return known[key]

    return asked


def is_wrong(module: ModuleType, name: str, seconds: float, boards: Boards) -> bool:
    """Return whether a function is wrong anywhere; raise TooLongError if it hangs."""
    function = getattr(module, name)
    with limited(seconds):
        try:
            if name == "initial_state":
                return starts_wrong(function)
            if name == "result":
                return any(result_wrong(function, *each) for each in boards)
            # Full boards first: on the others None is often right.
            every = boards[::-1] if name == "winner" else boards
            return any(wrong_at(name, function, *each) for each in every)
        except TooLongError:
            raise
        except BaseException:
            return True


def starts_wrong(function: Callable[..., Any]) -> bool:
    boards = [function() for _ in range(3)]
    rows = {id(row) for board in boards for row in board}
    return len(rows) != 9 or not all(same(b, [[None] * 3] * 3) for b in boards)


def wrong_at(
    name: str, function: Callable[..., Any], board: Any, truth: oracle.Truth
) -> bool:
    """Return whether the answer on a board is wrong."""
    if (name in ("player", "actions") and not truth.turn) or (
        name == "utility" and truth.turn
    ):
        return False
    given = copied(board)
    rows = list(given)
    answer = function(given)
    if not untouched(given, rows, board):
        return True
    empty = {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
    if name == "minimax" and truth.turn:
        return not any(same(answer, move) for move in truth.optimal)
    wanted = {
        "player": truth.turn,
        "actions": empty,
        "winner": truth.winner,
        "terminal": truth.turn is None,
        "utility": truth.value,
        "minimax": None,
    }[name]
    if name == "actions" and type(answer) is frozenset:
        answer = set(answer)
    return not same(answer, wanted)


def result_wrong(function: Callable[..., Any], board: Any, truth: oracle.Truth) -> bool:
    """Return whether `result` is wrong about any action on a board."""
    if not truth.turn:
        return False
    made = list[tuple[Any, Any]]()
    for action in [*(divmod(n, 3) for n in range(9)), *BAD]:
        valid = action not in BAD and board[action[0]][action[1]] is None
        given = copied(board)
        rows = list(given)
        try:
            after = function(given, action)
        except Exception:
            if valid or not untouched(given, rows, board):
                return True
            continue
        if not valid or not untouched(given, rows, board):
            return True
        i, j = action
        wanted = copied(board)
        wanted[i][j] = truth.turn
        if not same(after, wanted) or len({id(row) for row in after}) < 3:
            return True
        made.append((after, wanted))
    return len({id(after) for after, _ in made}) < len(made) or not all(
        same(after, wanted) for after, wanted in made
    )


def untouched(given: Any, rows: list[Any], board: Any) -> bool:
    """Return whether a board is unchanged, with the same row objects."""
    kept = len(given) == 3 and all(a is b for a, b in zip(given, rows, strict=True))
    return kept and same(given, board)


def copied(board: Any) -> Any:
    return [row[:] for row in board]


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, and of the same types all the way down."""
    if type(one) is not type(other):
        return False
    if type(one) in (list, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if type(one) is set:
        return bool(one == other) and {*map(shape, one)} == {*map(shape, other)}
    return bool(one == other)


def shape(cell: Any) -> Any:
    """Return the type of a cell and of its parts."""
    return type(cell), *(type(each) for each in cell)
