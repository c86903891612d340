"""
What checking costs: CPU seconds of the judge and its engines together, one run.

    python benchmarks/checker.py

Everything that `noughts check` does is counted: all functions, all positions, in the
sandbox, both processes, style and the judge itself. The files are our own engine, a
textbook Minimax over deep copies, and a starter in which nothing is written. "searches"
is the same time divided by that of one plain Minimax search from the empty board,
measured in the same run, and "target" is its upper limit. Then the textbook's Minimax
is checked with a wrong rule in it. That takes longest: what fails because of the rule
is asked with and without it.

Then `noughts check` is started on every engine of the tests whose record shows a wrong
board, and on some of the files in which a mistake was put into a style. It is ended at
the first wrong board: how many show it within two seconds, by the clock and from the
start of the command, and which come later.
"""

import os
import pty
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from figures import ROOT, clocked, table
from helpers.causes import cases
from helpers.engines import ENGINES

from noughts.checker import plain_minimax
from noughts.checker.check_file import check_file
from noughts.game.board import START, board_of
from noughts.sandbox import bubblewrap
from noughts.texts import words

TARGETS = {
    "tictactoe.py": 0.35,
    "tests/engines/textbook_deepcopy.py": 2.00,
    "tests/golden/records/unfinished/starter.py": 0.12,
}
NOTE = """\
*Searches* is the CPU time divided by that of one plain Minimax search of the empty
board, and *target* is our limit for it."""
TEXTBOOK = ROOT / "tests/engines/textbook_deepcopy.py"
# Rules that are wrong for the textbook's search: what each is, and the change.
WRONG_RULES = {
    "a wrong diagonal": ("board[i][2 - i]", "board[i][1 - i]"),
    "no last column": ("if all(board[j][i]", "if i < 2 and all(board[j][i]"),
    "O's wins worth 0": ("return -1", "return 0"),
}
MOST_SEARCHES = 2.20  # for a file with a wrong rule
HEAD = ["file", "points", "CPU time", "searches", "target", "on the clock"]


def measured(path: Path, target: float, title: str = "") -> list[str]:
    """Check one file; return what it took, also in plain searches."""
    # CPU time inside bubblewrap cannot be seen from outside.
    bubblewrap.prefix = lambda *_: ()
    record, waited, spent = clocked(check_file, path)
    _, _, search = clocked(plain_minimax.minimax, board_of(START))
    searches, most = f"{spent / search:.2f}", f"{target:.2f}"
    points = f"{record.points:g}"
    return [
        title or path.name,
        points,
        f"{spent:.2f} s",
        searches,
        most,
        f"{waited:.2f} s",
    ]


SOON = 2.0  # seconds from the start of the command to a first wrong board
LONGEST = 120.0  # seconds after which a command is ended
RECORDS = ROOT / "tests" / "golden" / "records" / "engines"
SHOWN = re.compile(r"^failed: (?!style|contract).*, first ", re.MULTILINE)
# They end their process when a board is asked: no answer is wrong.
WITHOUT_ANSWERS = {"closes_pipe.py", "attack_prewrites_answers.py"}
SHARE = 12  # one in so many files with a mistake in a style


def faulty(folder: Path) -> Iterator[Path]:
    """Yield files with a wrong board: engines of the tests, styles with a mistake."""
    for record in sorted(RECORDS.glob("*.txt")):
        if record.stem in WITHOUT_ANSWERS:
            continue
        if SHOWN.search(record.read_text("utf-8")):
            yield ENGINES / record.stem
    for case in cases()[::SHARE]:
        path = folder / f"{case}.py"
        path.write_text(case.source, "utf-8")
        yield path


def seconds_to_first_board(path: Path) -> float:
    """Return when `noughts check` shows a wrong board on a terminal, or `LONGEST`."""
    heading = words()("report.first_wrong", function="").split("`")[0].encode()
    command = [sys.executable, "-m", "noughts", "check", "--language", "en", str(path)]
    ours, theirs = pty.openpty()
    began, seen = time.monotonic(), b""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            while heading not in seen and time.monotonic() < began + LONGEST:
                seen += os.read(ours, 4096)
        except OSError:  # the command ended
            pass
        process.kill()
    os.close(ours)
    return time.monotonic() - began if heading in seen else LONGEST


def first_boards() -> str:
    """Return how soon faulty files show a first wrong board, as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        files = faulty(Path(folder))
        waited = {path.stem: seconds_to_first_board(path) for path in files}
    soon = [name for name in waited if waited[name] <= SOON]
    late = [f"{name} ({waited[name]:.1f} s)" for name in waited if name not in soon]
    share = f"{len(soon)} of {len(waited)} ({len(soon) / len(waited):.0%})"
    middle = sorted(waited.values())[len(waited) // 2]
    return (
        f"A first wrong board within {SOON:g} s: {share}, the median after "
        f"{middle:.2f} s.\nLater: {', '.join(late) or 'none'}."
    )


def main() -> None:
    """Print a row for each file, measured in a process of its own."""
    asked: list[tuple[Path, float, str]] = [
        (ROOT / name, target, "") for name, target in TARGETS.items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        for n, (title, change) in enumerate(WRONG_RULES.items()):
            path = Path(folder) / f"wrong_{n}.py"
            path.write_text(TEXTBOOK.read_text("utf-8").replace(*change), "utf-8")
            asked.append((path, MOST_SEARCHES, f"textbook, {title}"))
        rows = []
        for each in asked:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                rows.append(process.submit(measured, *each).result())
    print(table(HEAD, rows, NOTE.replace("\n", " ")))
    print(first_boards())


if __name__ == "__main__":
    main()
