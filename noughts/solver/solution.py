"""The result of solving a board: its value and best play."""

from dataclasses import dataclass
from math import inf
from time import monotonic

from noughts.contract import Action
from noughts.oracle import Verdict
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import (
    best_move,
    first_bounds,
    line_of_play,
    narrow,
    promise,
    verdict,
)
from noughts.solver.prover import OutOfTimeError, Prover
from noughts.words import Refused


@dataclass(frozen=True)
class Solution:
    """The result of solving a position; `str()` is a summary."""

    rules: Rules
    verdict: Verdict | None  # of the player to move; None: not known
    best: Action | None  # None: not known, or the game is over
    line: tuple[Action, ...]  # best play by both, as far as it decides anything
    positions: int  # visited until the verdict was known
    complete: bool  # nothing is left to find out
    words: str  # what is known of the verdict, such as "wins in 5 to 8"

    def __str__(self) -> str:
        return f"{self.rules}: {self.words}"


def solve(rows: int, columns: int, line: int, seconds: float = inf) -> Solution:
    """Return the solution of an empty board, partial if time runs out."""
    rules = Rules(rows, columns, line)
    if not all(n in range(1, LARGEST + 1) for n in rules):
        raise Refused("refusal.size", size=f"{rules}", most=LARGEST)
    return solve_position(rules, rules.start(), seconds)


def solve_position(rules: Rules, state: State, seconds: float = inf) -> Solution:
    """Return the solution of a position, partial if time runs out."""
    prover = Prover(rules)
    prover.deadline = monotonic() + seconds
    bounds, cells, complete, visited = first_bounds(state), list[int](), False, 0
    try:
        for bounds in narrow(prover, state):  # noqa: B007 - the last is the tightest
            visited = prover.visited
        cells.extend(line_of_play(prover, state, bounds[0]))
        if not cells and not state.over:  # nobody can win: any cell is as good
            cells.append(best_move(prover, state, bounds[0]))
        complete = True
    except OutOfTimeError:
        visited = visited if bounds[0] == bounds[1] else prover.visited
    low, high = bounds
    line = tuple(map(rules.action, cells))
    return Solution(
        rules=rules,
        verdict=verdict(low, state.left) if low == high else None,
        best=line[0] if line else None,
        line=line,
        positions=visited,
        complete=complete,
        words=promise(bounds, state.left),
    )
