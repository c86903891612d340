"""
What checking costs: CPU seconds of the judge and its engines together, one run.

    python benchmarks/checker.py [FILE ...]

Everything that `noughts check` does is counted: all functions, all positions, in the
sandbox, both processes, style and the judge itself. Without files it measures our own
engine, a textbook Minimax over deep copies, and a starter in which nothing is written.
"searches" is the same time divided by that of one plain Minimax search from the empty
board, measured in the same run, and "target" is its upper limit.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import plain_minimax
from figures import ROOT, cpu, table

from noughts.checker.judge import check_file
from noughts.sandbox import bubblewrap

ROWS = {
    ROOT / "tictactoe.py": 0.40,
    ROOT / "tests/engines/textbook_deepcopy.py": 1.40,
    ROOT / "tests/golden/records/unfinished/starter.py": 0.10,
}
HEAD = ["file", "points", "CPU time", "searches", "target", "on the clock"]


def measured(path: Path, bound: float) -> list[str]:
    """Check one file; return what it took, also in plain searches."""
    # CPU time inside bubblewrap cannot be seen from outside.
    bubblewrap.prefix = lambda *_: ()
    began, before = time.monotonic(), cpu()
    record = check_file(path)
    spent, waited = cpu() - before, time.monotonic() - began
    before = cpu()
    plain_minimax.minimax(plain_minimax.initial_state())
    searches, most = f"{spent / (cpu() - before):.2f}", f"{bound:.2f}" if bound else ""
    points = f"{record.points:g}"
    return [path.name, points, f"{spent:.2f} s", searches, most, f"{waited:.2f} s"]


def main() -> None:
    """Print a row for each file, measured in a process of its own."""
    given = {Path(name): 0.0 for name in sys.argv[1:]}
    rows = []
    for path, bound in (given or ROWS).items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            rows.append(process.submit(measured, path, bound).result())
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
