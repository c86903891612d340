"""
The solver: it narrows down what a position is worth, question by question.

A draw is worth 0. A win is worth 1, and 1 more for each cell still empty at its end:
the sooner, the better. A loss is worth the same below 0. All values are those of the
player to move.

Each question asks whether a position is worth at least some threshold: 1 means "does it
win?", 0 "can it be held?". Then come the quickest win and the slowest loss. It is
not known in advance which question is easy, so they take turns, each for a number of
positions.
"""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import TypeVar

from noughts.game.oracle import Verdict
from noughts.solver.ideas.mirrors import smallest_view
from noughts.solver.ideas.potential import strongest_first
from noughts.solver.mnk import Rules, State
from noughts.solver.prover import ENDLESS, ProofResult, Prover, Query
from noughts.texts import ENGLISH, words

Bounds = tuple[int, int]
T = TypeVar("T")
FIRST_TURN = 1000  # positions per question; doubled when none was answered
FIRST_LOOK = 30  # the same if many moves take turns

QUESTIONS: list[Callable[[int, int], int]] = [
    lambda low, high: 1,  # does it win?
    lambda low, high: 0,  # can it be held?
    lambda low, high: high if low > 0 else low,  # can it win as soon as is possible?
    lambda low, high: low + 1 if high < 0 else low,  # can it be held longer?
]


# --- Values ----------------------------------------------------------------------


def narrow(prover: Prover, state: State, turn: int = FIRST_TURN) -> Iterator[Bounds]:
    """Yield ever tighter bounds of a position's value until they meet."""
    low, high = first_bounds(state)
    yield low, high
    while low < high:
        before = low, high
        for question in QUESTIONS:
            threshold = question(low, high)
            if low < threshold <= high:
                bound = bound_value(prover, state, threshold, turn)
                if bound is not None and bound >= threshold:
                    low = bound
                elif bound is not None:
                    high = bound
                yield low, high
        if before == (low, high):
            turn *= 2


def first_bounds(state: State) -> Bounds:
    """Return what is known of a position's value before any search."""
    if state.over:
        return state.final_value, state.final_value
    if not state.mine | state.theirs:
        # If the second player had a way to win, the first could steal it: begin
        # anywhere, then play as if second. An extra mark never hurts.
        return 0, state.left
    return -state.left, state.left


def bound_value(
    prover: Prover, state: State, threshold: int, positions: float = inf
) -> int | None:
    """
    Return a bound that decides whether a position is worth at least the threshold.

    A bound from the threshold up says "at least this", one below it "at most this";
    None: this many positions were not enough to tell.
    """
    if state.over:
        return state.final_value
    prover.allowed = prover.visited + positions
    try:
        return _ask(prover, state, threshold)
    except TimeoutError:
        if prover.visited > prover.allowed:
            return None
        raise
    finally:
        prover.allowed = inf


def _ask(prover: Prover, state: State, threshold: int) -> int:
    """Return a bound of the value, by asking whether one player can win in time."""
    left = state.left
    if threshold > 0:  # can I win, with this many cells empty at the end?
        moves = ENDLESS if threshold == 1 else (left + 2 - threshold) // 2
        question = Query(state.my_needs, state.their_needs, True, moves)
        if prover.ask(question).result is ProofResult.WINS:
            return threshold
        return 0 if moves == ENDLESS else left - 2 * moves
    moves = ENDLESS if threshold == 0 else (left + threshold) // 2
    question = Query(state.their_needs, state.my_needs, False, moves)
    if prover.ask(question).result is ProofResult.WINS:
        return threshold - 1
    return 0 if moves == ENDLESS else 2 * moves - left + 1


def last_in_time(findings: Iterator[T], first: T) -> tuple[T, bool]:
    """Return the last finding, and whether there was time for all."""
    try:
        for first in findings:  # noqa: B007 - the last is the tightest
            pass
    except TimeoutError:
        return first, False
    return first, True


# --- Moves -----------------------------------------------------------------------


def best_move(prover: Prover, state: State, value: int) -> int:
    """Return the strongest cell with this value; raise if there is none."""
    for cell in strongest_first(state):
        bound = bound_value(prover, state.play(cell), 1 - value)
        if bound is not None and -bound >= value:
            return cell
    raise ValueError(f"no move is worth {value}")


def line_of_play(prover: Prover, state: State, value: int) -> Iterator[int]:
    """Yield best play, cell by cell, as long as somebody can still complete a line."""
    while not state.over and (state.my_needs or state.their_needs):
        cell = best_move(prover, state, value)
        yield cell
        state, value = state.play(cell), -value


def narrow_moves(prover: Prover, state: State) -> Iterator[dict[int, Bounds]]:
    """Yield ever tighter bounds of each move's value; the moves take turns."""
    first_of = mirror_images(prover.rules, state)
    open_questions = {
        cell: narrow(prover, state.play(cell), FIRST_LOOK)
        for cell, first in first_of.items()
        if first == cell
    }
    known: dict[int, Bounds] = {}
    while open_questions:
        for asked, answers in list(open_questions.items()):
            low, high = next(answers)
            known |= {
                cell: (-high, -low)
                for cell, first in first_of.items()
                if first == asked
            }
            if low == high:
                del open_questions[asked]
            yield known


def bound_moves(prover: Prover, state: State) -> tuple[dict[int, Bounds], bool]:
    """Return the bounds of each move, and whether there was time to find them all."""
    return last_in_time(narrow_moves(prover, state), {})


def best_of(state: State, known: Mapping[int, Bounds]) -> Bounds:
    """Return the bounds of a position's value that follow from those of its moves."""
    low, high = first_bounds(state)
    lows, highs = ([bounds[n] for bounds in known.values()] for n in range(2))
    return max([low, *lows]), max(highs, default=high)


def mirror_images(rules: Rules, state: State) -> dict[int, int]:
    """Return for each empty cell the strongest one that is its mirror image."""
    firsts: dict[tuple[int, int], int] = {}
    return {
        cell: firsts.setdefault(
            smallest_view(rules, state.mine | cell, state.theirs), cell
        )
        for cell in strongest_first(state)
    }


# --- Results -----------------------------------------------------------------------


def verdict(value: int, left: int) -> Verdict:
    """Return what a value promises the player to move, with this many cells left."""
    plies = left + 1 - abs(value) if value else left
    return Verdict((value > 0) - (value < 0), (plies + 1) // 2)


def promise(bounds: Bounds, left: int, language: str = ENGLISH) -> str:
    """Return what bounds promise the player to move, such as `wins in 2 to 4`."""
    say = words(language)
    low, high = (verdict(value, left) for value in bounds)
    if low.outcome == high.outcome:
        sooner, later = sorted((low, high), key=lambda verdict: verdict.moves)
        text = say.verdict(*sooner)
        if low == high:
            return text
        return say("solve.promise.range", verdict=text, most=later.moves)
    if low.outcome == 0:
        return say("solve.promise.holds")
    return say(f"solve.promise.{'unknown' if high.outcome else 'wins_not'}")
