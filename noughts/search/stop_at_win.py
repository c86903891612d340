"""Second rung: a player who has found a win need not look for another."""

from noughts.game.contract import Board
from noughts.search.minimax import Minimax


class StopAtWin(Minimax):
    """Minimax that leaves a position as soon as it has found a win in it."""

    def value(self, board: Board) -> float:
        """Return the value of the board, exactly as Minimax does."""
        rules = self.rules
        if rules.terminal(board):
            return rules.utility(board)
        x_moves = rules.player(board) == rules.X
        better, win = (max, 1.0) if x_moves else (min, -1.0)
        best = -win
        for action in self.order(rules, board):
            best = better(best, self.value(rules.result(board, action)))
            if best == win:
                break  # nothing is better than a win
        return best
