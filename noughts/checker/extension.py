"""
What the checker adds inside the engine's process, to be quick and to separate faults.

Its source is sent to the sandbox, with the lists below filled in, and run there
once the student's file is loaded. It must give the same answers as the file alone
would: it changes how quickly a function that is proved right answers, never what; and
it puts a right function in the place of a wrong one to see what that heals. The
answers are judged outside, as all are, so nothing depends on trusting this process.
"""

import copy
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

PROVED: list[str] = []  # functions that were right on all positions
REPLACED: list[str] = []  # functions to be exchanged for right ones
ACTIONS: list[Any] = []  # what `result` is asked on every board

X, O, EMPTY = "X", "O", None  # noqa: E741 - the contract names it so
LINES = [
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
]
TEXT = 200  # characters of an exception's message
Cells = tuple[Any, ...]
Function = Callable[..., Any]


def source(
    proved: Iterable[str], replaced: Iterable[str], actions: Iterable[Any]
) -> str:
    """Return this file as an extension of the sandbox, its lists filled in."""
    lists = sorted(proved), sorted(replaced), list(actions)
    text = Path(__file__).read_text("utf-8")
    return f"{text}\nPROVED, REPLACED, ACTIONS = {lists!r}\n"


def install(module: ModuleType, register: Function) -> None:
    """Exchange and speed up the functions of the student's module."""
    names = vars(module)
    for name in REPLACED:
        names[name] = RIGHT[name]
    for name in {*PROVED, *REPLACED} & set(REMEMBERED):
        names[name] = REMEMBERED[name](names[name], SPECIFIED[name])
    slow, copy.deepcopy = copy.deepcopy, quick_copy(copy.deepcopy)
    for name in [name for name, value in names.items() if value is slow]:
        names[name] = copy.deepcopy
    register("many", lambda *asked: many(names, *asked))


# --- Many questions at once -------------------------------------------------


def many(names: dict[str, Any], function: str, keys: list[str]) -> list[Any]:
    """
    Return the answers of a function about many boards, in short.

    One answer is [mutated, value], [mutated, key, "board"] or [mutated, kind, text,
    "raised"]. This saves most of the time that a question takes on its way.
    """
    called = names[function]
    each: list[Cells] = [(action,) for action in ACTIONS]
    actions = each if function == "result" else [()]
    return [one(called, board_of(key), action) for key in keys for action in actions]


def one(called: Function, board: Any, action: Cells) -> list[Any]:
    """Return one answer, in short."""
    before = [row[:] for row in board]
    try:
        value = called(board, *action)
    except Exception as error:
        kind, text = type(error).__name__, str(error)[:TEXT]
        return [board != before, kind, text, "raised"]
    cells = cells_of(value)
    if cells and set(cells) <= {X, O, EMPTY}:
        return [board != before, "".join(cell or "." for cell in cells), "board"]
    return [board != before, value]


def board_of(key: str) -> list[list[Any]]:
    """Return the board of nine marks."""
    cells = [None if mark == "." else mark for mark in key]
    return [cells[0:3], cells[3:6], cells[6:9]]


# --- Answers from memory ----------------------------------------------------
#
# Only for boards that are lists of lists and for positions that the function was
# proved right on. Every answer is a new object where the original's is one.


def by_value(function: Function, specified: Function) -> Function:
    """Return the function with a memory, if its answers cannot be changed."""
    known: dict[Cells, Any] = {}

    def remembering(board: Any) -> Any:
        try:
            a, b, c = board
            if type(board) is type(a) is type(b) is type(c) is list:
                return known[*a, *b, *c]
        except (KeyError, TypeError, ValueError):
            pass
        value = function(board)
        cells = cells_of(board)
        if cells and specified(cells):
            known[cells] = value
        return value

    return remembering


def by_set(function: Function, specified: Function) -> Function:
    """
    Return a function that answers with sets, with a memory.

    A search may hang on the order in which a set yields its elements, and a copy can
    have another one: only an answer whose order comes out the same is remembered.
    """
    known: dict[Cells, Cells] = {}

    def remembering(board: Any) -> Any:
        try:
            a, b, c = board
            if type(board) is type(a) is type(b) is type(c) is list:
                return set(known[*a, *b, *c])
        except (KeyError, TypeError, ValueError):
            pass
        value = function(board)
        cells = cells_of(board)
        if cells and specified(cells):
            order = tuple(value)
            if tuple(set(order)) == order:
                known[cells] = order
        return value

    return remembering


