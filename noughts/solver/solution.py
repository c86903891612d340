"""What a board is worth, and how to play it: the solver's findings as one value."""

from dataclasses import dataclass
from math import inf
from time import monotonic

from noughts.arguments import time_limit, whole_number
from noughts.contract import Action
from noughts.oracle import Verdict
from noughts.solver.mnk import LARGEST, Rules, State
from noughts.solver.narrowing import (
    best_move,
    first_bounds,
    in_words,
    line_of_play,
    narrow,
    verdict,
)
from noughts.solver.searcher import OutOfTimeError, Searcher


@dataclass(frozen=True)
class Solution:
    """What was found out about a position; `str()` says it in a few words."""

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
    """Return the solution of an empty board, or what is known of it after so long."""
    for name, value in (("rows", rows), ("columns", columns), ("line", line)):
        whole_number(name, value, 1, LARGEST)
    limit = time_limit(seconds)
    rules = Rules(rows, columns, line)
    return solution(Searcher(rules), rules.start(), limit)


def solution(search: Searcher, state: State, seconds: float = inf) -> Solution:
    """Return what a search finds out about a state within this many seconds."""
    search.deadline = monotonic() + seconds
    bounds, cells, complete = first_bounds(state), list[int](), False
    visited = search.visited
    try:
        for bounds in narrow(search, state):  # noqa: B007 - the last is the tightest
            visited = search.visited
        for cell in line_of_play(search, state, bounds[0]):
            cells.append(cell)
        if not cells and not state.over:  # nobody can win: any cell is as good
            cells.append(best_move(search, state, bounds[0]))
        complete = True
    except OutOfTimeError:
        visited = search.visited
    low, high = bounds
    return Solution(
        rules=search.rules,
        verdict=verdict(low, state.left) if low == high else None,
        best=search.rules.action(cells[0]) if cells else None,
        line=tuple(map(search.rules.action, cells)),
        positions=visited,
        complete=complete,
        words=in_words(bounds, state.left),
    )
