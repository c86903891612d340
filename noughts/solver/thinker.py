"""A player for any board, in limited time, that says whether it is certain."""

from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from noughts.game.contract import Action, Board
from noughts.game.oracle import Verdict
from noughts.solver.ideas import threats
from noughts.solver.mnk import SINGLES, Rules, State, union
from noughts.solver.narrowing import (
    Bounds,
    best_move,
    bound_moves,
    first_bounds,
    last_in_time,
    narrow,
    promise,
    verdict,
)
from noughts.solver.prover import Prover
from noughts.texts import ENGLISH

SHARE = 0.6  # of the time, to solve the position; the rest is for comparing its moves


class Choice(NamedTuple):
    """A move, and what is known of it."""

    action: Action
    certain: bool  # no other move gives a better result
    words: str  # what it promises, such as "wins in 3"


def sensible_cells(state: State) -> int:
    """Return the cells to consider: wins, blocks, replies to threats, or all."""
    if wins := state.my_needs & SINGLES:
        return union(wins)
    if blocks := state.their_needs & SINGLES:
        return min(blocks)
    lost = threats.find_sequence(state.their_needs, state.my_needs)
    return threats.disturbing_cells(lost, state.my_needs) if lost else state.empty


class Thinker:
    """A player of one game: `player(board)` is its move, `player.choose` says more."""

    def __init__(self, rules: Rules, seconds: float, language: str = ENGLISH) -> None:
        self.rules, self.prover = rules, Prover(rules)
        self.seconds, self.language = seconds, language
        self.last: Choice | None = None

    def __call__(self, board: Board) -> Action | None:
        """Return the move, None if the game is over; `last` says how certain it is."""
        self.last = self.choose(board)
        return self.last.action if self.last else None

    def choose(self, board: Board) -> Choice | None:
        """Return the move and what is known of it, None if the game is over."""
        state = self.rules.read(board)
        if state.over:
            return None
        start = monotonic()
        self.prover.deadline = start + SHARE * self.seconds
        bounds, solved = last_in_time(narrow(self.prover, state), first_bounds(state))
        self.prover.deadline = start + self.seconds
        cell = 0
        if solved or bounds[0] > 0:
            with suppress(TimeoutError):
                cell = best_move(self.prover, state, bounds[0])
        certain = bool(cell)
        if not cell:
            cell, bounds = self.compare(state)
            certain = bounds[0] > 0  # another move might be better than a draw
        known = promise(bounds, state.left, self.language)
        return Choice(self.rules.action(cell), certain, known)

    def values(self, board: Board) -> dict[Action, Verdict]:
        """Return the verdicts of the moves that were solved in time."""
        state = self.rules.read(board)
        self.prover.deadline = monotonic() + self.seconds
        return {
            self.rules.action(cell): verdict(low, state.left)
            for cell, (low, high) in sorted(bound_moves(self.prover, state)[0].items())
            if low == high
        }

    def compare(self, state: State) -> tuple[int, Bounds]:
        """Return the best move found in time, and what is known of it."""
        known, _ = bound_moves(self.prover, state)

        def rank(cell: int) -> tuple[bool, int]:
            low, high = known[cell]
            return high >= 0, low

        cell = max((cell for cell in known if cell & sensible_cells(state)), key=rank)
        return cell, known[cell]