def by_board(function: Function, specified: Function) -> Function:
    """Return a function (board, action) -> new board, with a memory."""
    known: dict[Cells, list[list[Any]]] = {}

    def remembering(board: Any, action: Any) -> Any:
        try:
            a, b, c = board
            if type(board) is type(a) is type(b) is type(c) is list:
                p, q, r = known[*a, *b, *c, action]
                return [p[:], q[:], r[:]]
        except (KeyError, TypeError, ValueError):
            pass
        value = function(board, action)
        cells = cells_of(board)
        shared = {id(row) for row in value} & {id(row) for row in board}
        if cells and specified(cells) and type(action) is tuple and not shared:
            known[*cells, action] = [row[:] for row in value]
        return value

    return remembering


def cells_of(board: Any) -> Cells:
    """Return the nine cells of a board as the contract has it, else nothing."""
    if type(board) is not list or len(board) != 3:
        return ()
    if not all(type(row) is list and len(row) == 3 for row in board):
        return ()
    cells = (*board[0], *board[1], *board[2])
    return cells if all(type(c) in (str, type(None)) for c in cells) else ()


def quick_copy(deepcopy: Function) -> Function:
    """Return deepcopy, quicker for boards."""

    def copied(value: Any, *rest: Any, **named: Any) -> Any:
        if not rest and not named and cells_of(value):
            a, b, c = value
            if a is not b and b is not c and a is not c:
                return [a[:], b[:], c[:]]
        return deepcopy(value, *rest, **named)

    return copied


# --- For which positions the functions are specified ------------------------


def full_lines(cells: Cells) -> set[Any]:
    """Return the players who have a full line."""
    return {cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c]} - {EMPTY}


def possible(cells: Cells) -> bool:
    """Return whether a game can reach the position."""
    xs, os, won = cells.count(X), cells.count(O), full_lines(cells)
    if xs + os + cells.count(EMPTY) != 9 or xs - os not in (0, 1):
        return False
    return not won or won == {X if xs > os else O}


def going_on(cells: Cells) -> bool:
    """Return whether somebody is to move."""
    return possible(cells) and EMPTY in cells and not full_lines(cells)


def over(cells: Cells) -> bool:
    """Return whether the game has ended."""
    return possible(cells) and not going_on(cells)


SPECIFIED = {
    "player": going_on,
    "actions": going_on,
    "result": going_on,
    "winner": possible,
    "terminal": possible,
    "utility": over,
}
REMEMBERED = {
    "player": by_value,
    "actions": by_set,
    "result": by_board,
    "winner": by_value,
    "terminal": by_value,
    "utility": by_value,
}


# --- Right functions, to take the place of wrong ones -----------------------


def flat(board: Any) -> Cells:
    """Return the nine cells of a board."""
    return tuple(cell for row in board for cell in row)


def right_player(board: Any) -> Any:
    """Return who is to move."""
    return X if flat(board).count(X) <= flat(board).count(O) else O


def right_actions(board: Any) -> Any:
    """Return the empty cells."""
    return {divmod(n, 3) for n, cell in enumerate(flat(board)) if cell is EMPTY}


def right_result(board: Any, action: Any) -> Any:
    """Return the board after an action."""
    if type(action) is not tuple or action not in right_actions(board):
        raise ValueError(f"{action!r} is not an empty cell")
    after = [list(row) for row in board]
    after[action[0]][action[1]] = right_player(board)
    return after


def right_winner(board: Any) -> Any:
    """Return who has a full line."""
    return next(iter(full_lines(flat(board))), None)


def right_terminal(board: Any) -> Any:
    """Return whether the game is over."""
    return right_winner(board) is not None or EMPTY not in flat(board)


def right_utility(board: Any) -> Any:
    """Return 1, -1 or 0."""
    return {X: 1, O: -1, None: 0}[right_winner(board)]


RIGHT: dict[str, Function] = {
    "player": right_player,
    "actions": right_actions,
    "result": right_result,
    "winner": right_winner,
    "terminal": right_terminal,
    "utility": right_utility,
}
