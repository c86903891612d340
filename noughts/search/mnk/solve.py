"""
The solver: what a position is worth, narrowed down question by question.

Every question has one form: is the position worth at least so much? "Does it win?" is
the threshold 1, "is it lost?" the threshold 0. The thresholds next to what is known ask
for the quickest win, and for the quickest loss.

Nobody can tell beforehand which question is easy: a win in 11 moves may be found at
once where the search for any win loses its way, and a draw has no quick win. So the
questions take turns, each for so many positions; what one learns, the others remember.
"""

from collections.abc import Iterator

from noughts.search.mnk.game import Position
from noughts.search.mnk.memory import Bounds
from noughts.search.mnk.search import Search

FIRST_TURN = 500  # positions; doubled when no question could be answered


def narrow(search: Search, position: Position) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a position's value, until they meet."""
    low, high = -position.left, position.left
    if not position.mine | position.theirs:
        low = 0  # were the second player to win, the first could play like that instead
    allowance = FIRST_TURN
    yield low, high
    while low < high:
        answered = False
        for question in QUESTIONS:
            threshold = question(low, high)
            if low < threshold <= high:
                bound = search.at_least(position, threshold, allowance)
                if bound is not None:
                    answered = True
                    low, high = (
                        (bound, high) if bound >= threshold else (low, bound)
                    )
                    yield low, high
        if not answered:
            allowance *= 2


QUESTIONS = [
    lambda low, high: high,  # does it win at the soonest?
    lambda low, high: 1,  # does it win at all?
    lambda low, high: 0,  # can it be held?
    lambda low, high: low + 1,  # can it be held longer?
]
