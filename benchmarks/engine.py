"""
Our engine beside the others: speed, positions visited, odds against a random opponent.

    python benchmarks/engine.py

`make bench` installs the others' packages; those missing are named and left out. Times
are CPU times of fresh processes, the best of several runs: compare the ratios, which
hardly depend on the machine.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from figures import ROOT, table
from players import MISSING

from noughts.game import oracle
from noughts.game.board import key_of, opponent
from noughts.game.games import odds, policy_of, uniform

OTHERS = Path(f"{sys.prefix}-others", "bin", "python")  # `make bench` makes it
ENGINES = {  # the function of players.py that imports it, and how often it is run
    "noughts: tictactoe.py": ("noughts", 7),
    "OpenSpiel alpha-beta": ("openspiel", 3),
    "easyAI Negamax, table": ("easyai", 3),
    "plain Minimax with a memory": ("remembering", 3),
    "plain Minimax, deepcopy": ("plain", 1),
}
HEAD = (
    *("engine", "first move", "with import", "all 4,520 positions"),
    *("positions visited", "wins as X", "wins as O"),
)
PERFECT = "A perfect player wins 83.854% to 99.479% as X, 57.354% to 91.640% as O."


def measure(
    player: str, runs: int, boards: list[oracle.Board]
) -> tuple[list[float], int, list[float]]:
    """Return an engine's seconds, the positions it visits, and its shares of wins."""
    visited = ask(player, [])
    clocks, moves = zip(*(ask(player, boards) for _ in range(runs)), strict=True)
    imports, first, rest = (min(c[n + 1] - c[n] for c in clocks) for n in range(3))
    keys = map(key_of, boards)
    chosen = dict(zip(keys, map(tuple, moves[0]), strict=True))
    policy = policy_of(lambda board: chosen[key_of(board)])
    wins = [odds({mark: policy, opponent(mark): uniform}, mark).wins for mark in "XO"]
    return [first, imports + first, first + rest], visited, [*map(float, wins)]


def ask(player: str, boards: list[oracle.Board]) -> Any:
    """Return what players.py finds with these boards, in a new process."""
    python = OTHERS if OTHERS.exists() else sys.executable
    command = [python, ROOT / "benchmarks" / "players.py", player]
    return json.loads(
        subprocess.check_output(command, input=json.dumps(boards).encode())
    )


def main() -> None:
    """Print a row for each engine that can run here."""
    boards = [board for board in oracle.positions() if oracle.truth_of(board).turn]
    times, rows, absent = {}, [], []
    for name, (player, runs) in ENGINES.items():
        try:
            times[player], visited, wins = measure(player, runs, boards)
        except subprocess.CalledProcessError as error:
            if error.returncode != MISSING:
                raise
            absent.append(name)
            continue
        cells = [f"{1000 * seconds:,.1f} ms" for seconds in times[player]]
        rows.append([name, *cells, f"{visited:,}", *(f"{each:.3%}" for each in wins)])
    ours, plain = times["noughts"], times["plain"]
    note = (
        f"{PERFECT} While plain Minimax finds its first move, ours finds its own about "
        f"{plain[0] / ours[0]:,.0f} times. easyAI's game takes moves back with "
        f"`unmake_move`, as its manual advises."
    )
    if absent:
        note += f" Not installed here: {', '.join(absent)}."
    print(table(HEAD, rows, note))


if __name__ == "__main__":
    main()
