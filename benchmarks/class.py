"""
The time and the memory that a class takes, as it grows.

    python benchmarks/class.py                  all but the judge: 10 to 10,000
    python benchmarks/class.py --judge 10 100   with the judge, in these sizes

Submissions are ten engines of the tests, with more lines for each. Without the judge,
the verdict on one of them is handed out again and again: what is measured is
finding, reading, handing over, comparing with each other and reporting. Each class is
checked in a fresh process, whose largest resident size is what is shown.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figures import Table, arguments, main

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from noughts.checker.record import Record  # noqa: E402
from noughts.checker.rubric import load  # noqa: E402
from noughts.classroom.file_judge import FileJudge, Job  # noqa: E402
from noughts.classroom.hand_ins import HandIn, read_class  # noqa: E402
from noughts.classroom.pool import run_jobs  # noqa: E402
from noughts.classroom.run import check_class  # noqa: E402
from noughts.sandbox import bubblewrap  # noqa: E402

# The CPU time of what bubblewrap wraps cannot be seen from outside.
bubblewrap.prefix = lambda *_: ()

ENGINES = [
    ROOT / "tests" / "engines" / f"{name}.py"
    for name in (
        "actions_list",
        "alpha_beta",
        "first_cell",
        "max_for_both",
        "no_diagonals",
        "none_when_losing",
        "shallow_copy",
        "textbook_deepcopy",
        "turn_miscounted",
        "winner_empty_line",
    )
]
COLUMNS = {
    "submissions": "count",
    "time each": "ms",
    "CPU each": "ms",
    "resident: this process": "MB",
    "a worker": "MB",
}
SIZES = [10, 100, 1_000, 10_000]
MB = 1 << 20 if sys.platform == "darwin" else 1 << 10  # what ru_maxrss counts in


@dataclass(frozen=True)
class Blank(FileJudge):
    """A judge that has made up its mind."""

    record: Record | None = None

    def __call__(self, job: Job) -> Record:
        assert self.record
        return self.record


def standard(judge: bool) -> FileJudge:
    """Return the judge, or one that takes no time."""
    real = FileJudge(load())
    if judge:
        return real
    source = (ROOT / "tests" / "engines" / "turn_miscounted.py").read_bytes()
    job = real.job(HandIn("", source=source))
    # Not here, where it would count as ours.
    [(_, record)] = run_jobs(iter([job]), real, processes=1)
    assert isinstance(record, Record)
    return Blank(load(), record=record)


def hand_in(folder: Path, size: int) -> None:
    """Write a class of so many."""
    dice = random.Random(size)
    for n in range(size):
        student = folder / f"student {n:06}"
        student.mkdir(parents=True)
        source = ENGINES[n % len(ENGINES)].read_text("utf-8")
        own = "".join(
            f"\n\ndef helper_{k}(a, b):\n    a += {dice.randrange(10**6)}\n"
            f"    return [a * {dice.randrange(10**6)}, b % {dice.randrange(10**6)}]\n"
            for k in range(8)
        )
        (student / "tictactoe.py").write_text(source + own, "utf-8")


def measure(size: int, judge: bool) -> list[float]:
    """Check a class of so many in this process; return times and memory."""
    how = standard(judge)
    with tempfile.TemporaryDirectory() as name:
        hand_in(Path(name) / "class", size)
        before, began = cpu(), time.monotonic()
        check_class(read_class(Path(name) / "class"), Path(name) / "report", how)
        seconds = time.monotonic() - began
    return [
        size,
        seconds / size,
        (cpu() - before) / size,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB,
        resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB,
    ]


def cpu() -> float:
    """Return the seconds of CPU so far, of this process and of those it waited for."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def tables() -> Iterator[Table]:
    """Yield the one table: a row for each size of a class."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("sizes", nargs="*", type=int, help="how many submissions")
    parser.add_argument("--judge", action="store_true", help="judge them, too")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments())
    if given.one:
        yield Table("", COLUMNS, [measure(given.sizes[0], given.judge)])
        return
    rows = []
    for size in given.sizes or SIZES:
        command = [sys.executable, __file__, "--json", "--one", str(size)]
        command += ["--judge"] * given.judge
        rows += json.loads(subprocess.check_output(command))["rows"]
    yield Table("", COLUMNS, rows)


if __name__ == "__main__":
    sys.exit(main(tables()))
