"""
What checking costs: CPU seconds of the judge and its engines together, one run.

    python benchmarks/checker.py

Everything that `noughts check` does is counted: all functions, all positions, in the
sandbox, both processes, style and the judge itself. The files are our own engine, a
textbook Minimax over deep copies, and a starter in which nothing is written. "searches"
is the same time divided by that of one plain Minimax search from the empty board,
measured in the same run, and "target" is its upper limit.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import plain_minimax
from figures import ROOT, clocked, table

from noughts.checker.check_file import check_file
from noughts.game.board import START, board_of
from noughts.sandbox import bubblewrap

TARGETS = {
    "tictactoe.py": 0.40,
    "tests/engines/textbook_deepcopy.py": 1.40,
    "tests/golden/records/unfinished/starter.py": 0.10,
}
HEAD = ["file", "points", "CPU time", "searches", "target", "on the clock"]


def measured(path: Path, target: float) -> list[str]:
    """Check one file; return what it took, also in plain searches."""
    # CPU time inside bubblewrap cannot be seen from outside.
    bubblewrap.prefix = lambda *_: ()
    record, waited, spent = clocked(check_file, path)
    _, _, search = clocked(plain_minimax.minimax, board_of(START))
    searches, most = f"{spent / search:.2f}", f"{target:.2f}"
    points = f"{record.points:g}"
    return [path.name, points, f"{spent:.2f} s", searches, most, f"{waited:.2f} s"]


def main() -> None:
    """Print a row for each file, measured in a process of its own."""
    rows = []
    for name, target in TARGETS.items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            rows.append(process.submit(measured, ROOT / name, target).result())
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
