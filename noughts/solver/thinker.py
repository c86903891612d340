"""A player for any board, in limited time, that says whether it is certain."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from threading import Thread
from time import monotonic
from typing import NamedTuple

from noughts.contract import Action, Board
from noughts.oracle import Verdict
from noughts.solver.ideas import forced, threats
from noughts.solver.mnk import SINGLES, Rules, State, union
from noughts.solver.narrowing import (
    best_move,
    first_bounds,
    in_words,
    narrow,
    narrow_moves,
    verdict,
)
from noughts.solver.searcher import OutOfTimeError, Searcher
from noughts.solver.store import Bounds
from noughts.words import ENGLISH

SHARE = 0.6  # of the time, to solve the position; the rest is for comparing its moves


class Choice(NamedTuple):
    """A move, and what is known of it."""

    action: Action
    certain: bool  # no other move gives a better result
    words: str  # what it promises, such as "wins in 3"


def sensible(state: State) -> int:
    """Return the cells worth a thought: a win, a block, what stops threats, or all."""
    if wins := state.my_needs & SINGLES:
        return union(wins)
    if block := forced.cell(state):
        return block
    danger = threats.danger(state)
    return danger[0] if danger else state.empty


class Thinker:
    """A player of one game: `player(board)` is its move, `player.choose` says more."""

    def __init__(self, rules: Rules, seconds: float, language: str = ENGLISH) -> None:
        self.search = Searcher(rules)
        self.seconds = seconds
        self.language = language
        self.last: Choice | None = None

    def __call__(self, board: Board) -> Action | None:
        """Return the move, None if the game is over; `last` says how certain it is."""
        self.last = self.choose(board)
        return self.last.action if self.last else None

    def choose(self, board: Board) -> Choice | None:
        """Return the move and what is known of it, None if the game is over."""
        state = self.search.rules.read(board)
        if state.over:
            return None
        start = monotonic()
        try:
            self.search.deadline = start + SHARE * self.seconds
            bounds = self.solve(state)
            self.search.deadline = start + self.seconds
            cell = best_move(self.search, state, bounds[0])
            certain = True
        except OutOfTimeError:
            self.search.deadline = start + self.seconds
            cell, bounds = self.compare(state)
            certain = bounds[0] > 0
        action = self.search.rules.action(cell)
        return Choice(action, certain, in_words(bounds, state.left, self.language))

    @contextmanager
    def meanwhile(self, board: Board) -> Iterator[None]:
        """Think about a board in the background, as long as the other player does."""
        self.search.deadline = inf
        thread = Thread(target=self._ponder, args=(board,))
        try:
            thread.start()
            yield
        finally:
            self.search.deadline = 0  # over: the next look at the clock ends it
            thread.join()

    def _ponder(self, board: Board) -> None:
        """Find out what each reply is worth; all that counts is what is remembered."""
        state = self.search.rules.read(board)
        with suppress(OutOfTimeError):
            for _ in () if state.over else narrow_moves(self.search, state):
                pass

    def values(self, board: Board) -> dict[Action, Verdict]:
        """Return what each move promises, as far as it gets known in time."""
        state = self.search.rules.read(board)
        self.search.deadline = monotonic() + self.seconds
        return {
            self.search.rules.action(cell): verdict(low, state.left)
            for cell, (low, high) in sorted(self.known(state).items())
            if low == high
        }

    def solve(self, state: State) -> Bounds:
        """Return the value, or at least a win: how soon is not worth the time."""
        known = first_bounds(state)
        try:
            for bounds in narrow(self.search, state):
                known = bounds
        except OutOfTimeError:
            if known[0] <= 0:
                raise
        return known

    def compare(self, state: State) -> tuple[int, Bounds]:
        """Return the best move found in time, and what is known of it."""
        known = self.known(state)

        def promise(cell: int) -> tuple[bool, int]:
            low, high = known[cell]
            return high >= 0, low

        cell = max((cell for cell in known if cell & sensible(state)), key=promise)
        return cell, known[cell]

    def known(self, state: State) -> dict[int, Bounds]:
        """Return what gets known of each move in time; the first bounds at least."""
        known: dict[int, Bounds] = {}
        try:
            for moves in narrow_moves(self.search, state):
                known = moves
        except OutOfTimeError:
            pass
        return known
