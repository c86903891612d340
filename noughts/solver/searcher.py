"""
The search: Minimax with alpha-beta, which asks each idea that is switched on.

Minimax: a position is worth as much as its best move, and a move as much as the other
player's best reply leaves. Each value is seen by the player to move, so it
changes its sign from one position to the next.

Alpha-beta: whoever asks for a value says what matters, the window between alpha and
beta. The player to move is sure of alpha elsewhere, the other one of beta. So as soon
as a value is known to lie outside, it does not matter by how much: the search stops.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from math import inf
from time import monotonic

from noughts.solver.ideas import (
    forced,
    mirrors,
    openlines,
    pairs,
    potential,
    strong_cells,
    threats,
)
from noughts.solver.mnk import Needs, Rules, State, cells_of
from noughts.solver.prover import ENDLESS, ProofResult, Prover, Query
from noughts.solver.prover import RUNGS as PROVER_RUNGS
from noughts.solver.store import Bounds, Store

# The ladder: the ideas in the order in which one would teach them. What each is, in
# a few words, is in section [solve.rung] of the words.
RUNGS = (
    "minimax",
    "alpha-beta",
    "forced moves",
    "strong cells",
    "open lines",
    "memory",
    "symmetry",
    "potential",
    "pairs",
    "threats",
    "turns",
    *PROVER_RUNGS,
)
MEMORY = 1_000_000_000  # bytes
ANY = 99  # more than any value: a board has at most 64 cells
PATIENCE = 16  # positions between two looks at the clock


class OutOfTimeError(Exception):
    """The time allowed is over; what was found so far is remembered."""


class GaveUpError(Exception):
    """A question took more positions than it was allowed."""


class Searcher:
    """A search of one game, by some rungs of the ladder; it remembers its findings."""

    def __init__(
        self,
        rules: Rules,
        rungs: Collection[str] = RUNGS,
        memory: int = MEMORY,
        watch: Callable[["Searcher"], None] = lambda search: None,
    ) -> None:
        self.rules = rules
        self.rungs = rungs
        self.watch = watch  # called now and then, to show progress
        self.visited = 0
        self.deadline = inf  # when to stop, on the monotonic clock
        self.allowed = inf  # how many positions may have been visited
        self.next_look: float = PATIENCE
        self.pruning = "alpha-beta" in rungs
        self.forcing = "forced moves" in rungs
        self.ordering = "strong cells" in rungs
        self.narrowing = "open lines" in rungs
        self.memory = Store[Bounds](memory) if "memory" in rungs else None
        self.prover = (
            Prover(rules, rungs, memory, self.tick)
            if any(name in rungs for name in PROVER_RUNGS)
            else None
        )
        self.mirroring = "symmetry" in rungs
        self.threatening = "threats" in rungs
        self.proofs = [
            idea.hopeless
            for name, idea in (("potential", potential), ("pairs", pairs))
            if name in rungs
        ]

    def value(self, state: State, alpha: int, beta: int) -> int:
        """
        Return what a position is worth to the player to move, by perfect play.

        0 is a draw. A win is worth 1, and 1 more for each cell still empty at its end:
        the sooner, the better. A loss is worth the same below 0.

        The value is exact if it lies between alpha and beta. A result <= alpha says
        "at most this", a result >= beta says "at least this".
        """
        self.tick()
        if state.over:
            return -1 - state.left if state.lost else 0
        if not self.pruning:
            alpha, beta = -ANY, ANY
        low, high = self.glance(state, alpha, beta)
        if settled(low, high, alpha, beta):
            return answer(low, high, alpha)
        if self.forcing and (cell := forced.cell(state)):
            return -self.value(state.play(cell), -min(beta, high), -max(alpha, low))

        key = self.key(state)
        low, high = self.recall(key, low, high)
        if settled(low, high, alpha, beta):
            return answer(low, high, alpha)
        if self.threatening and beta > 0:
            low = max(low, threats.soonest_win(state))
        if not settled(low, high, alpha, beta):
            low, high = self.explore(state, low, high, alpha, beta)
        self.remember(key, low, high)
        return answer(low, high, alpha)

    def glance(self, state: State, alpha: int, beta: int) -> Bounds:
        """Return bounds of the value that need no search; some help any window."""
        low, high = -state.left, state.left
        if self.forcing:
            low, high = forced.bounds(state)
        if self.narrowing and low < high:
            lower, higher = openlines.bounds(state)
            low, high = max(low, lower), min(high, higher)
        if low < high:
            if beta > 0 and high > 0 and self.hopeless(state.my_needs, True):
                high = 0
            if alpha < 0 and low < 0 and self.hopeless(state.their_needs, False):
                low = 0
        return low, high

    def hopeless(self, needs: Needs, moves_next: bool) -> bool:
        """Return whether one of the proofs says that a player cannot win."""
        return any(proof(needs, moves_next) for proof in self.proofs)

    def explore(
        self, state: State, low: int, high: int, alpha: int, beta: int
    ) -> Bounds:
        """Return tighter bounds of the value, by trying the moves."""
        alpha, beta = max(alpha, low), min(beta, high)
        best = -ANY
        for cells, ceiling in self.candidates(state, low):
            if ceiling <= max(best, alpha):  # none of these moves is better
                best = max(best, ceiling)
                break
            for cell in cells:
                worth = -self.value(state.play(cell), -beta, -max(alpha, best))
                best = max(best, worth)
                if best >= beta and self.pruning:
                    return best, high
        return (best if best > alpha else low), max(best, low)

    def candidates(self, state: State, low: int) -> Iterator[tuple[Iterable[int], int]]:
        """Yield groups of cells to try, each with what its moves are worth at most."""
        cells = openlines.cells(state) if self.narrowing else state.empty
        if self.threatening and low < 0 and (danger := threats.danger(state)):
            urgent, otherwise = danger
            yield self.ordered(state, cells & urgent), ANY
            yield self.ordered(state, cells & ~urgent), otherwise
        else:
            yield self.ordered(state, cells), ANY

    def ordered(self, state: State, cells: int) -> Iterable[int]:
        """Return the cells of a mask in the order in which to try them."""
        if self.ordering:
            return strong_cells.strongest_first(state, cells)
        return cells_of(cells)

    def key(self, state: State) -> tuple[int, int]:
        """Return what a position is remembered by."""
        if self.mirroring:
            return mirrors.smallest_view(self.rules, state.mine, state.theirs)
        return state.mine, state.theirs

    def recall(self, key: tuple[int, int], low: int, high: int) -> Bounds:
        """Return the bounds with what is remembered of the position."""
        known = self.memory.get(key) if self.memory is not None else None
        return (max(low, known[0]), min(high, known[1])) if known else (low, high)

    def remember(self, key: tuple[int, int], low: int, high: int) -> None:
        """Keep the bounds of a position."""
        if self.memory is not None:
            self.memory.put(key, (low, high))

    def tick(self) -> None:
        """Count a position, and now and then look at the clock."""
        self.visited += 1
        if self.visited >= self.next_look:
            self.look_at_the_clock()

    def look_at_the_clock(self) -> None:
        """Stop if the time, or the number of positions allowed, is over."""
        if self.visited > self.allowed:
            raise GaveUpError
        if monotonic() > self.deadline:
            raise OutOfTimeError
        self.watch(self)
        self.next_look = min(self.visited + PATIENCE, self.allowed + 1)

    def at_least(
        self, state: State, threshold: int, positions: float = inf
    ) -> int | None:
        """
        Return a bound of the value that tells whether it is at least the threshold.

        A bound from the threshold up says "at least this", one below it "at most this";
        None: this many positions were not enough to tell.
        """
        self.allowed = self.visited + positions
        self.look_at_the_clock()
        try:
            if self.prover is None or state.over:
                return self.value(state, threshold - 1, threshold)
            return self.prove(self.prover, state, threshold)
        except GaveUpError:
            return None
        finally:
            self.allowed = inf

    def prove(self, prover: Prover, state: State, threshold: int) -> int:
        """Return a bound as `at_least` does, by asking whether one player can win."""
        left = state.left
        if threshold > 0:  # can I win, with this many cells empty at the end?
            moves = ENDLESS if threshold == 1 else (left + 2 - threshold) // 2
            question = Query(state.my_needs, state.their_needs, True, moves)
            if prover.ask(question).result is ProofResult.WINS:
                return max(threshold, left + 2 - 2 * moves)
            return 0 if moves == ENDLESS else left - 2 * moves
        moves = ENDLESS if threshold == 0 else (left + threshold) // 2
        question = Query(state.their_needs, state.my_needs, False, moves)
        if prover.ask(question).result is ProofResult.WINS:
            return min(threshold - 1, 2 * moves - left - 1)
        return 0 if moves == ENDLESS else 2 * moves - left + 1


def settled(low: int, high: int, alpha: int, beta: int) -> bool:
    """Return whether these bounds answer the question that the window asks."""
    return low >= beta or high <= alpha or low == high


def answer(low: int, high: int, alpha: int) -> int:
    """Return what settles the question: "at least low", or else "at most high"."""
    return low if low > alpha else high
