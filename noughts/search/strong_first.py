"""Fourth rung: strong cells first. The sooner a good move is found, the more is cut."""

from noughts.contract import Action, Board, Engine
from noughts.search.alphabeta import AlphaBeta
from noughts.search.minimax import Order, by_rows

# Four lines run through the centre, three through a corner, two through an edge.
LINES_THROUGH = [[3, 2, 3], [2, 4, 2], [3, 2, 3]]


def strong_first(rules: Engine, board: Board) -> list[Action]:
    """Return the centre, then the corners, then the edges."""
    return sorted(by_rows(rules, board), key=_weakness)


def _weakness(action: Action) -> int:
    i, j = action
    return -LINES_THROUGH[i][j]


class StrongFirst(AlphaBeta):
    """Alpha-beta that tries the centre first, then the corners, then the edges."""

    def __init__(self, rules: Engine, order: Order = strong_first) -> None:
        super().__init__(rules, order)
