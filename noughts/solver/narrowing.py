"""
The solver: what a position is worth, narrowed down question by question.

Every question has one form: is the position worth at least so much? The threshold 1
asks "does it win?", the threshold 0 "can it be held?". The thresholds next to what is
known already ask for the quickest win, and for the quickest loss.

Nobody can tell beforehand which question is easy: a win in 11 moves may be found soon
where the search for any win loses its way, and a draw has no quick win. So the
questions take turns, each for some positions; what one learns, all remember.
"""

from collections.abc import Callable, Iterator, Mapping

from noughts.oracle import Verdict
from noughts.solver.ideas import mirrors, strong_cells
from noughts.solver.mnk import Rules, State
from noughts.solver.searcher import Searcher
from noughts.solver.store import Bounds
from noughts.words import ENGLISH, words

FIRST_TURN = 1000  # positions per question; doubled when none was answered
FIRST_LOOK = 30  # the same where many moves wait for their turn

QUESTIONS: list[Callable[[int, int], int]] = [
    lambda low, high: high,  # does it win as soon as is still possible?
    lambda low, high: 1,  # does it win at all?
    lambda low, high: 0,  # can it be held?
    lambda low, high: min(low + 1, 0),  # can it at least be held longer?
]
# The prover finds any win as soon as a quick one: so first who wins, then how soon.
PROVER_QUESTIONS: list[Callable[[int, int], int]] = [
    lambda low, high: 1,
    lambda low, high: 0,
    lambda low, high: high if low > 0 else low,
    lambda low, high: low + 1 if high < 0 else low,
]


def narrow(search: Searcher, state: State, turn: int = FIRST_TURN) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a position's value until they meet."""
    low, high = first_bounds(state)
    questions = PROVER_QUESTIONS if search.prover else QUESTIONS
    yield low, high
    while low < high:
        before = low, high
        for question in questions:
            threshold = question(low, high)
            if low < threshold <= high:
                bound = search.at_least(state, threshold, turn)
                if bound is not None and bound >= threshold:
                    low = bound
                elif bound is not None:
                    high = bound
                yield low, high
        if before == (low, high):
            turn *= 2


def first_bounds(state: State) -> Bounds:
    """Return what is known of a position's value before any search."""
    if state.lost:
        return -1 - state.left, -1 - state.left
    if not state.mine | state.theirs:
        # If the second player had a way to win, the first could steal it: begin
        # anywhere, then play as if second. An extra mark never hurts.
        return 0, state.left
    return -state.left, state.left


def outcome_known(bounds: Bounds) -> bool:
    """Return whether the bounds tell a win, a draw or a loss."""
    low, high = bounds
    return low > 0 or high < 0 or low == high


def outcome(search: Searcher, state: State) -> Bounds:
    """Return bounds that tell a win, a draw or a loss, by the search's own rungs."""
    if "turns" in search.rungs:
        return next(filter(outcome_known, narrow(search, state)))
    low, high = first_bounds(state)
    for threshold in (1, 0):
        if low < threshold <= high:
            bound = search.at_least(state, threshold)
            assert bound is not None  # it was not limited
            low, high = (bound, high) if bound >= threshold else (low, bound)
    return low, high


def best_move(search: Searcher, state: State, value: int) -> int:
    """Return the strongest cell that is worth the value; one must be."""
    for cell in strong_cells.strongest_first(state, state.empty):
        bound = search.at_least(state.play(cell), 1 - value)
        if bound is not None and -bound >= value:
            return cell
    raise ValueError(f"no move is worth {value}")


def line_of_play(search: Searcher, state: State, value: int) -> Iterator[int]:
    """Yield best play, cell by cell, as long as somebody can still complete a line."""
    while not state.over and (state.my_needs or state.their_needs):
        cell = best_move(search, state, value)
        yield cell
        state, value = state.play(cell), -value


def narrow_moves(search: Searcher, state: State) -> Iterator[dict[int, Bounds]]:
    """Yield ever tighter bounds of each move's value; the moves take turns."""
    same = twins(search.rules, state)
    open_questions = {
        cell: narrow(search, state.play(cell), FIRST_LOOK)
        for cell in strong_cells.strongest_first(state, state.empty)
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


def best_of(state: State, known: Mapping[int, Bounds]) -> Bounds:
    """Return the bounds of a position's value that follow from those of its moves."""
    low, high = first_bounds(state)
    lows, highs = ([bounds[n] for bounds in known.values()] for n in range(2))
    return max([low, *lows]), max(highs, default=high)


def twins(rules: Rules, state: State) -> dict[int, int]:
    """Return for each empty cell the strongest one that is its mirror image."""
    firsts: dict[tuple[int, int], int] = {}
    return {
        cell: firsts.setdefault(
            mirrors.smallest_view(rules, state.mine | cell, state.theirs), cell
        )
        for cell in strong_cells.strongest_first(state, state.empty)
    }


def verdict(value: int, left: int) -> Verdict:
    """Return what a value promises the player to move, with this many cells left."""
    plies = left + 1 - abs(value) if value else left
    return Verdict((value > 0) - (value < 0), (plies + 1) // 2)


def in_words(bounds: Bounds, left: int, language: str = ENGLISH) -> str:
    """Return all that bounds promise the player to move, in words."""
    say = words(language)
    low, high = (verdict(value, left) for value in bounds)
    if low.outcome == high.outcome:
        sooner, later = sorted((low, high), key=lambda verdict: verdict.moves)
        said = say.verdict(*sooner)
        if low == high:
            return said
        return say("solve.promise.range", verdict=said, most=later.moves)
    known = []
    if low.outcome == 0:
        known.append(say("solve.promise.holds"))
    elif low.moves > 1:
        known.append(say("solve.promise.holds_for", n=low.moves - 1))
    if high.outcome == 0:
        known.append(say("solve.promise.wins_not"))
    elif high.moves > 1:
        known.append(say("solve.promise.wins_not_in", n=high.moves - 1))
    return say.listed(known) or say("solve.promise.unknown")
