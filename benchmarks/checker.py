"""
What checking costs: CPU seconds of the judge and its engines together, one run.

    python benchmarks/checker.py [FILE ...]

Everything that `noughts check` does is counted: all functions, all positions, in the
sandbox, both processes, style and the judge itself. Without files it measures our own
engine, a textbook Minimax over deep copies, a starter in which nothing is written, and
`--functions player` of a file where little else is. The last column is the most memory
that the judge's own process had in use.
"""

import os
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from figures import Table, arguments, main

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from noughts.checker.asking import Effort  # noqa: E402
from noughts.checker.judge import check_file  # noqa: E402
from noughts.checker.questions import FUNCTIONS  # noqa: E402
from noughts.sandbox import bubblewrap  # noqa: E402

ENGINES = ROOT / "tests" / "engines"
ROWS = [
    (ROOT / "tictactoe.py", FUNCTIONS),
    (ENGINES / "textbook_deepcopy.py", FUNCTIONS),
    (ENGINES / "unfinished.py", FUNCTIONS),
    (ENGINES / "half_written.py", ("player",)),
]
COLUMNS = {
    "file": "text",
    "points": "text",
    "CPU time": "s",
    "on the clock": "s",
    "memory of the judge": "MB",
}


def tables() -> Iterator[Table]:
    """Yield a row for each file, measured in a process of its own."""
    given = [(Path(name), FUNCTIONS) for name in arguments()]
    rows = []
    for path, functions in given or ROWS:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            rows.append(process.submit(measured, path, functions).result())
    yield Table("", COLUMNS, rows)


def measured(path: Path, functions: tuple[str, ...]) -> list[Any]:
    """Check one file; return what it took."""
    # The CPU time of what bubblewrap wraps cannot be seen from outside.
    bubblewrap.prefix = lambda *_: ()
    began, before = time.monotonic(), cpu()
    effort = Effort(answer=600, rule=600, budget=float("inf"))
    record = check_file(path, functions=functions, effort=effort)
    spent, waited = cpu() - before, time.monotonic() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    name = path.name if functions == FUNCTIONS else f"{path.name}, {functions[0]}"
    return [name, f"{record.points:g}", spent, waited, memory]


def cpu() -> float:
    """Return the CPU seconds of this process and of the ended ones that it started."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    sys.exit(main(tables()))
