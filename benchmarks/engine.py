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

from figures import table

ROOT = Path(__file__).parent.parent
ENGINES = ROOT / "benchmarks" / "engines"
sys.path.insert(0, str(ROOT))

from noughts import oracle  # noqa: E402 - from this checkout
from noughts.board import key_of, opponent  # noqa: E402
from noughts.games import odds, policy_of, uniform  # noqa: E402


class Entry(NamedTuple):
    """An engine to measure: its file, its package if it needs one, how often to run."""

    name: str
    path: Path
    package: str | None
    runs: int


ENTRIES = [
    Entry("noughts: tictactoe.py", ROOT / "tictactoe.py", None, 7),
    Entry("OpenSpiel alpha-beta", ENGINES / "openspiel_alphabeta.py", "pyspiel", 3),
    Entry(
        "tictactoe-policy, exact", ENGINES / "policy_minimax.py", "tictactoe_policy", 3
    ),
    Entry("easyAI Negamax, table", ENGINES / "easyai_negamax.py", "easyAI", 3),
    Entry("AIMA alpha-beta", ENGINES / "aima_alphabeta.py", "aima3", 3),
    Entry("AIMA Minimax", ENGINES / "aima_minimax.py", "aima3", 1),
    Entry("plain Minimax, deepcopy", ENGINES / "plain_minimax.py", None, 1),
]

LOAD = """
import importlib.util, json, sys, time
sys.path.insert(0, sys.argv[2])
clock = [time.process_time()]
spec = importlib.util.spec_from_file_location("engine", sys.argv[1])
engine = importlib.util.module_from_spec(spec)
spec.loader.exec_module(engine)
clock.append(time.process_time())
"""
# In a fresh process: seconds for import, first move and all positions, and the moves.
TIMED = f"""{LOAD}
boards = json.load(sys.stdin)
clock.append(time.process_time())
engine.minimax(engine.initial_state())
clock.append(time.process_time())
moves = [engine.minimax(board) for board in boards]
clock.append(time.process_time())
seconds = [clock[1] - clock[0], clock[3] - clock[2], clock[4] - clock[3]]
print(json.dumps({{"seconds": seconds, "moves": moves}}))
"""
# In another one: how many positions the first move looks at, the empty board included.
# An engine names its function that is called once per position: `value`, or `result`.
COUNTED = f"""{LOAD}
usual = engine, "value" if hasattr(engine, "value") else "result", 1
owner, name, seen = getattr(engine, "COUNTED", usual)
original = getattr(owner, name)
def counting(*args, **kwargs):
    global seen
    seen += 1
    return original(*args, **kwargs)
setattr(owner, name, counting)
engine.minimax(engine.initial_state())
print(seen)
"""
HEAD = (
    *("engine", "first move", "with import", "all 4,520 positions"),
    *("positions visited", "wins as X", "wins as O"),
)
PERFECT = "A perfect player wins 83.854 % to 99.479 % as X, 57.354 % to 91.640 % as O."


class Figures(NamedTuple):
    """What was measured of one engine, times in seconds."""

    first: float
    with_import: float
    every: float
    visited: int
    wins_as_x: float
    wins_as_o: float

    def cells(self) -> list[str]:
        """Return the figures as people read them."""
        times = [f"{1000 * seconds:,.1f} ms" for seconds in self[:3]]
        return [*times, f"{self.visited:,}", *(f"{share:.3%}" for share in self[4:])]


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
    policy = policy_of(lambda board: moves[key_of(board)])
    wins = [
        float(odds({mark: policy, opponent(mark): uniform}, mark).wins) for mark in "XO"
    ]
    visited = int(ask(python, COUNTED, entry))
    return Figures(first, imports + first, first + rest, visited, *wins)


def has(python: str, package: str | None) -> bool:
    """Return whether the interpreter can import a package."""
    found = (
        f"import importlib.util as u, sys; sys.exit(u.find_spec({package!r}) is None)"
    )
    return package is None or not subprocess.run([python, "-c", found]).returncode


def main() -> None:
    """Print a row for each engine that can run here."""
    python = next(iter(sys.argv[1:]), sys.executable)
    boards = [board for board in oracle.positions() if oracle.look(board).turn]
    there = [entry for entry in ENTRIES if has(python, entry.package)]
    absent = [entry.name for entry in ENTRIES if entry not in there]
    found = [measure(python, entry, boards) for entry in there]
    ours, plain = found[0], found[-1]
    note = (
        f"{PERFECT} In the time of plain Minimax's first move ours makes "
        f"{plain.first / ours.first:,.0f} first moves, or finds all positions "
        f"{plain.first / ours.every:,.0f} times."
    )
    if absent:
        note += f" Not installed here: {', '.join(absent)}."
    rows = [
        [entry.name, *figures.cells()]
        for entry, figures in zip(there, found, strict=True)
    ]
    print(table(HEAD, rows, note))


if __name__ == "__main__":
    main()
