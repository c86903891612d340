"""The ladder, measured: what each rung adds to those below it, or does alone."""

from collections.abc import Collection, Iterator
from time import monotonic, process_time
from typing import NamedTuple

from noughts.solver.mnk import Rules, State
from noughts.solver.narrowing import outcome
from noughts.solver.searcher import RUNGS, OutOfTimeError, Searcher


class Measure(NamedTuple):
    """What it took to find out who wins."""

    rung: str
    visited: int  # positions
    seconds: float  # of CPU time
    finished: bool  # False: it takes more than that


def climb(rules: Rules, state: State, limit: float) -> Iterator[Measure]:
    """Yield a measure for each rung, together with all those below it."""
    for n, name in enumerate(RUNGS):
        yield measure(rules, state, name, RUNGS[: n + 1], limit)


def measure(
    rules: Rules, state: State, name: str, rungs: Collection[str], limit: float
) -> Measure:
    """Return what a search with these rungs takes, stopped after this many seconds."""
    search = Searcher(rules, rungs)
    search.deadline = monotonic() + limit
    start = process_time()
    try:
        outcome(search, state)
        finished = True
    except OutOfTimeError:
        finished = False
    return Measure(name, search.visited, process_time() - start, finished)
