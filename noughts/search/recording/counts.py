"""What each rung of the ladder saves: positions visited, and time."""

from collections.abc import Iterator
from functools import cache
from time import process_time
from typing import NamedTuple

from noughts.board import replies, winner
from noughts.contract import Board, Engine
from noughts.search import LADDER, rung
from noughts.search.order import Order
from noughts.search.recording.events import count


@cache
def minimax_positions(key: str) -> int:
    """Return how many positions plain Minimax visits, which are all: in any order."""
    return 1 if winner(key) else 1 + sum(map(minimax_positions, replies(key).values()))


class Count(NamedTuple):
    """What one search took."""

    name: str
    positions: int
    seconds: float  # of the processor, not recorded and not counted


def counts(rules: Engine, board: Board, order: Order | None = None) -> Iterator[Count]:
    """Yield what each search takes on a board, one by one as they end."""
    for name in LADDER:
        positions = count(rung(name, rules, order), board)
        search = rung(name, rules, order)
        begin = process_time()
        search.value(board)
        yield Count(name, positions, process_time() - begin)
