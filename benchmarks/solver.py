"""
The solver on the boards whose values are known, and what each of its ideas gains.

    python benchmarks/solver.py [SECONDS]

Positions visited are exact and the same on every machine; times are CPU times. The
ladder asks who wins; a rung gets so many seconds (10), then "> " says "more than".
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from noughts.solver import report
from noughts.solver.ladder import climb, measure
from noughts.solver.mnk import Rules
from noughts.solver.search import RUNGS, Search
from noughts.solver.solve import in_words, narrow

BOARDS = [
    *[(3, 3, 3), (3, 4, 3), (4, 4, 3), (3, 5, 4), (4, 4, 4), (4, 5, 4), (5, 5, 5)],
    *[(5, 5, 4), (4, 6, 4), (5, 6, 4), (6, 6, 4), (6, 6, 5), (4, 7, 4), (7, 7, 4)],
]
LADDERS = [(3, 3, 3), (4, 4, 4), (5, 5, 4), (5, 6, 4)]


def known_boards() -> None:
    """Print what each board takes, the shortest win included."""
    print(f"{'board':<8}{'first player':<14}{'positions':>12}{'CPU time':>11}")
    for board in BOARDS:
        start = process_time()
        search = Search(Rules(*board))
        *_, bounds = narrow(search, search.rules.start())
        took = process_time() - start
        words = in_words(bounds, search.rules.size)
        print(f"{search.rules!s:<8}{words:<14}{search.visited:>12,}{took:>9.3f} s")


def ladder(board: tuple[int, int, int], limit: float) -> None:
    """Print what each rung takes with all those below it."""
    rules = Rules(*board)
    print(f"\n{rules}, rung by rung\n{report.ladder_head()}")
    below = None
    for rung in climb(rules, rules.start(), limit):
        print(report.ladder_row(rung, below), flush=True)
        below = rung


def without_each(board: tuple[int, int, int], limit: float) -> None:
    """Print what the whole ladder takes when one rung is missing."""
    rules = Rules(*board)
    print(f"\n{rules}, all rungs but one\n{report.ladder_head()}")
    for name in list(RUNGS)[1:]:
        rest = set(RUNGS) - {name}
        print(report.ladder_row(measure(rules, rules.start(), name, rest, limit), None))


def main() -> int:
    """Measure, and print tables."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    known_boards()
    for board in LADDERS:
        ladder(board, limit)
    without_each((5, 5, 4), limit)
    return 0


if __name__ == "__main__":
    sys.exit(main())
