"""Fourth rung: strong cells first. The sooner a good move is found, the more is cut."""

from collections import Counter

from noughts.game.board import LINES
from noughts.game.contract import Action, Board, Engine
from noughts.search.alphabeta import AlphaBeta
from noughts.search.minimax import Order, by_rows

# Four lines run through the centre, three through a corner, two through an edge.
STRENGTH = Counter(divmod(n, 3) for line in LINES for n in line)


def strong_first(rules: Engine, board: Board) -> list[Action]:
    """Return the centre, then the corners, then the edges."""
    return sorted(by_rows(rules, board), key=STRENGTH.__getitem__, reverse=True)


class StrongFirst(AlphaBeta):
    """Alpha-beta that tries the centre first, then the corners, then the edges."""

    def __init__(self, rules: Engine, order: Order = strong_first) -> None:
        super().__init__(rules, order)
