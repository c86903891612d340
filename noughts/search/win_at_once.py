"""Fifth rung: win if you can. A win on the next move needs no search at all."""

from math import inf

from noughts.game.contract import Board
from noughts.search.strong_first import StrongFirst


class WinAtOnce(StrongFirst):
    """Alpha-beta that first checks whether one move completes a line."""

    def value(self, board: Board, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of the board, or a bound, with alpha-beta's promise."""
        if not self.rules.terminal(board) and self.wins_at_once(board):
            return 1 if self.rules.player(board) == self.rules.X else -1
        return super().value(board, alpha, beta)

    def wins_at_once(self, board: Board) -> bool:
        """Return whether the player to move can complete a line."""
        rules = self.rules
        return any(
            rules.winner(rules.result(board, action)) is not None
            for action in self.order(rules, board)
        )
