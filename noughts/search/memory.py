"""Sixth rung: memory. Different orders of the same moves lead to the same board."""

from math import inf

from noughts.game.board import key_of
from noughts.game.contract import Board, Engine
from noughts.search.minimax import Order
from noughts.search.strong_first import strong_first
from noughts.search.win_at_once import WinAtOnce


class Memory(WinAtOnce):
    """
    Alpha-beta that remembers each position: in textbooks, a transposition table.

    It remembers a pair of bounds, (at least, at most), because a search that was cut
    short knows only one of them. A table that stores such a result as the value is
    wrong if the position recurs with another window, and plays losing moves.
    """

    def __init__(self, rules: Engine, order: Order = strong_first) -> None:
        super().__init__(rules, order)
        self.known: dict[str, tuple[float, float]] = {}

    def value(self, board: Board, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of the board, or a bound, with alpha-beta's promise."""
        low, high = self.bounds(board)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        value = super().value(board, alpha, beta)
        self.known[self.key(board)] = (
            value if value > alpha else low,
            value if value < beta else high,
        )
        return value

    def bounds(self, board: Board) -> tuple[float, float]:
        """Return the stored bounds of a position, lower and upper."""
        return self.known.get(self.key(board), (-1, 1))

    def key(self, board: Board) -> str:
        """Return the cache key of a position: its nine marks."""
        return key_of(board)
