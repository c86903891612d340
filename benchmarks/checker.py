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
from pathlib import Path

from noughts.checker.asking import Effort
from noughts.checker.judge import check_file
from noughts.checker.questions import FUNCTIONS
from noughts.sandbox import bubblewrap

# The CPU time of what bubblewrap wraps cannot be seen from outside.
bubblewrap.prefix = lambda *_: ()

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "tests" / "engines"
ROWS = [
    (ROOT / "tictactoe.py", FUNCTIONS),
    (ENGINES / "textbook_deepcopy.py", FUNCTIONS),
    (ENGINES / "unfinished.py", FUNCTIONS),
    (ENGINES / "half_written.py", ("player",)),
]


def main() -> None:
    """Measure each file in a process of its own, and print a row for it."""
    rows = [(Path(name), FUNCTIONS) for name in sys.argv[1:]] or ROWS
    print(f"{'':32}{'points':>8}{'CPU s':>8}{'clock s':>9}{'MB':>6}", flush=True)
    for path, functions in rows:
        child = os.fork()
        if not child:
            measure(path, functions)
            os._exit(0)
        os.waitpid(child, 0)


def measure(path: Path, functions: tuple[str, ...]) -> None:
    """Check one file and print what it took."""
    began, before = time.monotonic(), cpu()
    effort = Effort(answer=600, rule=600, budget=float("inf"))
    record = check_file(path, functions=functions, effort=effort)
    spent, waited = cpu() - before, time.monotonic() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    name = path.name if functions == FUNCTIONS else f"{path.name}, {functions[0]}"
    points = f"{record.points:g}"
    print(f"{name:32}{points:>8}{spent:>8.1f}{waited:>9.1f}{memory:>6.0f}", flush=True)


def cpu() -> float:
    """Return the CPU seconds of this process and of the ended ones that it started."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
