"""
What happens in a search, step by step, as a list of events.

The rungs of the ladder know nothing of this. `record` puts a listener in front of the
`value` of one search, which its recursion calls by name, and takes it away again: a
search that is not recorded runs the very code of its rung and pays nothing.
"""

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from noughts.contract import Action, Board, Mark
from noughts.search.minimax import Minimax

Path = tuple[Action, ...]  # the actions that lead from the first board to this one

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


class Enter(NamedTuple):
    """The search comes to a position; X is sure of alpha elsewhere, O of beta."""

    path: Path
    board: Board
    turn: Mark
    alpha: float
    beta: float


class Leaf(NamedTuple):
    """The game is over in this position."""

    path: Path
    value: float


class Known(NamedTuple):
    """The value is known without a search: remembered, or a win on the next move."""

    path: Path
    value: float


class Better(NamedTuple):
    """The player to move has found an action that is better than those before."""

    path: Path
    action: Action
    value: float
    bound: str


class Cut(NamedTuple):
    """The other actions are skipped, because `value` `sign` `limit`, as in 1 >= 0."""

    path: Path
    skipped: tuple[Action, ...]
    value: float
    sign: str
    limit: float


class Leave(NamedTuple):
    """The search leaves a position; `positions` were visited from there on."""

    path: Path
    value: float
    bound: str
    positions: int


Event = Enter | Leaf | Known | Better | Cut | Leave


class Recording(NamedTuple):
    """A recorded search: what it found, its events, and the positions it visited."""

    value: float
    events: list[Event]
    positions: int


def record(search: Minimax, board: Board, plies: float = inf) -> Recording:
    """
    Return the recording of a search: all of it, or its first plies.

    Deeper positions are visited and counted all the same. A position visited twice is
    counted twice.
    """
    return _Recorder(search, plies).run(board)


def count(search: Minimax, board: Board) -> int:
    """Return how many positions a search visits, the first one included."""
    return record(search, board, plies=-inf).positions


def bound_of(value: float, alpha: float, beta: float) -> str:
    """
    Return what the value found by a search with this window promises.

    Nothing is above a win of X or below a win of O: there a bound is exact.
    """
    if value >= beta and value < 1:
        return AT_LEAST
    if value <= alpha and value > -1:
        return AT_MOST
    return EXACT


@dataclass
class _Frame:
    """A position that the search has entered and not yet left."""

    path: Path
    board: Board
    alpha: float
    beta: float
    tried: list[Action] = field(default_factory=list)
    best: float | None = None
    # What ends the trying of actions: a win, or the window given to the last of them.
    limits: dict[str, float] = field(default_factory=lambda: {">=": 1, "<=": -1})


class _Recorder:
    """A listener in front of one search."""

    def __init__(self, search: Minimax, plies: float) -> None:
        self.search = search
        self.plies = plies
        self.value = search.value
        self.events: list[Event] = []
        self.frames: list[_Frame] = []
        self.positions = 0

    def run(self, board: Board) -> Recording:
        self.search.value = self.listen  # type: ignore[method-assign] # see above
        try:
            value = self.search.value(board)
        finally:
            del self.search.value
        return Recording(value, self.events, self.positions)

    def listen(self, board: Board, *window: float) -> float:
        """Stand in for the search's `value`: pass the call on, and note its events."""
        self.positions += 1
        if len(self.frames) > self.plies:
            return self.value(board, *window)
        first = self.positions
        frame = self.enter(board, *window)
        value = self.value(board, *window)
        self.leave(frame, value, self.positions - first + 1)
        return value

    def enter(self, board: Board, *window: float) -> _Frame:
        alpha, beta = window or (-inf, inf)
        frame = _Frame((), board, alpha, beta)
        if self.frames:
            parent = self.frames[-1]
            action = difference(parent.board, board)
            parent.tried.append(action)
            frame.path = (*parent.path, action)
            if window:
                parent.limits = {">=": beta, "<=": alpha}
        self.frames.append(frame)
        turn = self.search.rules.player(board)
        self.events.append(Enter(frame.path, board, turn, alpha, beta))
        return frame

    def leave(self, frame: _Frame, value: float, positions: int) -> None:
        self.frames.pop()
        bound = bound_of(value, frame.alpha, frame.beta)
        if self.search.rules.terminal(frame.board):
            self.events.append(Leaf(frame.path, value))
            bound = EXACT
        elif len(frame.path) < self.plies:
            self.stop(frame, value)
        self.events.append(Leave(frame.path, value, bound, positions))
        if self.frames:
            self.compare(self.frames[-1], frame.path[-1], value, bound)

    def stop(self, frame: _Frame, value: float) -> None:
        """Note why no more actions were tried, if some were not."""
        actions = self.search.order(self.search.rules, frame.board)
        skipped = tuple(action for action in actions if action not in frame.tried)
        if not frame.tried:
            self.events.append(Known(frame.path, value))
        elif skipped:
            sign = ">=" if self.x_moves(frame) else "<="
            limit = frame.limits[sign]
            self.events.append(Cut(frame.path, skipped, value, sign, limit))

    def compare(self, frame: _Frame, action: Action, value: float, bound: str) -> None:
        """Note whether an action is better than those that were tried before it."""
        better = max if self.x_moves(frame) else min
        if frame.best is None or better(frame.best, value) != frame.best:
            frame.best = value
            self.events.append(Better(frame.path, action, value, bound))

    def x_moves(self, frame: _Frame) -> bool:
        return self.search.rules.player(frame.board) == self.search.rules.X


def difference(before: Board, after: Board) -> Action:
    """Return the cell that was filled between two boards."""
    return next(
        (i, j)
        for i, row in enumerate(before)
        for j, mark in enumerate(row)
        if after[i][j] != mark
    )
