"""
What a class of 100 costs: `noughts check CLASS -o REPORT`.

    python benchmarks/class.py

Submissions are ten engines of the tests, each with some lines of its own.
"""

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import ROOT, table
from helpers.engines import ENGINES

SIZE = 100
NAMES = (
    *("actions_list", "alpha_beta", "first_cell", "max_for_both", "no_diagonals"),
    *("none_when_losing", "shallow_copy", "textbook_deepcopy", "turn_miscounted"),
    "winner_empty_line",
)
HEAD = ("submissions", "time each", "most memory")
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


def main() -> None:
    """Print what the class costs."""
    with tempfile.TemporaryDirectory() as folder:
        hand_in(Path(folder, "class"), SIZE)
        command = [sys.executable, "-m", "noughts", "check", f"{folder}/class"]
        command += ["--quiet", "-o", f"{folder}/report"]
        began = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        each = 1000 * (time.monotonic() - began) / SIZE
    assert done.returncode == 1, "there are faults to find"
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB
    print(table(HEAD, [[SIZE, f"{each:,.0f} ms", f"{memory:,.0f} MB"]]))


if __name__ == "__main__":
    main()
