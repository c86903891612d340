"""
What a class costs: `noughts check CLASS -o REPORT`, run twice.

    python benchmarks/class.py [SIZE ...]

Submissions are ten engines of the tests, each with some lines of its own. The second
run finds every verdict in the report of the first: it shows what all but judging takes.
"""

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import ROOT, cpu, table
from helpers.engines import ENGINES

NAMES = (
    *("actions_list", "alpha_beta", "first_cell", "max_for_both", "no_diagonals"),
    *("none_when_losing", "shallow_copy", "textbook_deepcopy", "turn_miscounted"),
    "winner_empty_line",
)
HEAD = ("run", "submissions", "time each", "CPU each", "most memory")
MB = 1 << 20 if sys.platform == "darwin" else 1 << 10  # units of ru_maxrss


def hand_in(folder: Path, size: int) -> None:
    """Write a class of this size."""
    dice = random.Random(size)
    for n in range(size):
        student = folder / f"student {n:06}"
        student.mkdir(parents=True)
        source = (ENGINES / f"{NAMES[n % len(NAMES)]}.py").read_text("utf-8")
        own = "".join(
            f"\n\ndef helper_{k}(a, b):\n    a += {dice.randrange(10**6)}\n"
            f"    return [a * {dice.randrange(10**6)}, b % {dice.randrange(10**6)}]\n"
            for k in range(8)
        )
        (student / "tictactoe.py").write_text(source + own, "utf-8")


def check(folder: Path) -> tuple[float, float]:
    """Check the class in a folder; return the elapsed and the CPU seconds."""
    began, before = time.monotonic(), cpu()
    command = [sys.executable, "-m", "noughts", "check", str(folder / "class")]
    command += ["--quiet", "-o", str(folder / "report")]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    assert done.returncode == 1, "there are faults to find"
    return time.monotonic() - began, cpu() - before


def main() -> None:
    """Print two rows for each size of a class."""
    rows = []
    for size in [int(given) for given in sys.argv[1:]] or [100]:
        with tempfile.TemporaryDirectory() as name:
            hand_in(Path(name) / "class", size)
            for run in ("first", "second"):
                times = [f"{1000 * s / size:,.0f} ms" for s in check(Path(name))]
                most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB
                rows.append([run, f"{size:,}", *times, f"{most:,.0f} MB"])
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
