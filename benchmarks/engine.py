"""
Our engine beside the others: speed, positions visited, odds against a random opponent.

    python benchmarks/engine.py [PYTHON]

PYTHON is an interpreter that has the others' packages (`make bench` makes one); those
it lacks are named and left out. Times are CPU times of fresh processes, the best of
several runs: compare the ratios, which hardly depend on the machine.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "benchmarks" / "engines"
sys.path.insert(0, str(ROOT))

from noughts import oracle  # noqa: E402 - from this checkout
from noughts.board import key_of  # noqa: E402
from noughts.match import odds_against_random  # noqa: E402


class Entry(NamedTuple):
    """An engine to measure: its file, its package if it needs one, how often to run."""

    name: str
    path: Path
    package: str | None
    runs: int


ENTRIES = [
    Entry("noughts: tictactoe.py", ROOT / "tictactoe.py", None, 7),
    Entry("OpenSpiel alpha-beta", ENGINES / "openspiel_alphabeta.py", "pyspiel", 3),
    Entry("tictactoe-policy, exact", ENGINES / "policy_minimax.py", "yaml", 3),
    Entry("easyAI Negamax, table", ENGINES / "easyai_negamax.py", "easyAI", 3),
    Entry("AIMA alpha-beta", ENGINES / "aima_alphabeta.py", "aima3", 3),
    Entry("textbook alpha-beta", ENGINES / "textbook_alphabeta.py", None, 3),
    Entry("AIMA Minimax", ENGINES / "aima_minimax.py", "aima3", 1),
    Entry("plain Minimax, deepcopy", ENGINES / "plain_minimax.py", None, 1),
]

# In a fresh process: seconds for import, first move and all positions, and the moves.
TIMED = """
import importlib.util, json, sys, time
sys.path.insert(0, sys.argv[2])
boards = json.load(sys.stdin)
clock = [time.process_time()]
spec = importlib.util.spec_from_file_location("engine", sys.argv[1])
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
clock.append(time.process_time())
engine.minimax(engine.initial_state())
clock.append(time.process_time())
moves = [engine.minimax(board) for board in boards]
clock.append(time.process_time())
seconds = [after - before for before, after in zip(clock, clock[1:])]
print(json.dumps({"seconds": seconds, "moves": moves}))
"""

# In another one: how many positions the first move looks at, the empty board included.
# An engine says which function of its own is called once per position.
COUNTED = """
import importlib.util, sys
sys.path.insert(0, sys.argv[2])
spec = importlib.util.spec_from_file_location("engine", sys.argv[1])
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
if hasattr(engine, "COUNTED"):
    owner, name, seen = engine.COUNTED
else:
    owner, name, seen = engine, "value" if hasattr(engine, "value") else "result", 1
original = getattr(owner, name)
def counting(*args, **kwargs):
    global seen
    seen += 1
    return original(*args, **kwargs)
setattr(owner, name, counting)
engine.minimax(engine.initial_state())
print(seen)
"""


class Figures(NamedTuple):
    """What was measured of one engine."""

    name: str
    first: float
    with_import: float
    every: float
    visited: int
    wins: dict[str, float]


def ask(python: str, program: str, entry: Entry, text: str = "") -> str:
    """Run a program on an engine in a fresh process, and return what it printed."""
    command = [python, "-c", program, str(entry.path), str(ENGINES)]
    return subprocess.run(
        command, input=text, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def measure(python: str, entry: Entry, boards: list[oracle.Board]) -> Figures:
    """Return the figures of one engine."""
    runs = [
        json.loads(ask(python, TIMED, entry, json.dumps(boards)))
        for _ in range(entry.runs)
    ]
    imports, first, rest = (min(run["seconds"][n] for run in runs) for n in range(3))
    moves = {
        key_of(board): tuple(move)
        for board, move in zip(boards, runs[0]["moves"], strict=True)
    }
    wins = {
        mark: float(odds_against_random(lambda b: moves[key_of(b)], mark).wins)
        for mark in "XO"
    }
    visited = int(ask(python, COUNTED, entry))
    return Figures(entry.name, first, imports + first, first + rest, visited, wins)


def has(python: str, package: str | None) -> bool:
    """Return whether the interpreter can import a package."""
    command = [python, "-c", f"import {package}"]
    return (
        package is None or not subprocess.run(command, capture_output=True).returncode
    )


def share(ratio: float) -> str:
    """Return a ratio as people read it: 1/1,900 or 4.9 x."""
    return f"1/{1 / ratio:,.0f}" if ratio < 1 else f"{ratio:.1f} x"


def main() -> int:
    """Measure, and print one table."""
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    boards = [board for board in oracle.positions() if oracle.look(board).turn]
    measured = []
    for entry in ENTRIES:
        if has(python, entry.package):
            measured.append(measure(python, entry, boards))
        else:
            print(f"{entry.name}: left out, {entry.package} is not installed")
    plain = measured[-1].first
    print(f"{'':26}{'first move':>21}{'with import':>14}{'all 4,520':>21}"
          f"{'visited':>9}{'wins as X':>11}{'as O':>9}")  # fmt: skip
    for row in measured:
        times = [
            f"{1000 * seconds:,.1f} ms{share(seconds / plain):>9}"
            for seconds in (row.first, row.every)
        ]
        print(
            f"{row.name:26}{times[0]:>21}{1000 * row.with_import:>11,.1f} ms"
            f"{times[1]:>21}{row.visited:>9,}"
            f"{row.wins['X']:>11.3%}{row.wins['O']:>9.3%}"
        )
    print("\nIn proportion to the time that plain Minimax needs for its first move.")
    print("A perfect player wins 83.854 % to 99.479 % as X, 57.354 % to 91.640 % as O.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
