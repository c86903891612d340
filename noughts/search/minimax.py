"""First rung: Minimax, as in the textbook. From the empty board: 549,946 positions."""

from collections.abc import Callable, Sequence

from noughts.game.contract import Action, Board, Engine

# In which order to try the actions of a board. It never changes the value found.
Order = Callable[[Engine, Board], Sequence[Action]]


def by_rows(rules: Engine, board: Board) -> list[Action]:
    """Return the actions row by row."""
    return sorted(rules.actions(board))


class Minimax:
    """
    A search over the rules of any engine: X maximises, O minimises.

    X takes the `max` of what follows, O the `min`. A popular version of the pseudocode
    has `max` in both branches. O's branch starts at infinity and stays there, so every
    position with O to move looks won for X, and X passes up an immediate win.
    """

    def __init__(self, rules: Engine, order: Order = by_rows) -> None:
        self.rules = rules
        self.order = order

    def value(self, board: Board) -> float:
        """Return 1 if X wins, -1 if O wins, 0 for a draw, when both play their best."""
        rules = self.rules
        if rules.terminal(board):
            return rules.utility(board)
        values = [
            self.value(rules.result(board, action))
            for action in self.order(rules, board)
        ]
        return max(values) if rules.player(board) == rules.X else min(values)
