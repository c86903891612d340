"""
A class that is killed again and again, and resumed: what is lost, and what is left.

    python benchmarks/resume.py                 10,000 submissions, killed three times
    python benchmarks/resume.py --size 200 --kills 5

The submissions are tiny, most of them do not even compile, but each is judged as any
other: in a sandbox, by worker processes. The main process is ended by SIGKILL, which it
cannot see coming, at random moments; what it leaves is looked for a few seconds later.
Linux only: processes are looked for in /proc.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from noughts.checker.record import Record  # noqa: E402
from noughts.checker.rubric import load  # noqa: E402
from noughts.classroom.pool import Processes  # noqa: E402
from noughts.classroom.run import FileJudge, Headway, check_class  # noqa: E402
from noughts.classroom.submissions import Submission  # noqa: E402

BROKEN = "# {n}\ndef player(board)\n"
RIGHT = """# {n}
def player(board):
    return "XO"[sum(cell is not None for row in board for cell in row) % 2]
"""
GRACE = 20.0  # seconds in which all that a killed run left must be gone


@dataclass(frozen=True)
class Logging(FileJudge):
    """The judge, who notes whom he has judged."""

    log: str = ""

    def __call__(self, submission: Submission) -> Record:
        record = super().__call__(submission)
        note(self.log, submission.student)
        return record


def note(log: str, student: str) -> None:
    """Add a line to a file that several processes write."""
    with open(log, "ab", buffering=0) as file:
        file.write(f"{student}\n".encode())


def hand_in(folder: Path, size: int) -> None:
    """Write a class of so many tiny files, one in fifty of which is right."""
    folder.mkdir()
    for n in range(size):
        source = (BROKEN if n % 50 else RIGHT).format(n=n)
        (folder / f"student{n:06}.py").write_text(source, "utf-8")


def run(place: Path) -> None:
    """Check the class, from the beginning or from where the last run was killed."""

    def seen(step: Headway) -> None:
        if step.result and step.judged_now:
            note(str(place / "entered"), step.result.student)
        print(step.done, flush=True)

    judge = Logging(load(), ("player",), log=str(place / "judged"))
    with Processes() as workers:
        check_class(place / "class", place / "report", judge, workers, seen)


def lines(path: Path) -> list[str]:
    """Return the lines of a file, none where there is none yet."""
    return path.read_text("utf-8").splitlines() if path.exists() else []


@dataclass
class Watch:
    """One run, seen from outside: how far it is, and how much memory it takes."""

    place: Path
    done: int = 0
    largest: int = 0  # kB

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--run", str(self.place)],
            env=os.environ | {"TMPDIR": str(self.place / "tmp")},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def until(self, done: int) -> None:
        """Wait until this many are done, or the run has ended."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.done = int(line)
            if self.done % 100 == 0:
                self.largest = max(self.largest, resident(self.process.pid))
            if self.done >= done:
                return

    def left(self) -> list[str]:
        """Return the processes of this run that are still there."""
        return list(processes(self.process.pid, self.place / "tmp"))


def resident(process: int) -> int:
    """Return how many kB of memory a process has."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def processes(session: int, folder: Path) -> Iterator[str]:
    """Yield the processes of a session, and those at work below a folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            where = os.readlink(process / "cwd")
            ours = int(fields[3]) == session or where.startswith(f"{folder}")
            if ours and fields[0] != "Z":
                yield process.name


def gone(watch: Watch) -> tuple[int, int]:
    """Return how many processes and folders a killed run has left, after a while."""
    folder = watch.place / "tmp"
    deadline = time.monotonic() + GRACE
    while (watch.left() or any(folder.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.2)
    return len(watch.left()), len(list(folder.iterdir()))


def measure(place: Path, size: int, kills: int, dice: random.Random) -> bool:
    """Kill, resume, and print what is lost; return whether that is nothing."""
    hand_in(place / "class", size)
    (place / "tmp").mkdir()
    fine = True
    print("run    ended at    resident    processes left    folders left")
    # Somewhere in each part of the class, so that every run has something to do.
    part = size // (kills + 1)
    ends = [n * part + dice.randrange(part) + 1 for n in range(kills)]
    for number, end in enumerate([*ends, size + 1], 1):
        watch = Watch(place)
        watch.until(end)
        if end <= size:
            watch.process.send_signal(signal.SIGKILL)
        watch.process.wait()
        left, folders = gone(watch)
        fine &= not left and not folders
        how = "killed" if end <= size else f"exit {watch.process.returncode}"
        print(
            f"{number:>3} {watch.done:>8,} {how:<7} {watch.largest / 1024:>5.0f} MB"
            f" {left:>17} {folders:>15}",
            flush=True,
        )
    return told(place, size, kills) and fine


def told(place: Path, size: int, kills: int) -> bool:
    """Print what became of each submission; return whether all is as it should be."""
    results = [json.loads(line) for line in lines(place / "report" / "results.jsonl")]
    students = Counter(result["student"] for result in results)
    entered = Counter(lines(place / "entered"))
    judged = Counter(lines(place / "judged"))
    wanted = {f"student{n:06}" for n in range(size)}
    lost = wanted - set(students)
    twice = [name for name, times in entered.items() if times > 1]
    unfinished = judged.total() - len(judged)
    rows = len(lines(place / "report" / "grades.csv")) - 1
    pages = len(list((place / "report" / "students").iterdir()))
    print(
        f"{len(students):,} results, {rows:,} grades, {pages:,} pages; "
        f"lost: {len(lost)}; judged twice: {len(twice)} "
        f"(and {unfinished} again, whose verdict the killed run had not heard yet)"
    )
    width = 2 * Processes(0).jobs  # as many as are under way at any time
    return (
        not lost
        and not twice
        and len(results) == rows == pages == size
        and unfinished <= kills * width
    )


def main() -> int:
    """Print the figures; return 1 if anything was lost, or left."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--size", type=int, default=10_000, help="how many submissions")
    parser.add_argument("--kills", type=int, default=3, help="how often it is killed")
    parser.add_argument("--seed", type=int, help="when: the same for the same number")
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        run(given.run)
        return 0
    seed = random.randrange(10**6) if given.seed is None else given.seed
    print(f"{given.size:,} submissions, killed {given.kills} times, seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        fine = measure(Path(name), given.size, given.kills, random.Random(seed))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
