"""
The solver on the boards whose values are known, and what each of its ideas gains.

    python benchmarks/solver.py [SECONDS]

Positions visited are exact and the same on every machine; times are CPU times. The
ladder asks who wins; a rung gets this many seconds (10), then "> " says "more than".
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from figures import Table, arguments, main

sys.path.insert(0, str(Path(__file__).parent.parent))

from noughts.solver.mnk import Rules
from noughts.solver.narrowing import Measure, climb, narrow, promise
from noughts.solver.prover import Prover

BOARDS = [
    *[(3, 3, 3), (3, 4, 3), (4, 4, 3), (3, 5, 4), (4, 4, 4), (4, 5, 4), (5, 5, 5)],
    *[(5, 5, 4), (4, 6, 4), (5, 6, 4), (6, 6, 4), (7, 7, 4), (8, 8, 4), (6, 6, 5)],
    *[(5, 8, 5), (6, 7, 5), (4, 7, 4), (7, 7, 5)],
]
COLUMNS = {"rung": "text", "positions": "count", "CPU time": "s"}
LADDERS = [(5, 5, 4), (6, 6, 5)]


def known_boards() -> Table:
    """Return what each board takes, the shortest win included."""
    rows = []
    for board in BOARDS:
        start = process_time()
        prover = Prover(Rules(*board))
        *_, bounds = narrow(prover, prover.rules.start())
        took = process_time() - start
        found = promise(bounds, prover.rules.size)
        rows.append([str(prover.rules), found, prover.visited, took])
    units = {"board": "text", "first player": "text", "positions": "count"}
    return Table("", units | {"CPU time": "s"}, rows)


def ladder(board: tuple[int, int, int], limit: float) -> Table:
    """Return what each rung takes with all those below it."""
    rules = Rules(*board)
    rows = [row(rung) for rung in climb(rules, rules.start(), limit)]
    return Table(f"{rules}, rung by rung", COLUMNS, rows)


def row(measured: Measure) -> list[Any]:
    """Return a rung, its positions and its time; more than that if it was stopped."""
    found = measured.visited, measured.seconds
    return [measured.rung, *(n if measured.finished else {"over": n} for n in found)]


def tables() -> Iterator[Table]:
    """Yield the boards, and the ladder on some of them."""
    limit = float(next(iter(arguments()), 10))
    yield known_boards()
    for board in LADDERS:
        yield ladder(board, limit)


if __name__ == "__main__":
    sys.exit(main(tables()))
