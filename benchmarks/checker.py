"""
What checking costs, beside asking the same file directly: CPU seconds, one run.

    python benchmarks/checker.py [FILE]

"Asked" imports the file and calls its minimax on all positions, nothing else.
"Checked" is everything that `noughts check` does: all functions, all positions, in the
sandbox, both processes and the judge counted. FILE runs in this process when it is
asked: only for files that one trusts.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Table, arguments, main

from noughts import contract, oracle
from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.sandbox import bubblewrap

# The CPU time of what bubblewrap wraps cannot be seen from outside.
bubblewrap.prefix = lambda *_: ()

TEXTBOOK = Path(__file__).parent.parent / "tests" / "engines" / "textbook_deepcopy.py"


def tables() -> Iterator[Table]:
    """Yield what one file costs both ways."""
    path = Path(next(iter(arguments()), TEXTBOOK))
    boards = list(oracle.positions())
    began = time.monotonic()
    before = cpu()
    record = check_file(path, effort=Effort(answer=600, budget=float("inf")))
    checked, waited = cpu() - before, time.monotonic() - began
    engine = contract.load(path)
    before = cpu()
    for board in reversed(boards):
        engine.minimax(board)
    rows = [["asked", cpu() - before, None], ["checked", checked, waited]]
    columns = {path.name: "text", "CPU time": "s", "on the clock": "s"}
    yield Table("", columns, rows, f"It gets {record.points:g} points.")


def cpu() -> float:
    """Return the CPU seconds of this process and of the ended ones that it started."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    sys.exit(main(tables()))
