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
import tempfile
from typing import NamedTuple

from figures import ROOT, table
from players import MISSING

from noughts import oracle
from noughts.board import key_of, opponent
from noughts.games import odds, policy_of, uniform


class Entry(NamedTuple):
    """A player to measure: its function in players.py, and how often to run it."""

    name: str
    player: str
    runs: int


ENTRIES = [
    Entry("noughts: tictactoe.py", "noughts", 7),
    Entry("OpenSpiel alpha-beta", "openspiel", 3),
    Entry("tictactoe-policy, exact", "policy", 3),
    Entry("easyAI Negamax, table", "easyai", 3),
    Entry("AIMA alpha-beta", "aima_alphabeta", 3),
    Entry("AIMA Minimax", "aima", 1),
    Entry("plain Minimax, deepcopy", "plain", 1),
]
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


def measure(python: str, entry: Entry, boards: list[oracle.Board]) -> Figures:
    """Return the figures of one engine."""
    command = [python, str(ROOT / "benchmarks" / "players.py"), entry.player]
    visited = int(subprocess.check_output(command))
    with tempfile.NamedTemporaryFile("w") as file:
        json.dump(boards, file)
        file.flush()
        command.append(file.name)
        runs = [subprocess.check_output(command) for _ in range(entry.runs)]
    clocks, moves = zip(*map(json.loads, runs), strict=True)
    imports, first, rest = (min(c[n + 1] - c[n] for c in clocks) for n in range(3))
    keys = map(key_of, boards)
    chosen = dict(zip(keys, map(tuple, moves[0]), strict=True))
    policy = policy_of(lambda board: chosen[key_of(board)])
    wins = [odds({mark: policy, opponent(mark): uniform}, mark).wins for mark in "XO"]
    return Figures(first, imports + first, first + rest, visited, *map(float, wins))


def main() -> None:
    """Print a row for each engine that can run here."""
    python = next(iter(sys.argv[1:]), sys.executable)
    boards = [board for board in oracle.positions() if oracle.look(board).turn]
    found, absent = {}, []
    for entry in ENTRIES:
        try:
            found[entry.name] = measure(python, entry, boards)
        except subprocess.CalledProcessError as error:
            if error.returncode != MISSING:
                raise
            absent.append(entry.name)
    ours, plain = found[ENTRIES[0].name], found[ENTRIES[-1].name]
    note = (
        f"{PERFECT} In the time of plain Minimax's first move ours makes "
        f"{plain.first / ours.first:,.0f} first moves, or finds all positions "
        f"{plain.first / ours.every:,.0f} times."
    )
    if absent:
        note += f" Not installed here: {', '.join(absent)}."
    rows = [[name, *figures.cells()] for name, figures in found.items()]
    print(table(HEAD, rows, note))


if __name__ == "__main__":
    main()
