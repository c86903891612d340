"""
The solver on the boards whose values are known, and what each of its ideas gains.

    python benchmarks/solver.py

Positions visited are exact and the same on every machine; times are CPU times. The
ladder asks only who wins.
"""

from collections.abc import Collection

from figures import clocked, table

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
        prover = Prover(rules := Rules(*board))
        (*_, bounds), _, cpu = clocked(list, narrow(prover, rules.start()))
        found = promise(bounds, rules.size)
        rows.append([str(rules), found, f"{prover.visited:,}", f"{cpu:,.2f} s"])
    return table(["board", "first player", "positions", "CPU time"], rows)


def ladder(rules: Rules) -> str:
    """Return what each rung takes with all those below it, and all rungs but it."""
    rows = []
    for n, rung in enumerate(RUNGS):
        visited, _, cpu = clocked(count, rules, RUNGS[: n + 1])
        # The first one is the search itself.
        without = f"{count(rules, {*RUNGS} - {rung}):,}" if n else ""
        rows.append([rung, f"{visited:,}", f"{cpu:,.2f} s", without])
    return table([str(rules), "positions", "CPU time", "without it"], rows)


def count(rules: Rules, rungs: Collection[str]) -> int:
    """Return how many positions are visited until it is known who wins."""
    prover = Prover(rules, rungs)
    for low, high in narrow(prover, rules.start()):
        if low > 0 or low == high:
            break
    return prover.visited


def main() -> None:
    """Print the boards, then the ladder on some of them."""
    print(known_boards())
    for board in LADDERS:
        print(ladder(Rules(*board)))


if __name__ == "__main__":
    main()
