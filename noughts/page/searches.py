"""
A recorded search in few letters: the page steps through tens of thousands of events.

The events are four strings of equal length, a letter per event in each, so that the
page can look at any step at once and the whole packs well. `kind` says what happened,
and what the letters of `a`, `b` and `c` mean:

    E  enter a position    a: the square taken, 0 at first   b: alpha   c: beta
    L  a finished game     a: its value
    B  a better move       a: its square    b: its value     c: the bound
    C  the rest is cut     a: the value     b: the limit     c: the sign between them
    V  leave a position    a: its value     b: the bound
"""

from math import inf
from typing import NamedTuple

from noughts import oracle
from noughts.board import key_of
from noughts.contract import Board
from noughts.notation import board_text, shown, square
from noughts.page.data import MINIMAX_FREE, Json
from noughts.search import LADDER, Minimax
from noughts.search.recording.counts import minimax_positions
from noughts.search.recording.events import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    bound_of,
    difference,
)
from noughts.search.rules import our_rules

METHODS = ("minimax", "alphabeta", "strong-first")
VALUES = {-inf: "<", -1: "-", 0: "0", 1: "+", inf: ">"}
BOUNDS = {EXACT: "=", AT_LEAST: ">", AT_MOST: "<"}
LETTERS = 4  # for an event


class SearchError(ValueError):
    """There is no such search to be stepped through; the message says why."""


def search(method: str, board: Board, noted: "Letters | None" = None) -> Json:
    """Return a recorded search of a position in which somebody is to move."""
    key = key_of(board)
    if oracle.look(board).turn is None:
        raise SearchError(
            f"{board_text(board)} is finished: there is nothing to search"
        )
    if method not in METHODS:
        known = ", ".join(METHODS)
        raise SearchError(f"{shown(method)} is not a search: one of {known}")
    if not is_recorded(method, key):
        visited = minimax_positions(key)
        raise SearchError(
            f"Minimax visits {visited:,} positions from {board_text(board)}: too "
            f"many to step through; at most {MINIMAX_FREE} squares may be free"
        )
    value, letters = (noted or Letters(method)).of(board)
    columns = [letters[n::LETTERS] for n in range(LETTERS)]
    return {
        "board": key,
        "method": method,
        "value": value,
        "positions": columns[0].count("E"),
        **dict(zip(("kind", "a", "b", "c"), columns, strict=True)),
    }


def is_recorded(method: str, key: str) -> bool:
    """Return whether a search can be stepped through."""
    return method != "minimax" or key.count(".") <= MINIMAX_FREE


class Visit(NamedTuple):
    """What a search did with a position under a window, in letters."""

    board: Board
    window: tuple[float, float]
    value: float
    bound: str
    letters: str  # all but how it was entered

    def entered(self, cell: str) -> str:
        """Return all its letters, entered by a move on a square."""
        alpha, beta = self.window
        return f"E{cell}{VALUES[alpha]}{VALUES[beta]}{self.letters}"


class Letters:
    """
    A listener in front of a search that notes it in letters.

    What a search does with a position depends on nothing but the window: it is
    searched once, and its letters stand wherever it is visited again. All searches
    from all positions are noted in seconds. A recorder, `search.recording.events`, has
    the path of each event, and so goes through every visit; the two are compared.
    """

    def __init__(self, method: str) -> None:
        self.search: Minimax = LADDER[method](our_rules())
        self._value = self.search.value
        self._known: dict[tuple[str, tuple[float, ...]], Visit] = {}
        self._tried: list[Visit] = []  # from the position that is being searched

    def of(self, board: Board) -> tuple[float, str]:
        """Return the value of a board, and the letters of its search."""
        self._tried = []
        self.search.value = self._listen  # type: ignore[method-assign] # see above
        try:
            self.search.value(board)
        finally:
            del self.search.value
        (visit,) = self._tried
        return visit.value, visit.entered("0")

    def _listen(self, board: Board, *window: float) -> float:
        """Stand in for the search's `value`: pass the call on, and note what it did."""
        key = key_of(board), window
        if key not in self._known:
            above, self._tried = self._tried, []
            value = self._value(board, *window)
            self._known[key] = self._visit(board, window, value)
            self._tried = above
        self._tried.append(self._known[key])
        return self._known[key].value

    def _visit(self, board: Board, window: tuple[float, ...], value: float) -> Visit:
        alpha, beta = window or (-inf, inf)
        if self.search.rules.terminal(board):
            return Visit(board, (alpha, beta), value, EXACT, f"L{VALUES[value]}  ")
        bound = bound_of(value, alpha, beta)
        letters = [*self._moves(board), self._cut(board, value)]
        letters.append(f"V{VALUES[value]}{BOUNDS[bound]} ")
        return Visit(board, (alpha, beta), value, bound, "".join(letters))

    def _moves(self, board: Board) -> list[str]:
        """Return the letters of each move that was tried, and whether it was better."""
        better = max if self._x_moves(board) else min
        best, letters = None, []
        for visit in self._tried:
            cell = str(square(difference(board, visit.board)))
            letters.append(visit.entered(cell))
            if best is None or better(best, visit.value) != best:
                best = visit.value
                letters.append(f"B{cell}{VALUES[best]}{BOUNDS[visit.bound]}")
        return letters

    def _cut(self, board: Board, value: float) -> str:
        """Return why moves were left out, if some were."""
        if len(self._tried) == len(self.search.rules.actions(board)):
            return ""
        low, high = self._tried[-1].window
        sign, limit = (">", high) if self._x_moves(board) else ("<", low)
        return f"C{VALUES[value]}{VALUES[limit]}{sign}"

    def _x_moves(self, board: Board) -> bool:
        return self.search.rules.player(board) == self.search.rules.X
