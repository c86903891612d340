"""
The solver: what a position is worth, narrowed down question by question.

Every question has one form: is the position worth at least so much? The threshold 1
asks "does it win?", the threshold 0 "can it be held?". The thresholds next to what is
known already ask for the quickest win, and for the quickest loss.

Nobody can tell beforehand which question is easy: a win in 11 moves may be found soon
where the search for any win loses its way, and a draw has no quick win. So the
questions take turns, each for so many positions; what one learns, all remember.
"""

from collections.abc import Callable, Iterator, Mapping

from noughts.oracle import Verdict
from noughts.solver.game import Game, Position
from noughts.solver.ideas import order, symmetry
from noughts.solver.memory import Bounds
from noughts.solver.search import Search

FIRST_TURN = 1000  # positions per question; doubled when none was answered

QUESTIONS: list[Callable[[int, int], int]] = [
    lambda low, high: high,  # does it win as soon as is still possible?
    lambda low, high: 1,  # does it win at all?
    lambda low, high: 0,  # can it be held?
    lambda low, high: low + 1,  # can it at least be held longer?
]


def narrow(search: Search, position: Position) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a position's value until they meet; see `Search`."""
    low, high = first_bounds(position)
    turn = FIRST_TURN
    yield low, high
    while low < high:
        before = low, high
        for question in QUESTIONS:
            threshold = question(low, high)
            if low < threshold <= high:
                bound = search.at_least(position, threshold, turn)
                if bound is not None and bound >= threshold:
                    low = bound
                elif bound is not None:
                    high = bound
                yield low, high
        if before == (low, high):
            turn *= 2


def first_bounds(position: Position) -> Bounds:
    """Return what is known of a position's value before any search."""
    if position.lost:
        return -1 - position.left, -1 - position.left
    if not position.mine | position.theirs:
        # If the second player had a way to win, the first could steal it: begin
        # anywhere, then play as if second. A mark too many is never in one's way.
        return 0, position.left
    return -position.left, position.left


def outcome_known(bounds: Bounds) -> bool:
    """Return whether the bounds tell a win, a draw or a loss."""
    low, high = bounds
    return low > 0 or high < 0 or low == high


def outcome(search: Search, position: Position) -> Bounds:
    """Return bounds that tell a win, a draw or a loss, by the search's own rungs."""
    if "turns" in search.rungs:
        return next(filter(outcome_known, narrow(search, position)))
    low, high = first_bounds(position)
    for threshold in (1, 0):
        if low < threshold <= high:
            bound = search.value(position, threshold - 1, threshold)
            low, high = (bound, high) if bound >= threshold else (low, bound)
    return low, high


def best_move(search: Search, position: Position, value: int) -> int:
    """Return the strongest cell that is worth the value; one must be."""
    for cell in order.strongest_first(position, position.empty):
        bound = search.at_least(position.play(cell), 1 - value)
        if bound is not None and -bound >= value:
            return cell
    raise ValueError(f"no move is worth {value}")


def line_of_play(search: Search, position: Position, value: int) -> Iterator[int]:
    """Yield best play, cell by cell, as long as somebody can still complete a line."""
    while not position.over and (position.my_needs or position.their_needs):
        cell = best_move(search, position, value)
        yield cell
        position, value = position.play(cell), -value


def narrow_moves(search: Search, position: Position) -> Iterator[dict[int, Bounds]]:
    """Yield ever tighter bounds of each move's value; the moves take turns."""
    same = twins(search.game, position)
    open_questions = {
        cell: narrow(search, position.play(cell))
        for cell in order.strongest_first(position, position.empty)
        if same[cell] == cell
    }
    known: dict[int, Bounds] = {}
    while open_questions:
        for first, answers in list(open_questions.items()):
            low, high = next(answers)
            known |= {
                cell: (-high, -low) for cell, twin in same.items() if twin == first
            }
            if low == high:
                del open_questions[first]
            yield known


def best_of(position: Position, known: Mapping[int, Bounds]) -> Bounds:
    """Return the bounds of a position's value that follow from those of its moves."""
    low, high = first_bounds(position)
    lows, highs = ([bounds[n] for bounds in known.values()] for n in range(2))
    return max([low, *lows]), max(highs, default=high)


def twins(game: Game, position: Position) -> dict[int, int]:
    """Return for each empty cell the strongest one that is its mirror image."""
    firsts: dict[tuple[int, int], int] = {}
    return {
        cell: firsts.setdefault(
            symmetry.smallest_view(game, position.mine | cell, position.theirs), cell
        )
        for cell in order.strongest_first(position, position.empty)
    }


def verdict(value: int, left: int) -> Verdict:
    """Return what a value promises the player to move, where so many cells are left."""
    plies = left + 1 - abs(value) if value else left
    return Verdict((value > 0) - (value < 0), (plies + 1) // 2)


def told(bounds: Bounds, left: int) -> str:
    """Return all that bounds promise the player to move, in words."""
    low, high = (verdict(value, left) for value in bounds)
    if low.outcome == high.outcome:
        sooner, later = sorted((low, high), key=lambda verdict: verdict.moves)
        return f"{sooner}" if low == high else f"{sooner} to {later.moves}"
    known = []
    if low.outcome == 0:
        known.append("does not lose")
    elif low.moves > 1:
        known.append(f"can hold for {low.moves - 1}")
    if high.outcome == 0:
        known.append("does not win")
    elif high.moves > 1:
        known.append(f"does not win in {high.moves - 1}")
    return " and ".join(known) or "not known"
