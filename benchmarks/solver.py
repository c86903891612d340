"""
The solver on the boards whose values are known, and what each of its ideas gains.

    python benchmarks/solver.py [SECONDS]

Positions visited are exact and the same on every machine; times are CPU times. The
ladder asks who wins, and stops a rung after this many seconds (60).
"""

import sys
from collections.abc import Collection
from time import monotonic, process_time

from figures import table

from noughts.solver.mnk import Rules
from noughts.solver.narrowing import narrow, promise
from noughts.solver.prover import RUNGS, Prover

BOARDS = [
    *[(3, 3, 3), (3, 4, 3), (4, 4, 3), (3, 5, 4), (4, 4, 4), (4, 5, 4), (5, 5, 5)],
    *[(5, 5, 4), (4, 6, 4), (5, 6, 4), (6, 6, 4), (7, 7, 4), (8, 8, 4), (6, 6, 5)],
    *[(5, 8, 5), (6, 7, 5), (4, 7, 4), (7, 7, 5)],
]
LADDERS = [(3, 3, 3), (5, 5, 4), (6, 6, 5)]


def known_boards() -> str:
    """Return what each board takes, the shortest win included."""
    rows = []
    for board in BOARDS:
        start = process_time()
        prover = Prover(Rules(*board))
        *_, bounds = narrow(prover, prover.rules.start())
        took = f"{process_time() - start:,.2f} s"
        found = promise(bounds, prover.rules.size)
        rows.append([str(prover.rules), found, f"{prover.visited:,}", took])
    return table(["board", "first player", "positions", "CPU time"], rows)


def ladder(rules: Rules, limit: float) -> str:
    """Return what each rung takes with all those below it, and all rungs but it."""
    rows = []
    for n, rung in enumerate(RUNGS):
        start = process_time()
        visited = count(rules, RUNGS[: n + 1], limit)
        took = f"{process_time() - start:,.2f} s"
        # The first one is the search itself.
        without = count(rules, {*RUNGS} - {rung}, limit) if n else ""
        rows.append([rung, visited, took, without])
    return table([str(rules), "positions", "CPU time", "without it"], rows)


def count(rules: Rules, rungs: Collection[str], limit: float) -> str:
    """Return how many positions are visited until it is known who wins."""
    prover = Prover(rules, rungs)
    prover.deadline = monotonic() + limit
    try:
        for low, high in narrow(prover, rules.start()):
            if low > 0 or low == high:
                break
    except TimeoutError:
        return f"more than {prover.visited:,}"
    return f"{prover.visited:,}"


def main() -> None:
    """Print the boards, then the ladder on some of them."""
    limit = float(next(iter(sys.argv[1:]), 60))
    print(known_boards())
    for board in LADDERS:
        print(ladder(Rules(*board), limit))


if __name__ == "__main__":
    main()
