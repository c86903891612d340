"""Third rung: alpha-beta. A move that the opponent avoids needs no exact value."""

from math import inf

from noughts.game.contract import Board
from noughts.search.minimax import Minimax


class AlphaBeta(Minimax):
    """
    Minimax that leaves a position as soon as one of the players would avoid it.

    Suppose that X has found a move worth 0 and looks at another one, to which O's first
    reply is worth 0 or less. The other replies cannot matter, because X already has
    something at least as good. They are cut.
    """

    def value(self, board: Board, alpha: float = -inf, beta: float = inf) -> float:
        """
        Return the value of the board, or a bound if that is enough.

        Elsewhere in the game X is already sure of alpha, and O of beta. A result
        between the two is exact. A result <= alpha says "at most this", a result
        >= beta "at least this": enough to know that a player avoids this board.
        """
        rules = self.rules
        if rules.terminal(board):
            return rules.utility(board)
        if rules.player(board) == rules.X:
            best = -inf
            for action in self.order(rules, board):
                after = rules.result(board, action)
                best = max(best, self.value(after, alpha, beta))
                if best >= beta:
                    break  # O has something at least as good elsewhere
                alpha = max(alpha, best)
        else:
            best = inf
            for action in self.order(rules, board):
                after = rules.result(board, action)
                best = min(best, self.value(after, alpha, beta))
                if best <= alpha:
                    break  # X has something at least as good elsewhere
                beta = min(beta, best)
        return best
