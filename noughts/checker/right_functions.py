"""
Right functions, substituted for wrong ones to see what that heals.

Their source is sent to the engine's process only when needed, after the file was
loaded. Each is self-contained except for the marks X, O and EMPTY and `CELLS`, the
file's own type for a set of cells. They accept cells of any type.
"""

# ruff: noqa: E741 - the contract names it so

import ast
from functools import cache
from pathlib import Path
from typing import Any

X: Any = "X"
O: Any = "O"
EMPTY: Any = None
CELLS: Any = set


def player(board: Any) -> Any:
    """Return who is to move."""
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) <= marks.count(O) else O


def actions(board: Any) -> Any:
    """Return the empty cells."""
    cells = [(i, j) for i in range(3) for j in range(3)]
    return CELLS((i, j) for i, j in cells if board[i][j] == EMPTY)


def result(board: Any, action: Any) -> Any:
    """Return the board after an action."""
    i, j = action
    if i not in (0, 1, 2) or j not in (0, 1, 2) or board[i][j] != EMPTY:
        raise ValueError(f"{action!r} is not an empty cell")
    marks = [mark for row in board for mark in row]
    after = [list(row) for row in board]
    after[i][j] = X if marks.count(X) <= marks.count(O) else O
    return after


def winner(board: Any) -> Any:
    """Return who has a full line."""
    m = [mark for row in board for mark in row]
    lines = [m[0:3], m[3:6], m[6:], m[0::3], m[1::3], m[2::3], m[0::4], m[2:8:2]]
    return next((mark for mark in (X, O) if [mark] * 3 in lines), None)


def terminal(board: Any) -> Any:
    """Return whether the game is over."""
    m = [mark for row in board for mark in row]
    lines = [m[0:3], m[3:6], m[6:], m[0::3], m[1::3], m[2::3], m[0::4], m[2:8:2]]
    return EMPTY not in m or any(line in ([X] * 3, [O] * 3) for line in lines)


def utility(board: Any) -> Any:
    """Return 1, -1 or 0."""
    m = [mark for row in board for mark in row]
    lines = [m[0:3], m[3:6], m[6:], m[0::3], m[1::3], m[2::3], m[0::4], m[2:8:2]]
    return int([X] * 3 in lines) - int([O] * 3 in lines)


@cache
def sources() -> dict[str, str]:
    """Return the source of each function above."""
    text = Path(__file__).read_text("utf-8")
    return {
        node.name: ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name != "sources"
    }
