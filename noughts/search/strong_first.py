"""Fourth rung: strong cells first. The sooner a good move is found, the more is cut."""

from noughts.contract import Engine
from noughts.search.alphabeta import AlphaBeta
from noughts.search.order import Order, strong_first


class StrongFirst(AlphaBeta):
    """Alpha-beta that tries the centre first, then the corners, then the edges."""

    def __init__(self, rules: Engine, order: Order = strong_first) -> None:
        super().__init__(rules, order)
