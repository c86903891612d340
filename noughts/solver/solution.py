"""The result of solving a board: its value and best play."""

from dataclasses import dataclass
from math import inf
from time import monotonic

from noughts.game.contract import Action, Board
from noughts.game.games import Game
from noughts.game.oracle import Verdict
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import (
    Bounds,
    best_move,
    first_bounds,
    last_in_time,
    line_of_play,
    narrow,
    promise,
    verdict,
)
from noughts.solver.prover import Prover
from noughts.texts import Refused

GRACE = 1.0  # extra seconds to find a move that wins


@dataclass(frozen=True)
class Solution:
    """The result of solving a position; `str()` is a summary."""

    rules: Rules
    bounds: Bounds  # of the value to the player to move; see `narrowing`
    verdict: Verdict | None  # of the player to move; None: not known
    line: tuple[Action, ...]  # best play by both, as far as it decides anything
    positions: int  # visited until the verdict was known
    seconds: float  # until then
    complete: bool  # nothing is left to find out
    words: str  # what is known of the verdict, such as "wins in 5 to 8"

    def __str__(self) -> str:
        return f"{self.rules}: {self.words}"

    @property
    def best(self) -> Action | None:
        """The best move; None if it is not known, or the game is over."""
        return self.line[0] if self.line else None

    @property
    def game(self) -> Game:
        """The line as a game from the empty board."""
        return Game(self.line, rules=self.rules)

    @property
    def board(self) -> Board:
        return self.game.board


def solve(rows: int, columns: int, line: int, seconds: float = inf) -> Solution:
    """Return the solution of an empty board, partial if time runs out."""
    rules = Rules(rows, columns, line)
    if not all(type(n) is int and 1 <= n <= LARGEST for n in rules):
        raise Refused("refusal.size", size=f"{rules}", most=LARGEST)
    prover = Prover(rules)
    prover.deadline = monotonic() + seconds
    return solve_position(prover, rules.start())


def solve_position(prover: Prover, state: State) -> Solution:
    """Return the solution of a position, partial if the prover runs out of time."""
    cells, begin = list[int](), monotonic()
    bounds, solved = last_in_time(narrow(prover, state), first_bounds(state))
    positions, seconds, (low, high) = prover.visited, monotonic() - begin, bounds
    if not solved:
        prover.deadline = monotonic() + GRACE
    try:
        if solved:
            cells.extend(line_of_play(prover, state, low))
        if not cells and not state.over and (solved or low > 0):
            cells.append(best_move(prover, state, low))
    except TimeoutError:
        solved = False
    return Solution(
        rules=prover.rules,
        bounds=bounds,
        verdict=verdict(low, state.left) if low == high else None,
        line=tuple(map(prover.rules.action, cells)),
        positions=positions,
        seconds=seconds,
        complete=solved,
        words=promise(bounds, state.left),
    )
